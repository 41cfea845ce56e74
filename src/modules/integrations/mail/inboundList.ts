import { audit } from '../../../kernel/audit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { customerReplied } from '../../leads/answers/contract.ts'
import { leadsWithCodes } from '../../leads/answers/queries.ts'
import { isOfPerson } from '../../leads/customers/queries.ts'
import { DeleteInboundMail, type InboundMail, JoinInboundMail, ListInboundMails } from './inbound.contract.ts'

type MailRow = Omit<InboundMail, 'createdAt'> & { createdAt: Date }

function mailColumns(sql: Sql | Tx) {
  return sql`
    id, lead_kind, lead_id, matched_by, from_name, from_address, subject, text, created_at,
    (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size,
        'isStored', f.bytes is not null, 'problem', f.problem) order by f.id), '[]')
      from inbound_attachments f where f.inbound_mail_id = inbound_mails.id) as attachments`
}

const toMail = (row: MailRow): InboundMail => ({ ...row, createdAt: row.createdAt.toISOString() })

export const listInboundMails = answer(ListInboundMails, async (read, asked) => {
  const like = likeOf(asked.search)
  const where = read`
    ${asked.leadKind ? read`lead_kind = ${asked.leadKind}` : read`true`}
    and ${asked.leadId ? read`lead_id = ${asked.leadId}` : read`true`}
    and ${asked.customerId ? isOfPerson(read, asked.customerId) : read`true`}
    and ${asked.isLoose ? read`lead_id is null` : read`true`}
    and (from_address ilike ${like} or from_name ilike ${like} or subject ilike ${like})`
  const [{ total }] = await read<
    [{ total: number }]
  >`select count(*) as total from inbound_mails where ${where}`
  const columns = { createdAt: 'created_at', fromAddress: 'lower(from_address)' }
  const rows = await read<MailRow[]>`
    select ${mailColumns(read)} from inbound_mails where ${where} ${pageOf(read, asked, columns, '-createdAt')}`
  return { ...pages(asked, total), items: rows.map(toMail) }
})

export const joinInboundMail = handle(JoinInboundMail, async (tx, { id, code }, caller) => {
  await lockLoose(tx, id)
  const [lead] = await leadsWithCodes(tx, [code.trim().toUpperCase()])
  if (!lead) throw refusal('code', 'Nessuna richiesta con questo codice.')
  const [row] = await tx<[MailRow]>`
    update inbound_mails set lead_kind = ${lead.kind}, lead_id = ${lead.id}, matched_by = 'staff' where id = ${id}
    returning ${mailColumns(tx)}`
  await emit(tx, customerReplied, { kind: lead.kind, leadId: lead.id, at: row.createdAt.toISOString() })
  await audit(tx, caller, 'integrations:inboundMailJoined', `inbound_mails/${id}`, null, {
    ...{ leadKind: lead.kind, leadId: lead.id },
  })
  return toMail(row)
})

/** Deletes a mail that belongs to no lead. The mails of a lead are deleted with the lead. */
export const deleteInboundMail = handle(DeleteInboundMail, async (tx, { id }, caller) => {
  await lockLoose(tx, id)
  await tx`delete from inbound_mails where id = ${id}`
  await audit(tx, caller, 'integrations:inboundMailDeleted', `inbound_mails/${id}`, null, null)
  return {}
})

/** Locks a mail without a lead. Throws HttpError 404 if the mail does not exist, 409 if it belongs to a lead. */
async function lockLoose(tx: Tx, id: number): Promise<void> {
  const [mail] = await tx<[{ leadId: number | null }?]>`
    select lead_id from inbound_mails where id = ${id} for update`
  if (!mail) throw new HttpError(404, 'Email non trovata.')
  if (mail.leadId !== null) throw new HttpError(409, 'Questa email è già collegata a una richiesta.')
}
