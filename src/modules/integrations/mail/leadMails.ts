import { on, type ReactionTools } from '../../../kernel/message.ts'
import { answerOverdue } from '../../leads/inbox/contract.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { type Lead, readLead } from '../../leads/lead/lead.queries.ts'
import { inItalian } from '../../leads/lead/placeNames.queries.ts'
import { availabilityRequested, bookingRequested, contactReceived } from '../../leads/requests/contract.ts'
import { operator } from '../../settings/company/company.queries.ts'
import { emailConfigurationChanged } from './contract.ts'
import { leadForMail } from './harmlessLead.ts'
import { planMails, toOffice } from './plan.ts'
import { queueMail } from './queue.ts'
import { receiptMail } from './receiptMail.ts'
import { officeSubject } from './templates.ts'

export const mailAvailabilityRequest = on(
  'integrations:mailAvailabilityRequest',
  availabilityRequested,
  ({ leadId }, tools) => planMail(tools, 'availability_request', leadId),
)

export const mailContact = on('integrations:mailContact', contactReceived, ({ leadId }, tools) =>
  planMail(tools, 'contact', leadId),
)

export const mailBooking = on('integrations:mailBooking', bookingRequested, ({ leadId }, tools) =>
  planMail(tools, 'booking', leadId),
)

/** The command that saved the configuration has already held the mails that staff did not choose to send. */
export const sendWaitingMail = on(
  'integrations:sendWaitingMail',
  emailConfigurationChanged,
  async (_, { write }) => {
    await write.begin(async (tx) => {
      const rows = await tx<{ id: number }[]>`
        update email_messages set attempts = 0, state = 'planned', updated_at = now(), refused_at = null
        where state in ('planned', 'notConfigured')
          and exists (select from email_configurations where is_active)
        returning id`
      if (rows.length > 0) await queueMail(tx, rows)
    })
  },
)

/** Plans one reminder for each of the office's e-mail addresses. */
export const remindOffice = on(
  'integrations:remindOffice',
  answerOverdue,
  async ({ kind, leadId }, tools) => {
    await planMails(tools, async (tx) => {
      const lead = await readLead(tx, kind, leadId)
      // Staff may have answered since the event.
      return lead?.status === 'nuova' ? officeMails(tools, lead, 'reminder') : []
    })
  },
)

/**
 * Plans a mail for each of the office's e-mail addresses, and a receipt for a customer with an e-mail address. A suspected
 * robot gets no receipt, because it may have named a stranger's address.
 */
async function planMail(tools: ReactionTools, kind: LeadKind, leadId: number): Promise<void> {
  await planMails(tools, async (tx) => {
    const lead = await readLead(tx, kind, leadId)
    if (!lead) return []
    const planned = await officeMails(tools, lead, 'office')
    if (!lead.email || lead.isSuspected) return planned
    const { read, context } = tools
    const { subject } = receiptMail(await leadForMail(read, lead), await operator(read), context)
    return [...planned, { ...aboutLead(lead), purpose: 'receipt', recipient: lead.email, subject }]
  })
}

async function officeMails({ read }: ReactionTools, lead: Lead, purpose: 'office' | 'reminder') {
  const [readable = lead] = await inItalian(read, [lead])
  const subject = officeSubject(readable, purpose === 'reminder')
  return toOffice(read, { ...aboutLead(lead), purpose, subject })
}

const aboutLead = ({ kind, id, createdAt }: Lead) => ({ leadKind: kind, leadId: id, createdAt })
