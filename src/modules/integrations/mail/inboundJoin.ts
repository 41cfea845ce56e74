import { audit } from '../../../kernel/audit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { type Act, type Caller, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import { leadsWithCodes } from '../../leads/answers/answers.queries.ts'
import { customerReplied, customerReplyRemoved } from '../../leads/answers/contract.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { keepLead } from '../../leads/lead/lead.queries.ts'
import {
  DecideInboundMail,
  DeleteInboundMail,
  type InboundMail,
  inboundMailDeleted,
  inboundMailJoined,
  inboundMailLeft,
  inboundMailReopened,
  JoinInboundMail,
  strangeMailDecided,
} from './inbound.contract.ts'
import { type MailRow, mailColumns, toMail } from './inboundList.ts'

interface LeadKey {
  kind: LeadKind
  id: number
}

export const joinInboundMail = handle(JoinInboundMail, async (tx, { id, code }, caller) => {
  const [lead] = await leadsWithCodes(tx, [code.trim().toUpperCase()])
  // The lead comes before the mail, because an erasure deletes the lead before its mails.
  const isThere = lead && (await keepLead(tx, lead.kind, lead.id))
  await lockLoose(tx, id)
  if (!lead || !isThere) throw refusal('code', 'Nessuna richiesta con questo codice.')
  // Staff need not decide about the code in the subject any more.
  await tx`
    update inbound_mail_questions
    set decision = case when (lead_kind, lead_id) = (${lead.kind}, ${lead.id}::bigint) then 'join' else 'leave' end
    where inbound_mail_id = ${id}`
  const mail = await joined(tx, id, lead)
  await auditDecision(tx, caller, inboundMailJoined, mail)
  return mail
})

/** A mail that was joined and then left, or the other way round, needs `undo` between. */
export const decideInboundMail = handle(DecideInboundMail, async (tx, { id, decision }, caller) => {
  const mail = decision === 'undo' ? await undone(tx, id) : await decided(tx, id, decision)
  await emit(tx, strangeMailDecided, { mailId: id, decision })
  await auditDecision(tx, caller, actOf[decision], mail)
  return mail
})

const actOf = {
  join: inboundMailJoined,
  leave: inboundMailLeft,
  undo: inboundMailReopened,
} as const

const auditDecision = (tx: Tx, caller: Caller, act: Act<null>, mail: InboundMail) =>
  audit(tx, caller, act, `inbound_mails/${mail.id}`, null, {
    leadKind: mail.leadKind,
    leadId: mail.leadId,
  })

async function decided(tx: Tx, id: number, decision: 'join' | 'leave'): Promise<InboundMail> {
  const before = await askedLead(tx, id)
  if (before) await keepLead(tx, before.kind, before.id)
  await lockLoose(tx, id)
  const lead = await askedLead(tx, id)
  if (!lead) throw new HttpError(409, 'Su questa email non c’è più niente da decidere.')
  await tx`update inbound_mail_questions set decision = ${decision} where inbound_mail_id = ${id}`
  return decision === 'join' ? joined(tx, id, lead) : readMail(tx, id)
}

/** Returns the lead about which staff are asked; undefined if there is nothing to decide. */
async function askedLead(tx: Tx, id: number): Promise<LeadKey | undefined> {
  const [lead] = await tx<[LeadKey?]>`
    select lead_kind as kind, lead_id as id from inbound_mail_questions
    where inbound_mail_id = ${id} and decision is null`
  return lead
}

async function joined(tx: Tx, id: number, { kind, id: leadId }: LeadKey): Promise<InboundMail> {
  await tx`
    update inbound_mails set lead_kind = ${kind}, lead_id = ${leadId}, matched_by = 'staff' where id = ${id}`
  const mail = await readMail(tx, id)
  if (mail.kind === 'person') await emit(tx, customerReplied, { kind, leadId, at: mail.createdAt })
  return mail
}

/** Throws HttpError 409 if staff decided nothing about the mail. */
async function undone(tx: Tx, id: number): Promise<InboundMail> {
  const before = await lockMail(tx, id)
  const [question] = await tx`
    update inbound_mail_questions set decision = null where inbound_mail_id = ${id} and decision is not null
    returning inbound_mail_id`
  if (before.matchedBy !== 'staff' && !question)
    throw new HttpError(409, 'Su questa email non c’è niente da annullare.')
  const { leadKind, leadId } = before
  await tx`
    update inbound_mails set lead_kind = null, lead_id = null, matched_by = null
    where id = ${id} and matched_by = 'staff'`
  const mail = await readMail(tx, id)
  if (leadKind && leadId && mail.kind === 'person') {
    const next = await nextReply(tx, { kind: leadKind, id: leadId }, mail)
    await emit(tx, customerReplyRemoved, { kind: leadKind, leadId, at: mail.createdAt, nextAt: next })
  }
  return mail
}

/** Returns when the lead's next mail of a person arrived. */
async function nextReply(tx: Tx, { kind, id }: LeadKey, mail: InboundMail): Promise<string | null> {
  const [next] = await tx<[{ createdAt: Date }?]>`
    select created_at from inbound_mails
    where lead_kind = ${kind} and lead_id = ${id} and kind = 'person' and id > ${mail.id} order by id limit 1`
  return next?.createdAt.toISOString() ?? null
}

/** Deletes a mail that belongs to no lead. The mails of a lead are deleted with the lead. */
export const deleteInboundMail = handle(DeleteInboundMail, async (tx, { id }, caller) => {
  await lockLoose(tx, id)
  await tx`delete from inbound_mails where id = ${id}`
  await audit(tx, caller, inboundMailDeleted, `inbound_mails/${id}`, null, null)
  return {}
})

async function readMail(tx: Tx, id: number): Promise<InboundMail> {
  const [row] = await tx<[MailRow]>`select ${mailColumns(tx)} from inbound_mails where id = ${id}`
  return toMail(row)
}

/** Locks a mail without a lead. Throws HttpError 404 if the mail does not exist, 409 if it belongs to a lead. */
async function lockLoose(tx: Tx, id: number): Promise<void> {
  const { leadId } = await lockMail(tx, id)
  if (leadId !== null) throw new HttpError(409, 'Questa email è già collegata a una richiesta.')
}

async function lockMail(tx: Tx, id: number): Promise<Pick<InboundMail, 'leadKind' | 'leadId' | 'matchedBy'>> {
  const [mail] = await tx<[Pick<InboundMail, 'leadKind' | 'leadId' | 'matchedBy'>?]>`
    select lead_kind, lead_id, matched_by from inbound_mails where id = ${id} for update`
  if (!mail) throw new HttpError(404, 'Email non trovata.')
  return mail
}
