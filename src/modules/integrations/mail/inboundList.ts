import type { Static } from '@sinclair/typebox'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { isSameMailbox } from '../../../kernel/mailbox.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { isOfPerson } from '../../leads/customers/customers.queries.ts'
import { reportKinds, type SenderChecks } from '../mailReader/mail.contract.ts'
import { type InboundMail, ListInboundMails } from './inbound.contract.ts'

export interface MailRow extends Omit<InboundMail, 'createdAt' | 'checks' | 'doubt'>, SenderChecks {
  createdAt: Date
  /** Null if the mail belongs to no lead, or the customer left no address. */
  leadEmail: string | null
}

export function mailColumns(sql: Sql | Tx) {
  return sql`
    id, kind, lead_kind, lead_id, matched_by, from_name, from_address, reply_to, spf, dkim, dmarc, subject, text, notes,
    created_at,
    (select email from leads where leads.kind = lead_kind and leads.id = lead_id) as lead_email,
    (select jsonb_build_object('leadKind', q.lead_kind, 'leadId', q.lead_id, 'code', leads.code, 'name', leads.name,
        'decision', q.decision)
      from inbound_mail_questions q join leads on leads.kind = q.lead_kind and leads.id = q.lead_id
      where q.inbound_mail_id = inbound_mails.id) as question,
    (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size,
        'isStored', f.bytes is not null, 'problem', f.problem) order by f.id), '[]')
      from inbound_attachments f where f.inbound_mail_id = inbound_mails.id) as attachments`
}

export function toMail({ spf, dkim, dmarc, leadEmail, ...row }: MailRow): InboundMail {
  const checks = { spf, dkim, dmarc }
  return {
    ...row,
    checks,
    doubt: doubtOf({ ...row, checks, leadEmail }),
    createdAt: row.createdAt.toISOString(),
  }
}

function doubtOf({
  kind,
  fromAddress,
  checks,
  leadEmail,
}: Pick<InboundMail, 'kind' | 'fromAddress' | 'checks'> & {
  leadEmail: string | null
}): InboundMail['doubt'] {
  // Machines that write about a mail have other addresses than the customer.
  if (reportKinds.includes(kind)) return null
  if (checks.dmarc === 'fail') return 'forged'
  return leadEmail !== null && !isSameMailbox(fromAddress, leadEmail) ? 'other' : null
}

export const listInboundMails = answer(ListInboundMails, async (read, asked) => {
  const like = likeOf(asked.search)
  const where = read`
    ${ofLead(read, asked)}
    and ${asked.customerId ? isOfPerson(read, asked.customerId) : read`true`}
    and ${asked.isLoose ? read`lead_id is null` : read`true`}
    and (from_address ilike ${like} or from_name ilike ${like} or subject ilike ${like})`
  const [{ total }] = await read<
    [{ total: number }]
  >`select count(*) as total from inbound_mails where ${where}`
  const columns = { createdAt: 'created_at', fromAddress: 'lower(from_address)' }
  const rows = await read<MailRow[]>`
    select ${mailColumns(read)} from inbound_mails where ${where} ${pageOf(read, asked, columns, '-createdAt', ['createdAt'])}`
  return { ...pages(asked, total), items: rows.map(toMail) }
})

/** Few mails have a question, so the list of questions is read first. */
function ofLead(read: Sql, { leadKind, leadId, isAsked }: Static<typeof ListInboundMails.input>) {
  const isOf = read`
    ${leadKind ? read`lead_kind = ${leadKind}` : read`true`} and ${leadId ? read`lead_id = ${leadId}` : read`true`}`
  return isAsked
    ? read`id in (select inbound_mail_id from inbound_mail_questions where decision is null and ${isOf})`
    : isOf
}
