import { audit } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  DecideTextDraft,
  ListTextDrafts,
  type TextDraft,
  textDraftAccepted,
  textDraftDiscarded,
} from './contract.ts'

export const listTextDrafts = answer(ListTextDrafts, async (read, asked) => {
  const open = openDrafts(read, asked.search)
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from ${open}`
  const rows = await read<(Omit<TextDraft, 'createdAt'> & { createdAt: Date })[]>`
    select text_drafts.id, route_id, d.name as departure, t.name as destination, field, body as text, provider, model,
      prompt_name, text_drafts.created_at
    from ${open} ${pageOf(read, asked, { createdAt: 'text_drafts.created_at' }, 'createdAt')}`
  return {
    ...pages(asked, total),
    items: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
  }
})

/** Returns the SQL after `from` that selects the open drafts whose route's place names contain `search`. */
export const openDrafts = (sql: Sql | Tx, search: string | undefined) => sql`
  text_drafts
  join route_prices r on r.id = route_id
  join locations d on d.id = r.departure_location_id
  join locations t on t.id = r.destination_location_id
  where state = 'open' and d.name || ' ' || t.name ilike ${likeOf(search)}`

export const decidedAlready = 'Su questa bozza ha già deciso un collega.'

export const decideTextDraft = handle(DecideTextDraft, async (tx, { id, isAccepted }, caller) => {
  const state = isAccepted ? 'accepted' : 'discarded'
  const [draft] = await tx<[Record<string, unknown>?]>`
    update text_drafts set state = ${state}, decided_by = ${caller.name}, decided_at = now()
    where id = ${id} and state = 'open'
    returning route_id, field, provider, model, prompt_name, job_id, created_at`
  if (!draft) {
    const [earlier] = await tx<[{ state: string }?]>`select state from text_drafts where id = ${id}`
    if (!earlier) throw new HttpError(404, 'Bozza non trovata.')
    if (earlier.state !== state) throw new HttpError(409, decidedAlready)
    return {}
  }
  const { routeId } = draft
  const action = isAccepted ? textDraftAccepted : textDraftDiscarded
  await audit(tx, caller, action, `route_prices/${routeId}`, null, draft)
  return {}
})
