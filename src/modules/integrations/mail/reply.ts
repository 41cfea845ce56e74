import { Later } from '../../../kernel/httpError.ts'
import { on } from '../../../kernel/message.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { readReply, type StaffReply } from '../../leads/answers/answers.queries.ts'
import { replyWritten } from '../../leads/answers/contract.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { seatOf } from './customerMail.ts'
import { planMails } from './plan.ts'
import { headerText, html, type Mail, page, paragraphs, style } from './templates.ts'

/** Plans the mail with a reply by staff, once staff can no longer take the reply back. */
export const mailReply = on('integrations:mailReply', replyWritten, async ({ messageId }, tools) => {
  await planMails(tools, async (tx) => {
    const reply = await readReply(tx, messageId, { isLocked: true })
    const recipient = reply?.lead.email
    if (!reply || !recipient) return []
    const { lead, secondsLeft, subject, createdAt } = reply
    if (secondsLeft > 0) throw new Later('staff can still take the reply back', secondsLeft)
    return [
      {
        purpose: 'reply',
        leadKind: lead.kind,
        leadId: lead.id,
        leadMessageId: messageId,
        recipient,
        subject: headerText(subject),
        createdAt,
      },
    ]
  })
})

/** Returns a mail with staff's text and, below it, the company's name, address and VAT number. */
export function replyMail({ lead, subject, text }: StaffReply, company: Operator): Mail {
  const { t } = languageWith(lead.language)
  const seat = seatOf(t, company)
  const blocks = text.split(/\n{2,}/).map((block) => html(block).replace(/\r?\n/g, '<br>'))
  return {
    subject: headerText(subject),
    text: paragraphs(text, seat),
    html: page(
      headerText(subject),
      blocks.map((block) => `<p style="${style.text}">${block}</p>`).join('\n'),
      {
        footer: `<p style="margin:0">${html(seat)}</p>`,
        language: t.language,
      },
    ),
  }
}
