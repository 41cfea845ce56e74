import { ListEmailMessages } from '../../../../modules/integrations/mail/contract.ts'
import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import { MailBadge } from '../../integrations/mail/MailBadge.tsx'
import { mailPurposes } from '../../integrations/mail/mailLabels.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Answer } from '../../kit/States.tsx'

const mailsMax = 100

export function useLeadMails({ kind, id }: Pick<LeadItem, 'kind' | 'id'>) {
  return useQueryCall(ListEmailMessages, {
    leadKind: kind,
    leadId: id,
    page: 1,
    limit: mailsMax,
    sort: '-createdAt',
  })
}

/** Shows the automatic mails about a lead. LeadThread shows the replies of staff. */
export function LeadMails({ kind, id }: Pick<LeadItem, 'kind' | 'id'>) {
  const mails = useLeadMails({ kind, id })
  return (
    <Answer of={mails} rows={1}>
      {({ items }) => {
        const automatic = items.filter(({ leadMessageId }) => leadMessageId === null)
        return (
          automatic.length > 0 && (
            <section aria-labelledby="email-inviate">
              <h3 id="email-inviate" className="mb-1 font-semibold">
                Email
              </h3>
              <ul className="grid gap-1 text-sm">
                {automatic.map((mail) => (
                  <li key={mail.id} className="flex flex-wrap items-center gap-x-2">
                    <span className="break-all">
                      {mailPurposes[mail.purpose] ?? mail.purpose}: {mail.recipient}
                    </span>
                    <MailBadge mail={mail} />
                    {mail.lastError && <span className="text-ink-soft">{mail.lastError}</span>}
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      }}
    </Answer>
  )
}
