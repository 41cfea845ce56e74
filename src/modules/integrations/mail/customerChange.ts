import { on, type ReactionTools } from '../../../kernel/message.ts'
import { changeAsked, requestCancelled } from '../../leads/status/contract.ts'
import { readWish } from '../../leads/status/status.queries.ts'
import { cancellationSubject } from './cancellationMail.ts'
import { wishMail } from './customerChangeMail.ts'
import { leadForMail } from './harmlessLead.ts'
import { planMails, toOffice } from './plan.ts'

export const mailCancellation = on('integrations:mailCancellation', requestCancelled, planWishMails)

export const mailChange = on('integrations:mailChange', changeAsked, planWishMails)

/** Plans a mail for each of the office's e-mail addresses, and one for a customer who cancelled. */
async function planWishMails({ wishId }: { wishId: number }, tools: ReactionTools): Promise<void> {
  await planMails(tools, async (tx) => {
    const wish = await readWish(tx, wishId)
    if (!wish) return []
    const { kind, createdAt, lead } = wish
    const { subject } = wishMail(wish)
    const planned = await toOffice(tools.read, { purpose: 'wish', leadId: wishId, subject, createdAt })
    if (kind !== 'cancel' || !lead.email) return planned
    const own = await leadForMail(tx, lead)
    const about = { leadKind: lead.kind, leadId: lead.id, createdAt }
    const mail = { purpose: 'cancelled', recipient: lead.email, subject: cancellationSubject(own) }
    return [...planned, { ...about, ...mail }]
  })
}
