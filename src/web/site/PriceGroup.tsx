import { euro } from '../../kernel/money.ts'
import { partyWords, type Vehicle } from '../../modules/catalog/prices/quote.contract.ts'
import type { PricingRow, RouteTotals } from '../../modules/catalog/search/contract.ts'
import { formatEuro, hasPrice } from '../ui/money.ts'
import { routePath } from './paths.ts'
import { anchorOf, type PriceGroup as Group } from './priceGroups.ts'
import { ShowAll } from './ShowAll.tsx'
import { useRequests } from './useRequests.ts'

interface Band {
  field: 'priceMin2Pax' | 'price3to4Pax' | 'price5to7Pax' | 'price1to3Pax' | 'price4to8Pax'
  title: string
  /** The unit in the column heading, which phones show next to each price that has no `suffix`. */
  unit: string
  /** The unit after each price; only prices per person repeat their unit. */
  suffix?: string
}

const economy: Band[] = [
  { field: 'priceMin2Pax', title: 'min 2 PAX', unit: 'a persona', suffix: 'a persona' },
  { field: 'price3to4Pax', title: '3-4 PAX', unit: 'per il gruppo' },
  { field: 'price5to7Pax', title: '5-7 PAX', unit: 'per il gruppo' },
]
const privately: Band[] = [
  { field: 'price1to3Pax', title: '1-3 PAX', unit: 'per veicolo' },
  { field: 'price4to8Pax', title: '4-8 PAX', unit: 'per veicolo' },
]

export function PriceGroup({ group, isFiltered }: { group: Group; isFiltered: boolean }) {
  const id = anchorOf(group.departure)
  return (
    <section id={id} aria-labelledby={`${id}-nome`} className="pt-8">
      <h2 id={`${id}-nome`} className="text-3xl">
        Da {group.departure}
      </h2>
      {group.economy.length > 0 && (
        <PriceTable
          title="Economy condiviso"
          departure={group.departure}
          bands={economy}
          rows={group.economy}
          isFiltered={isFiltered}
        />
      )}
      {group.private.length > 0 && (
        <PriceTable
          title="Privato"
          departure={group.departure}
          bands={privately}
          rows={group.private}
          isFiltered={isFiltered}
        />
      )}
    </section>
  )
}

interface PriceTableProps {
  title: string
  departure: string
  bands: Band[]
  rows: PricingRow[]
  isFiltered: boolean
}

/** Number of rows that a phone shows before the visitor expands the list. */
const shownOnPhone = 10

function PriceTable({ title, departure, bands, rows, isFiltered }: PriceTableProps) {
  const { totals, choice, withChoice } = useRequests()
  const hasTotals = choice !== null && choice.passengers !== null
  const isLong = rows.length > shownOnPhone && !isFiltered
  return (
    <div className={isLong ? 'long-list' : ''}>
      <table className="prices">
        <caption>
          {title} <span className="sr-only">da {departure}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">Destinazione</th>
            {bands.map(({ title, unit }) => (
              <th key={title} scope="col">
                {title} <small>{unit}</small>
              </th>
            ))}
            {hasTotals && (
              <th scope="col">
                In tutto <small>{partyWords(choice.party)}</small>
              </th>
            )}
            <th scope="col">Km / Tempo</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <a href={withChoice(routePath(row.slug))}>{row.destination}</a>
              </th>
              {bands.map(({ field, title, unit, suffix }) => (
                <td
                  key={field}
                  data-band={title}
                  data-unit={suffix || !hasPrice(row[field]) ? undefined : unit}
                >
                  {formatEuro(row[field])}
                  {suffix && hasPrice(row[field]) && <small>{` ${suffix}`}</small>}
                </td>
              ))}
              {hasTotals && <td data-band="In tutto">{totalWords(row, totals[row.id])}</td>}
              <td>{wayOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isLong && <ShowAll label={`Mostra tutte le ${rows.length} destinazioni`} />}
    </div>
  )
}

/** Returns the total of the row's kind of ride: shared, or private. */
function totalWords({ transferType }: PricingRow, found: RouteTotals | undefined): string {
  const isOfRow = ({ vehicle }: { vehicle: Vehicle }) =>
    transferType === 'Privato' ? vehicle !== 'economy' && vehicle !== 'premium' : vehicle === 'economy'
  const one = found?.offers.find(isOfRow)
  const both = found?.roundTrip.find(isOfRow)
  if (!one) return '—'
  return both ? `${euro(one.total)}, a/r ${euro(both.total)}` : euro(one.total)
}

/**
 * Returns distance and duration with a line break only between the two. The result is a string instead of elements,
 * because a page has hundreds of rows.
 */
function wayOf({ distanceKm, estimatedDuration }: PricingRow): string {
  const distance = distanceKm === null ? 'N/A' : `${distanceKm} km`
  return [`${distance} /`, estimatedDuration || 'N/A'].map((part) => part.replaceAll(' ', noBreak)).join(' ')
}

const noBreak = '\u00a0'
