import { createHash } from 'node:crypto'
import { on, type World } from '../../message.ts'
import { siteOrigin } from '../../site.ts'
import { answerOverdue } from '../leads/contract.inbox.ts'
import { availabilityRequested, bookingRequested, contactReceived } from '../leads/contract.ts'
import { type Lead, type LeadKind, readLead } from '../leads/queries.ts'
import { company, openingHours } from '../settings/queries.ts'
import { emailConfigurationChanged } from './contract.ts'
import { officeSubject, receiptMail } from './mail.ts'
import { queueMail } from './mailQueue.ts'

export const mailAvailabilityRequest = on(
  'integrations:mailAvailabilityRequest',
  availabilityRequested,
  ({ leadId }, world) => planMail(world, 'availability_request', leadId),
)

export const mailContact = on('integrations:mailContact', contactReceived, ({ leadId }, world) =>
  planMail(world, 'contact', leadId),
)

export const mailBooking = on('integrations:mailBooking', bookingRequested, ({ leadId }, world) =>
  planMail(world, 'booking', leadId),
)

/**
 * What waited for a working configuration goes out at once, with all its tries before it again. The command that saved
 * the configuration has held the mails that staff did not choose.
 */
export const sendWaitingMail = on(
  'integrations:sendWaitingMail',
  emailConfigurationChanged,
  async (_, { write }) => {
    await write.begin(async (tx) => {
      const rows = await tx<{ id: number }[]>`
        update email_messages set attempts = 0, state = 'in coda', updated_at = now()
        where state in ('in coda', 'non configurata')
          and exists (select from email_configurations where is_active)
        returning id`
      if (rows.length > 0)
        await queueMail(
          tx,
          rows.map(({ id }) => id),
        )
    })
  },
)

/** Nobody has answered a lead for ten minutes of opening time: every address of the office is told, once. */
export const remindOffice = on(
  'integrations:remindOffice',
  answerOverdue,
  async ({ kind, leadId }, world) => {
    const lead = await readLead(world.read, kind, leadId)
    // Answered in the meantime: nothing to remind of.
    if (lead?.status !== 'nuova') return
    await planRows(world, lead, await officeRows(world, 'reminder', officeSubject(lead, true)))
  },
)

/** A mail to each address of the office, and a receipt for the customer. */
async function planMail(world: World, kind: LeadKind, leadId: number): Promise<void> {
  const lead = await readLead(world.read, kind, leadId)
  if (!lead) return
  const planned = await officeRows(world, 'office', officeSubject(lead))
  if (lead.email) {
    const operator = await company(world.read)
    const { subject } = receiptMail(lead, operator, {
      now: new Date(),
      siteOrigin: siteOrigin(),
      hours: await openingHours(world.read),
    })
    planned.push({ purpose: 'receipt', recipient: lead.email, subject })
  }
  await planRows(world, lead, planned)
}

interface Planned {
  purpose: 'office' | 'receipt' | 'reminder'
  recipient: string
  subject: string
}

async function officeRows(
  { read }: World,
  purpose: 'office' | 'reminder',
  subject: string,
): Promise<Planned[]> {
  const { leadsEmail } = await company(read)
  return [...new Set(addressesIn(leadsEmail))].map((recipient) => ({ purpose, recipient, subject }))
}

/**
 * One row and one job for each mail. The key of a row is the fact, the purpose and the recipient, so a repeat finds
 * them there and adds nothing.
 */
async function planRows({ factId, write }: World, lead: Lead, planned: Planned[]): Promise<void> {
  if (planned.length === 0) return
  const rows = planned.map(({ purpose, recipient, subject }) => {
    const key = `${factId}:${purpose}:${recipient}`
    return {
      message_key: key,
      purpose,
      lead_kind: lead.kind,
      lead_id: lead.id,
      recipient,
      subject,
      message_id: messageIdOf(key, lead.createdAt),
    }
  })
  await write.begin(async (tx) => {
    const added = await tx<{ id: number }[]>`
      insert into email_messages ${tx(rows)} on conflict (message_key) do nothing returning id`
    if (added.length > 0)
      await queueMail(
        tx,
        added.map(({ id }) => id),
      )
  })
}

export function addressesIn(list: string): string[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}

/** The time is part of it: a database begun anew counts its facts from one again. */
export function messageIdOf(key: string, createdAt: Date): string {
  const hash = createHash('sha256').update(`${key} ${createdAt.toISOString()}`).digest('hex').slice(0, 32)
  return `<${hash}@${new URL(siteOrigin()).hostname}>`
}
