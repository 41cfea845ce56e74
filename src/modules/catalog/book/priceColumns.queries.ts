import type { Sql, Tx } from '../../../platform/db.ts'
import { type PriceField, priceFields } from './contract.ts'

export const priceColumns = {
  priceMin2Pax: 'price_min2_pax',
  price3to4Pax: 'price3to4_pax',
  price5to7Pax: 'price5to7_pax',
  price1to3Pax: 'price1to3_pax',
  price4to8Pax: 'price4to8_pax',
  pricePremium1to3Pax: 'price_premium1to3_pax',
  pricePremium4to7Pax: 'price_premium4to7_pax',
} as const satisfies Record<PriceField, string>

/** Returns a value for each price column. */
export function eachColumn<T>(valueFor: (field: PriceField) => T) {
  return Object.fromEntries(priceFields.map((field) => [priceColumns[field], valueFor(field)])) as Record<
    (typeof priceColumns)[PriceField],
    T
  >
}

export const noPriceColumns = eachColumn(() => null)

/** Returns the SQL join that `effectivePrices` requires after `route_prices r`. */
export const outboundPrices = (sql: Sql | Tx) => sql`
  left join lateral (
    select ${sql.unsafe(
      Object.values(priceColumns)
        .map((column) => `${column} as outbound_${column}`)
        .join(', '),
    )}, is_demo as outbound_is_demo
    from route_prices o where o.id = r.follows_id) as outbound on true`

/** Returns SQL of the prices that apply to the route `r`: its outbound's prices if `r` uses them, otherwise its own. */
export const effectivePrices = (sql: Sql | Tx) =>
  sql.unsafe(
    Object.values(priceColumns)
      .map(
        (column) =>
          `case when r.follows_id is not null then outbound_${column} else r.${column} end as ${column}`,
      )
      .join(', '),
  )
