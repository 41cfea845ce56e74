import { priceFields } from '../../../../modules/catalog/book/contract.ts'
import { ListLocations } from '../../../../modules/catalog/places/contract.ts'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { ListTransferTypes } from '../../../../modules/catalog/transferTypes/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { DayFilter } from '../../kit/DayFilter.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { columns, isSortable, sortOf } from './columns.ts'
import type { PriceFilter } from './usePricedRoutes.ts'

/** Sort orders for keyboard users; with the mouse staff click the column headers. */
const orders = Object.fromEntries(
  columns
    .map(({ id = '', header }) => ({ id, header: String(header) }))
    .filter(({ id }) => isSortable(id))
    .flatMap(({ id, header }) => [
      [sortOf(id), `${header}, crescente`],
      [`-${sortOf(id)}`, `${header}, decrescente`],
    ]),
)

const missing = { prices: 'qualche prezzo', ...priceLabels }

type PriceAddress = ReturnType<typeof usePriceAddress>

/** State of filters and sort order in the URL. */
export const usePriceAddress = () =>
  useListAddress<'departure' | 'kind' | 'missing' | 'giorno'>(['departure', 'kind', 'missing', 'giorno'])

export function PriceFilters({ address }: { address: PriceAddress }) {
  const places = useQueryCall(ListLocations, { limit: 25 })
  const kinds = useQueryCall(ListTransferTypes, { page: 1, limit: 100 })
  const placeNames = Array.isArray(places.data) ? places.data : []
  return (
    <FilterBar>
      <SearchBox label="Cerca per località o slug" address={address} />
      <ChoiceFilter
        label="Partenza"
        value={address.filters.departure}
        choices={Object.fromEntries(placeNames.map(({ id, name }) => [`${id}`, name]))}
        all="tutte"
        onChoose={(departure) => address.set({ departure })}
      />
      <ChoiceFilter
        label="Tipologia"
        value={address.filters.kind}
        choices={Object.fromEntries((kinds.data?.items ?? []).map(({ id, name }) => [id, name]))}
        all="tutte"
        onChoose={(kind) => address.set({ kind })}
      />
      <ChoiceFilter
        label="Manca"
        value={address.filters.missing}
        choices={missing}
        all="niente"
        onChoose={(name) => address.set({ missing: name })}
      />
      <ChoiceFilter
        label="Ordina per"
        value={address.sort}
        choices={orders}
        all="partenza"
        onChoose={(sort) => address.set({ sort })}
      />
      <DayFilter
        label="Giorno di viaggio"
        value={address.filters.giorno}
        onChoose={(giorno) => address.set({ giorno })}
      />
    </FilterBar>
  )
}

export function filterOf({ search, sort, filters }: PriceAddress): PriceFilter {
  const field = priceFields.find((name) => name === filters.missing)
  const lacking = filters.missing === 'prices' ? 'prices' : field
  return {
    ...(search ? { search } : {}),
    ...(sort ? { sort } : {}),
    ...(Number(filters.departure) > 0 ? { departure: Number(filters.departure) } : {}),
    ...(Number(filters.kind) > 0 ? { kind: Number(filters.kind) } : {}),
    ...(lacking ? { missing: lacking } : {}),
    ...(filters.giorno ? { day: filters.giorno } : {}),
  }
}

/** Returns the query string of a filter. Omits sort order and day, because they select no routes. */
export function searchOf({ sort: _, day: __, ...filter }: PriceFilter): string {
  return `${new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))}`
}
