import type { Context } from '../../../kernel/context.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import { readSubscription } from '../../content/pages/queries.ts'
import {
  inItalian,
  type Lead,
  type LeadKind,
  readLead,
  readWish,
  replyKits,
} from '../../leads/status/queries.ts'
import { company, openingHours, operator } from '../../settings/site/queries.ts'
import { wishMail } from './customerChangeMail.ts'
import { newsletterMail } from './newsletterMail.ts'
import { receiptMail } from './receiptMail.ts'
import { type Mail, officeMail } from './templates.ts'

export interface Subject {
  purpose: string
  leadKind: LeadKind | null
  leadId: number | null
}

export interface Content extends Mail {
  replyTo: { name: string; address: string } | null
}

/** Returns null if the lead was erased. */
export async function contentOf(
  read: Sql,
  { purpose, leadKind, leadId }: Subject,
  context: Context,
): Promise<Content | null> {
  if (purpose === 'newsletter') {
    const subscription = leadId === null ? null : await readSubscription(read, leadId, context)
    if (!subscription) return null
    const mail = newsletterMail(subscription, await company(read), context.site.origin)
    return { ...mail, replyTo: null }
  }
  if (purpose === 'wish') {
    const wish = leadId === null ? null : await readWish(read, leadId)
    return wish && { ...wishMail(wish), replyTo: senderOf(wish.lead) }
  }
  const lead = leadKind && leadId ? await readLead(read, leadKind, leadId) : null
  if (!lead) return null
  const known = await operator(read)
  if (purpose === 'receipt') {
    const mail = receiptMail(lead, known, await openingHours(read), context)
    return { ...mail, replyTo: null }
  }
  const [kit] = await replyKits(read, [lead], known, romanToday(context))
  if (!kit) return null
  const [readable = lead] = await inItalian(read, [lead])
  return { ...officeMail(readable, kit.links, purpose === 'reminder'), replyTo: senderOf(lead) }
}

/** Returns the customer, to whom staff reply. Null if the lead has no e-mail address. */
function senderOf({ name, email }: Lead): Content['replyTo'] {
  return email ? { name: (name ?? '').replace(/\s+/g, ' '), address: email } : null
}
