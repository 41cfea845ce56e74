import { isMany, long } from '../../../kernel/longCommand.ts'
import { handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { CopyBariPrices } from './contract.ts'
import { changesOf, lockedPrices, reasonOf, storedCents } from './priceCells.writes.ts'
import { settlePrices } from './settlement.ts'

interface Pair {
  id: number
  price1to3Pax: string | null
  price4to8Pax: string | null
}

const fromBari = (tx: Tx) => tx`
  locations bari join route_prices out on out.departure_location_id = bari.id where lower(bari.name) = 'aeroporto bari'`

/** Copies private prices of active routes from Aeroporto Bari to their return routes. Skips missing prices. */
const copy = handle(CopyBariPrices, async (tx, asked, caller) => {
  // If there are several outbound routes, prefers one with the transfer type of the return route.
  const pairs = await tx<Pair[]>`
    select distinct on (back.id) back.id, out.price1to3_pax, out.price4to8_pax
    from locations bari join route_prices out on out.departure_location_id = bari.id and out.is_active
      join route_prices back on back.departure_location_id = out.destination_location_id
        and back.destination_location_id = bari.id
    where lower(bari.name) = 'aeroporto bari'
    order by back.id, out.transfer_type_id <> back.transfer_type_id, out.id`
  const rows = await lockedPrices(
    tx,
    pairs.map(({ id }) => id),
  )
  const cells = pairs.flatMap(({ id, ...prices }) =>
    (['price1to3Pax', 'price4to8Pax'] as const).flatMap((field) => {
      const cents = storedCents(prices[field])
      return cents === null ? [] : { id, field, cents }
    }),
  )
  const changes = changesOf(rows, cells)
  const reason = reasonOf('Copia prezzi da Aeroporto Bari', asked.reason)
  return settlePrices(tx, rows, { ...asked, changes, reason, caller, isTyped: false })
})

export const copyBariPrices = long(copy, (tx) => isMany(tx, fromBari(tx)))
