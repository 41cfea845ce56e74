import { refuseFaults } from '../../../kernel/httpError.ts'
import { isMany, long } from '../../../kernel/longCommand.ts'
import { handle } from '../../../kernel/message.ts'
import { euro } from '../../../kernel/money.ts'
import { italian } from '../../../languages/catalogs.ts'
import { type Asked, adjustedCells, adjustmentOf } from './adjustment.queries.ts'
import { AdjustPrices } from './contract.ts'
import { changesOf, lockedPrices, reasonOf } from './priceCells.writes.ts'
import { pricedRoutes } from './pricedRoutes.queries.ts'
import { settlePrices } from './settlement.ts'

const adjust = handle(AdjustPrices, async (tx, asked, caller) => {
  const adjustment = adjustmentOf(asked)
  const found = await tx<{ id: number }[]>`
    select id from ${pricedRoutes(tx, asked.filter)} order by lower(departure), lower(destination), id`
  const rows = await lockedPrices(
    tx,
    found.map(({ id }) => id),
  )
  const matched = found.flatMap(({ id }) => rows.get(id) ?? [])
  const { cells, faults } = adjustedCells(matched, asked.fields, adjustment)
  const excluded = new Set(asked.excludedIds)
  refuseFaults(
    422,
    faults.filter(({ id }) => !excluded.has(id)),
  )
  const reason = reasonOf(`Adeguamento prezzi: ${wordsOf(asked)}`, asked.reason)
  return settlePrices(tx, rows, {
    changes: changesOf(rows, cells),
    reason,
    caller,
    dryRun: asked.dryRun,
    isTyped: false,
    plan: asked.plan,
    excludedIds: asked.excludedIds,
  })
})

export const adjustPrices = long(adjust, (tx, { filter }) => isMany(tx, pricedRoutes(tx, filter)))

const wordsOf = ({ percent, amount, roundTo }: Asked) =>
  (percent === undefined ? euro(italian, amount ?? 0, ' ') : `${percent}%`) +
  (roundTo === undefined ? '' : `, a passi di ${euro(italian, roundTo, ' ')}`)
