import { ButtonLink } from '../ui/Button.tsx'
import { ChoiceForm } from './ChoiceForm.tsx'
import { periodWords, withChoice } from './choice.ts'
import { useCompany } from './company.ts'
import { FilterField } from './FilterField.tsx'
import { Icon } from './icons.tsx'
import { PriceGroup } from './PriceGroup.tsx'
import { PricesMissing } from './PricesMissing.tsx'
import { commonOf, quotePath } from './paths.ts'
import { anchorOf, groupsOf } from './priceGroups.ts'
import { MoreLink } from './Section.tsx'
import type { ScreenProps } from './screenProps.ts'
import { useFilter } from './useFilter.ts'
import { usePrices } from './usePrices.ts'

export function Prices(view: ScreenProps<'prices'>) {
  const { tel } = useCompany()
  const prices = usePrices(view.rows)
  const filter = useFilter()
  const visibleRows = prices.rows.filter((row) => filter.fits(row.departure, row.destination))
  const groups = groupsOf(visibleRows)
  const wanted = filter.isOn
    ? (commonOf(visibleRows.map(({ destination }) => destination)) ?? filter.text)
    : ''

  return (
    <>
      <div className="bg-sea-pale">
        <div className="wrap py-10 sm:py-14">
          <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">Prezzi</p>
          <h1 className="mt-3 text-4xl sm:text-5xl">Il prezzo lo sai prima di partire</h1>
          <p className="mt-4 max-w-2xl text-lg">
            <strong className="font-semibold">Economy condiviso</strong>: dividi il viaggio con altri; il
            prezzo «min 2» è a persona, gli altri sono per tutto il gruppo.{' '}
            <strong className="font-semibold">Privato</strong>: l’auto o il minivan è solo per te e per chi
            viaggia con te, il prezzo è per il veicolo.
          </p>
          <div className="mt-6 flex flex-wrap gap-3 print:hidden">
            <ButtonLink href={tel} look="sun">
              <Icon name="phone" />
              CHIAMA ORA
            </ButtonLink>
            <ButtonLink href={quotePath({ destination: wanted })} look="plain">
              Richiedi preventivo
            </ButtonLink>
          </div>
        </div>
      </div>
      {prices.state === 'ready' ? (
        <div className="wrap grid gap-5 pt-10">
          <ChoiceForm choice={view.choice} path="/prezzi/" />
          <PlannedPeriods {...view} />
          <nav aria-label="Punti di partenza" className="print:hidden">
            <ul className="flex flex-wrap gap-2.5">
              {groupsOf(prices.rows).map(({ departure }) => (
                <li key={departure}>
                  <a
                    href={`#${anchorOf(departure)}`}
                    className="inline-flex min-h-11 items-center rounded-full border border-ink/25 bg-white px-4
                      font-medium hover:border-sea hover:text-sea"
                  >
                    Da {departure}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <FilterField
            label="Filtra per destinazione"
            value={filter.text}
            onChange={filter.setText}
            count={filter.isOn ? `${visibleRows.length} di ${prices.rows.length} prezzi` : ''}
          />
          {groups.map((group) => (
            <PriceGroup key={group.departure} group={group} isFiltered={filter.isOn} />
          ))}
          {groups.length === 0 && (
            <p className="py-16 text-center text-xl">Nessun prezzo per “{filter.text}”.</p>
          )}
        </div>
      ) : (
        <PricesMissing state={prices.state} onReload={prices.reload} />
      )}
      <p className="wrap py-12 text-ink-soft">
        Soste, bagagli, pagamenti e cancellazioni:{' '}
        <MoreLink href="/termini-condizioni/">Termini e condizioni</MoreLink>
      </p>
    </>
  )
}

/** Links to the prices of future lists. */
function PlannedPeriods({ periods, choice }: ScreenProps<'prices'>) {
  if (periods.length === 0) return null
  return (
    <p className="text-ink-soft">
      Altri prezzi:{' '}
      {periods.map((period, index) => (
        <span key={`${period.validFrom} ${period.validUntil}`}>
          {index > 0 && ', '}
          <a
            href={withChoice('/prezzi/', { ...choice, day: period.validFrom, returnDay: null })}
            className="text-sea underline underline-offset-4"
          >
            {periodWords(period, choice.today)}
          </a>
        </span>
      ))}
      .
    </p>
  )
}
