import type { Static } from '@sinclair/typebox'
import { HttpError } from '../../../kernel/httpError.ts'
import { replyToKey } from '../../../kernel/idempotency.ts'
import { handle } from '../../../kernel/message.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { LeadKind } from '../lead/contract.ts'
import { type Lead, lockedLead } from '../lead/lead.queries.ts'
import { isSoon } from '../lead/leg.contract.ts'
import { inItalian } from '../lead/placeNames.queries.ts'
import { askedLead } from '../requests/asked.queries.ts'
import { leadCommands } from '../requests/contract.ts'
import { summaryRows } from '../requests/summary.queries.ts'
import { SendChange } from './contract.ts'
import { languageFor } from './status.queries.ts'
import { storeChange } from './storedWishes.ts'

/** The key authorises the change, because only the form that sent the request knows it. */
export const sendChange = handle(SendChange, async (tx, { key, ...request }, caller, context) => {
  const keyed = { ...caller, idempotencyKey: key }
  const reply = (await replyToKey(tx, context, keyed, leadCommands)) as Static<
    typeof SendChange.output
  > | null
  if (!reply) throw new HttpError(404, (t) => t('api.noRequest'))
  const [found] = await tx<[{ kind: LeadKind; id: number }?]>`
    select kind, id from leads where code = ${reply.code}`
  if (!found) throw new HttpError(404, (t) => t('api.gone'))
  const lead = await lockedLead(tx, found)
  const { asked } = await askedLead(tx, request, context)
  const message = request.message || request.notes || null
  const [before = lead, after = lead] = await inItalian<Lead>(tx, [lead, { ...lead, ...asked, message }])
  const text = differenceOf(before, after)
  if (text) await storeChange(tx, lead, text, { context, t: languageFor(caller) })
  // The calendar file has the times of the stored request.
  return {
    ...reply,
    isSoon: isSoon(asked, context.clock.now()),
    calendarPath: text ? null : reply.calendarPath,
  }
})

/** Returns one Italian line for each field that differs, because staff read the text. */
function differenceOf(before: Lead, after: Lead): string {
  const [old, now] = [new Map(rowsOf(before)), new Map(rowsOf(after))]
  const labels = [...new Set([...old.keys(), ...now.keys()])]
  return labels
    .filter((label) => old.get(label) !== now.get(label))
    .map((label) => `${label}: ${old.get(label) ?? '(vuoto)'} → ${now.get(label) ?? '(vuoto)'}`)
    .join('\n')
}

function rowsOf(lead: Lead): [string, string][] {
  const rows: [string, string | null][] = [
    ['Nome', lead.name],
    ['Telefono', lead.phone],
    ['Email', lead.email],
    ...summaryRows(italian, lead),
    ['Messaggio', lead.message],
  ]
  return rows.filter((row): row is [string, string] => Boolean(row[1]))
}
