import { loneUnitWords } from '../../../modules/catalog/prices/quote.contract.ts'
import type { PopularRoute } from '../../../modules/catalog/search/contract.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { formatEuro } from '../../ui/money.ts'
import { useCompany } from '../company.ts'
import { Icon } from '../icons.tsx'
import { MapCredit, RouteMap } from '../RouteMap.tsx'
import { SearchForm } from '../SearchForm.tsx'

export function Hero({ from }: { from: PopularRoute | null }) {
  const { tel, phone } = useCompany()
  return (
    <section className="relative isolate bg-sea-pale">
      <div className="absolute inset-0 -z-10 overflow-hidden">
        <RouteMap className="hero-map" />
      </div>
      <div className="wrap relative grid gap-7 pt-7 pb-4 sm:pt-14 lg:min-h-[46rem]">
        <div className="max-w-[34rem]">
          <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">
            Noleggio con conducente
          </p>
          <h1 className="mt-3 text-[2.6rem] leading-[1.02] sm:text-6xl md:max-lg:max-w-96 md:max-lg:text-[3.1rem]">
            Il tuo transfer privato in tutto il Salento
          </h1>
          <p className="mt-4 max-w-[30rem] text-ink text-lg md:max-w-[26rem] lg:max-w-[30rem]">
            Da aeroporti, stazioni e porti, sempre con autista e a prezzo fisso.
            {from?.unit && (
              // Each part breaks only on a narrow screen, so that nothing below moves when the fonts arrive.
              <span className="block *:inline-block">
                <span>
                  {from.departure} – {from.destination}
                </span>{' '}
                <strong className="font-semibold">
                  da {formatEuro(from.price)} {loneUnitWords[from.unit]}
                </strong>
              </span>
            )}
          </p>
        </div>
        <div className="max-w-[27rem]">
          <div className="rounded-card border border-line bg-stone p-4 shadow-soft sm:p-6">
            <SearchForm place="home" />
          </div>
          <ButtonLink href={tel} look="plain" className="mt-3 w-full bg-stone">
            <Icon name="phone" className="size-5 text-sea" />
            <span>
              Preferisci parlarne? <span className="whitespace-nowrap">{phone}</span>
            </span>
          </ButtonLink>
        </div>
        <MapCredit className="max-w-xl" />
      </div>
    </section>
  )
}
