import { audit } from '../../../kernel/audit.ts'
import { bulkAct } from '../../../kernel/bulkAct.ts'
import { restoredTable } from '../../../kernel/bulkActList.ts'
import type { Tx } from '../../../platform/db.ts'
import { DiscardTextDrafts } from './bulk.contract.ts'
import { textDraftReopened } from './contract.ts'
import { decidedAlready, decideTextDraft, openDrafts } from './textDrafts.ts'

export const discardTextDrafts = bulkAct(DiscardTextDrafts, {
  title: () => 'Scartate',

  matching: async (tx, { search }: { search?: string }) => {
    const rows = await tx<{ id: number }[]>`
      select text_drafts.id from ${openDrafts(tx, search)} order by text_drafts.id`
    return rows.map(({ id }) => id)
  },

  names: async (tx, ids) => {
    const rows = await tx<{ id: number; name: string }[]>`
      select text_drafts.id, d.name || ' → ' || t.name as name from text_drafts
        join route_prices r on r.id = route_id join locations d on d.id = r.departure_location_id
        join locations t on t.id = r.destination_location_id
      where text_drafts.id = any(${ids.map(Number)}::bigint[])`
    return new Map(rows.map(({ id, name }) => [String(id), name]))
  },

  exceptions: async (tx, ids) => {
    const rows = await tx<{ id: number; state: string }[]>`
      select id, state from text_drafts where id = any(${ids.map(Number)}::bigint[]) and state <> 'open'`
    return new Map(rows.map(({ id, state }) => [String(id), state === 'discarded' ? null : decidedAlready]))
  },

  apply: (tx, id, _, caller, context) =>
    decideTextDraft.execute(tx, { id: Number(id), isAccepted: false }, caller, context),
})

interface DraftState {
  routeId: number
  field: string
  state: string
}

restoredTable<DraftState>('text_drafts', {
  read: async (tx: Tx, { id }) => {
    const [row] = await tx<[DraftState?]>`select route_id, field, state from text_drafts where id = ${id}`
    return row ?? null
  },
  announce: async (tx, before, after, caller) => {
    const routeId = (after ?? before)?.routeId
    await audit(tx, caller, textDraftReopened, `route_prices/${routeId}`, before, after)
  },
})
