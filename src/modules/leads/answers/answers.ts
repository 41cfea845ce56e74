import type { Static } from '@sinclair/typebox'
import { audit } from '../../../kernel/audit.ts'
import { refusal } from '../../../kernel/httpError.ts'
import { type Caller, type Command, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { recorded } from '../../../kernel/recordedAct.ts'
import type { Tx } from '../../../platform/db.ts'
import { openingHours } from '../../settings/company/company.queries.ts'
import { changedLead, findStaffLead, type StaffLead } from '../inbox/leads.queries.ts'
import { endWait } from '../inbox/wait.writes.ts'
import { lockLead } from '../lead/lead.queries.ts'
import { subjectOf } from '../lead/subject.contract.ts'
import { leadAnswered, RecordAnswer, replyWritten, takeBackSeconds } from './contract.ts'
import { undoneAnswer } from './undoneAnswer.ts'

type Answer = Static<typeof RecordAnswer.input>

export const recordAnswer = handle(
  RecordAnswer,
  recorded({ ...undoneAnswer, message: RecordAnswer as unknown as Command }, answerLead),
)

async function answerLead(
  tx: Tx,
  answer: Answer,
  caller: Caller,
): Promise<Static<typeof RecordAnswer.output>> {
  const { kind, id, via } = answer
  await lockLead(tx, kind, id)
  const before = await findStaffLead(tx, kind, id)
  refuseUnfit(answer, before)
  const outcome = via === 'call' ? (answer.outcome ?? 'answered') : null
  await changeLead(tx, answer, caller)
  if (via !== 'call' || outcome !== 'noAnswer') await endWait(tx, kind, id)
  const after = await findStaffLead(tx, kind, id)
  const message = await addMessage(tx, { answer, caller, outcome })
  if (message.sendAt) await emit(tx, replyWritten, { messageId: message.id }, { at: message.sendAt })
  const seen = { status: after.status, via, ...(outcome ? { outcome } : {}) }
  await audit(tx, caller, leadAnswered, subjectOf(kind, id), { status: before.status }, seen)
  return {
    ...changedLead(after, await openingHours(tx)),
    messageId: message.id,
    takeBackMs: message.sendAt && takeBackSeconds * 1_000,
  }
}

/** A call that the customer did not take is no answer. The author becomes the owner of a lead without owner. */
async function changeLead(
  tx: Tx,
  { kind, id, via, outcome, callBackAt }: Answer,
  caller: Caller,
): Promise<void> {
  const isAnswer = via !== 'call' || outcome !== 'noAnswer'
  await tx`
    update leads set updated_at = clock_timestamp(), read_at = coalesce(read_at, now()),
      assigned_to = coalesce(assigned_to, ${caller.admin?.id ?? null}),
      due_at = coalesce(${(via === 'call' && outcome === 'callBack' && callBackAt) || null}, due_at),
      answered_at = coalesce(answered_at, case when ${isAnswer} then now() end),
      answered_via = coalesce(answered_via, case when ${isAnswer} then ${via} end),
      status = case when ${isAnswer} and status = 'nuova' then 'contattata' else status end
    where kind = ${kind} and id = ${id}`
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
}

async function addMessage(
  tx: Tx,
  { answer: { kind, id, via, text, subject, callBackAt }, caller, outcome }: NewMessage,
): Promise<{ id: number; sendAt: Date | null }> {
  const isMail = via === 'email' && Boolean(text)
  const [message] = await tx<[{ id: number; sendAt: Date | null }]>`
    insert into lead_messages (lead_kind, lead_id, via, subject, text, outcome, call_back_at, written_by, send_at)
    values (${kind}, ${id}, ${via}, ${(via === 'email' && subject) || ''}, ${text || ''}, ${outcome ?? null},
      ${(outcome === 'callBack' && callBackAt) || null}, ${caller.admin?.id ?? null},
      case when ${isMail} then clock_timestamp() + make_interval(secs => ${takeBackSeconds}) end)
    returning id, send_at`
  return message
}
