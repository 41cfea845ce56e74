import { createHash } from 'node:crypto'
import { HttpError, refuseFaults } from '../../../kernel/httpError.ts'
import type { Caller } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import type { PriceChange } from './contract.ts'
import { keyOf, type PricedRow, routeName, writePrices } from './priceCells.writes.ts'
import { warningsOf } from './warnings.queries.ts'

interface Settlement {
  changes: PriceChange[]
  reason: string
  caller: Caller
  dryRun: boolean
  /** True if a person entered the prices. */
  isTyped: boolean
  /** Digest that the dry run returned. */
  plan?: string | undefined
  excludedIds?: number[]
}

/** Throws HttpError 409 if the changes differ from those of the dry run that returned the digest `plan`. */
export async function settlePrices(
  tx: Tx,
  rows: Map<number, PricedRow>,
  { changes: planned, reason, caller, dryRun, isTyped, plan, excludedIds = [] }: Settlement,
) {
  // The digest includes the excluded routes, because staff exclude them after the dry run.
  if (plan !== undefined && plan !== digestOf(planned))
    throw new HttpError(
      409,
      'Dopo l’anteprima qualcuno ha cambiato i prezzi o le tratte. Nulla è stato salvato: guarda di nuovo che cosa cambia.',
    )
  const changes = withoutExcluded(rows, planned, excludedIds)
  const updatedRoutes = new Set(changes.map(({ id }) => id)).size
  if (!dryRun) return { ...(await writePrices(tx, rows, { changes, reason, caller })), updatedRoutes }
  return {
    updated: changes.length,
    updatedRoutes,
    changes: withOutbounds(rows, changes),
    warnings: await warningsOf(tx, changes, { isTyped }),
    plan: digestOf(planned),
  }
}

function digestOf(changes: PriceChange[]): string {
  const lines = changes.map((change) => `${keyOf(change)} ${change.from} ${change.to}`)
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex')
}

/** Excluding a route excludes its return route too. Throws HttpError 422 if only a return route is excluded. */
function withoutExcluded(
  rows: Map<number, PricedRow>,
  changes: PriceChange[],
  excludedIds: number[],
): PriceChange[] {
  const excluded = new Set(excludedIds)
  const outboundOf = (id: number) => rows.get(id)?.followsId ?? id
  const kept = changes.filter(({ id }) => !excluded.has(id) && !excluded.has(outboundOf(id)))
  const keptIds = new Set(kept.map(({ id }) => id))
  refuseFaults(
    422,
    excludedIds.flatMap((id, index) => {
      const row = rows.get(id)
      if (!row || outboundOf(id) === id || !keptIds.has(outboundOf(id))) return []
      const message = `${routeName(row)}: segue i prezzi dell’andata. Escludi anche l’andata, oppure dalle prezzi propri`
      return { path: `excludedIds.${index}`, message }
    }),
  )
  return kept
}

/** Adds `followsId` to the changes of return routes that use the prices of an outbound that changes too. */
function withOutbounds(rows: Map<number, PricedRow>, changes: PriceChange[]): PriceChange[] {
  const changed = new Set(changes.map(({ id }) => id))
  return changes.map((change) => {
    const followsId = rows.get(change.id)?.followsId ?? null
    return followsId !== null && changed.has(followsId) ? { ...change, followsId } : change
  })
}
