import type { Translate } from '../../../languages/translate.ts'
import type { ListedRoute, RouteLists, RouteTotals } from '../../../modules/catalog/search/contract.ts'
import type { Choice } from '../../../modules/content/pages/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { Badge } from '../parts/Badge.tsx'
import { routePath } from '../parts/paths.ts'
import { withChoice } from '../trip/choice.ts'
import { bandColumns, type ListBand, rideKeys, totalColumns } from './listColumns.ts'
import { ShowAll } from './ShowAll.tsx'

interface RouteTableProps {
  group: RouteLists['groups'][number]
  /** Price columns before the visitor chooses a party. */
  bands: ListBand[]
  choice: Choice
  totals: Record<string, RouteTotals>
  /** Rows on a phone: `short` the first three, `long` the first ten until the visitor expands the list, null all. */
  cut: 'short' | 'long' | null
}

/** Rows that a phone shows of a `long` list before the visitor expands it. */
const shownOnPhone = 10

/** The routes from one hub with the prices of each kind of ride side by side. On a phone each row is a card. */
export function RouteTable({ group, bands, choice, totals, cut }: RouteTableProps) {
  const { t, path } = useLanguage()
  const { name, rows } = group
  const hasParty = choice.passengers !== null
  const columns = hasParty ? totalColumns(t, rows, totals, choice.party) : bandColumns(t, rows, bands)
  const rides = [...new Set(columns.map(({ ride }) => ride))]
  const isLong = cut === 'long' && rows.length > shownOnPhone
  return (
    <div className={isLong ? 'long-list' : cut === 'short' ? 'short-list' : ''}>
      <table className={hasParty ? 'prices totals' : 'prices'}>
        <caption className="sr-only">{t('list.pricesFrom', { place: name })}</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {t('list.destination')}
            </th>
            {rides.map((ride) => (
              <th key={ride} scope="colgroup" colSpan={columns.filter((one) => one.ride === ride).length}>
                {t(rideKeys[ride])}
              </th>
            ))}
            <th scope="col" rowSpan={2}>
              {t('list.way')}
            </th>
          </tr>
          <tr>
            {columns.map(({ id, ride, title, spoken, unit }) => (
              <th
                key={id}
                scope="col"
                aria-label={t('lead.row', { label: t(rideKeys[ride]), value: `${spoken}, ${unit}` })}
              >
                {title} <small>{unit}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <a href={withChoice(path(routePath(row.slug)), choice)}>{row.destination}</a>
                {row.isMostAsked && <Badge />}
              </th>
              {columns.map(({ id, ride, label, suffix, priceOf }) => {
                const price = priceOf(row)
                return (
                  <td key={id} data-band={label} data-unit={price ? suffix : undefined}>
                    {price || (ride === 'private' ? t('price.onRequest') : '—')}
                  </td>
                )
              })}
              <td>{wayOf(t, row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isLong && <ShowAll label={t('list.more', { count: rows.length - shownOnPhone })} />}
    </div>
  )
}

/** Returns one text that breaks only between distance and duration. Two elements would enlarge long pages. */
function wayOf(t: Translate, { distanceKm, estimatedDuration }: ListedRoute): string {
  const unknown = t('route.unknown')
  const distance = distanceKm === null ? unknown : `${distanceKm} km`
  return [`${distance} /`, estimatedDuration || unknown]
    .map((part) => part.replaceAll(' ', noBreak))
    .join(' ')
}

const noBreak = '\u00a0'
