import type { Static } from '@sinclair/typebox'
import { audit } from '../../../kernel/audit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { type Caller, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { jsonb, type Tx } from '../../../platform/db.ts'
import { openingHours } from '../../settings/company/company.queries.ts'
import { changedLead, findStaffLead, type StaffLead } from '../inbox/leads.queries.ts'
import { endWait } from '../inbox/wait.writes.ts'
import type { LeadKind } from '../lead/contract.ts'
import { subjectOf, tableOf } from '../lead/tables.contract.ts'
import { RecordAnswer, replyWritten, takeBackSeconds, UndoAnswer } from './contract.ts'

type Answer = Static<typeof RecordAnswer.input>

export const recordAnswer = handle(RecordAnswer, async (tx, answer, caller) => {
  const { kind, id, via } = answer
  const before = await lockLead(tx, kind, id)
  refuseUnfit(answer, before)
  const outcome = via === 'call' ? (answer.outcome ?? 'answered') : null
  await changeLead(tx, answer, caller)
  if (via !== 'call' || outcome !== 'noAnswer') await endWait(tx, kind, id)
  const after = await findStaffLead(tx, kind, id)
  const message = await addMessage(tx, { answer, caller, outcome, changed: changesBetween(before, after) })
  if (message.sendAt) await emit(tx, replyWritten, { messageId: message.id }, { at: message.sendAt })
  const seen = { status: after.status, via, ...(outcome ? { outcome } : {}) }
  await audit(tx, caller, 'leads:leadAnswered', subjectOf(kind, id), { status: before.status }, seen)
  return {
    ...changedLead(after, await openingHours(tx)),
    messageId: message.id,
    takeBackMs: message.sendAt && takeBackSeconds * 1_000,
  }
})

/** A call that the customer did not take is no answer. The author becomes the owner of a lead without owner. */
async function changeLead(
  tx: Tx,
  { kind, id, via, outcome, callBackAt }: Answer,
  caller: Caller,
): Promise<void> {
  const isAnswer = via !== 'call' || outcome !== 'noAnswer'
  await tx`
    update ${tx(tableOf[kind])} set updated_at = clock_timestamp(), read_at = coalesce(read_at, now()),
      assigned_to = coalesce(assigned_to, ${caller.admin?.id ?? null}),
      due_at = coalesce(${(via === 'call' && outcome === 'callBack' && callBackAt) || null}, due_at),
      answered_at = coalesce(answered_at, case when ${isAnswer} then now() end),
      answered_via = coalesce(answered_via, case when ${isAnswer} then ${via} end),
      status = case when ${isAnswer} and status = 'nuova' then 'contattata' else status end
    where id = ${id}`
}

function refuseUnfit({ via, text, subject, outcome, callBackAt }: Answer, lead: StaffLead): void {
  if (via === 'email' && text && !lead.email) throw refusal('via', 'Il cliente non ha lasciato un’email.')
  if (via === 'email' && text && !subject) throw refusal('subject', 'Inserisci l’oggetto')
  if (via !== 'call' && outcome) throw refusal('outcome', 'Solo una telefonata ha un esito.')
  if (outcome === 'callBack' && !callBackAt) throw refusal('callBackAt', 'Indica quando richiamare')
}

interface NewMessage {
  answer: Answer
  caller: Caller
  outcome: Answer['outcome'] | null
  changed: Changes
}

async function addMessage(
  tx: Tx,
  { answer: { kind, id, via, text, subject, callBackAt }, caller, outcome, changed }: NewMessage,
): Promise<{ id: number; sendAt: Date | null }> {
  const isMail = via === 'email' && Boolean(text)
  const [message] = await tx<[{ id: number; sendAt: Date | null }]>`
    insert into lead_messages (lead_kind, lead_id, via, subject, text, outcome, call_back_at, written_by, send_at, changed)
    values (${kind}, ${id}, ${via}, ${(via === 'email' && subject) || ''}, ${text || ''}, ${outcome ?? null},
      ${(outcome === 'callBack' && callBackAt) || null}, ${caller.admin?.id ?? null},
      case when ${isMail} then clock_timestamp() + make_interval(secs => ${takeBackSeconds}) end, ${jsonb(tx, changed)})
    returning id, send_at`
  return message
}

/** Restores values that have not changed since the answer; none if staff recorded a later answer or call. */
export const undoAnswer = handle(UndoAnswer, async (tx, { id }, caller) => {
  const [found] = await tx<[{ kind: LeadKind; leadId: number }?]>`
    select lead_kind as kind, lead_id from lead_messages where id = ${id}`
  if (!found) throw gone()
  const { kind, leadId } = found
  const lead = await lockLead(tx, kind, leadId)
  const [message] = await tx<
    [{ via: string; subject: string; text: string; sendAt: Date | null; changed: Changes }?]
  >`
    select via, subject, text, send_at, changed from lead_messages where id = ${id} for update`
  if (!message) throw gone()
  // The statement above waits while the reaction that sends the mail locks the row. This separate statement reads the
  // clock after the wait.
  const [{ hasLeft }] = await tx<[{ hasLeft: boolean }]>`
    select coalesce(${message.sendAt}::timestamptz <= clock_timestamp(), false) as has_left`
  if (hasLeft) throw new HttpError(409, 'L’email è già partita: non si può più fermare.')
  await tx`delete from lead_messages where id = ${id}`
  const [later] = await tx`
    select from lead_messages where lead_kind = ${kind} and lead_id = ${leadId} and id > ${id} limit 1`
  if (!later) await restore(tx, lead, message.changed)
  const { status } = await findStaffLead(tx, kind, leadId)
  const { via, subject, text } = message
  await audit(
    tx,
    caller,
    'leads:answerUndone',
    subjectOf(kind, leadId),
    { status: lead.status, via },
    { status },
  )
  return { subject, text }
})

const gone = () => new HttpError(404, 'Questa risposta non c’è più.')

const columnOf = {
  status: 'status',
  assignedTo: 'assigned_to',
  dueAt: 'due_at',
  answeredAt: 'answered_at',
  answeredVia: 'answered_via',
} as const
type Field = keyof typeof columnOf | 'waitingSince'
type Changes = Partial<Record<Field, [before: string | number | null, after: string | number | null]>>

const columns = Object.keys(columnOf) as (keyof typeof columnOf)[]
const fields: Field[] = [...columns, 'waitingSince']

const plain = (value: StaffLead[Field]) => (value instanceof Date ? value.toISOString() : value)

function changesBetween(before: StaffLead, after: StaffLead): Changes {
  const changed = fields.filter((field) => plain(before[field]) !== plain(after[field]))
  return Object.fromEntries(changed.map((field) => [field, [plain(before[field]), plain(after[field])]]))
}

async function restore(tx: Tx, lead: StaffLead, changed: Changes): Promise<void> {
  const { kind, id } = lead
  const [since] = changed.waitingSince ?? []
  if (since && !lead.waitingSince)
    await tx`insert into lead_waits (lead_kind, lead_id, since) values (${kind}, ${id}, ${since})`
  const restored = columns.flatMap((field) => {
    const change = changed[field]
    return change && change[1] === plain(lead[field]) ? [[columnOf[field], change[0]] as const] : []
  })
  if (restored.length === 0) return
  await tx`
    update ${tx(tableOf[kind])} set ${tx(Object.fromEntries(restored))}, updated_at = clock_timestamp()
    where id = ${id}`
}

async function lockLead(tx: Tx, kind: LeadKind, id: number): Promise<StaffLead> {
  await tx`select id from ${tx(tableOf[kind])} where id = ${id} for update`
  return findStaffLead(tx, kind, id)
}
