import type { EmailMessage } from '../../../../modules/integrations/mail/contract.ts'
import { ListInboundMails } from '../../../../modules/integrations/mail/inbound.contract.ts'
import { type LeadMessage, ListLeadMessages } from '../../../../modules/leads/answers/contract.ts'
import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { MailBadge } from '../../integrations/mail/MailBadge.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showDateTime } from '../../kit/format.ts'
import { RowAction } from '../../kit/RowAction.tsx'
import { Answer } from '../../kit/States.tsx'
import { wayNames } from '../lead/leadLabels.ts'
import { useLeadMails } from './LeadMails.tsx'
import { ReceivedMail } from './ReceivedMail.tsx'
import { useUndoAnswer } from './useUndoAnswer.ts'

/** A mail of a program looks quieter than that of a person. */
const frames = { person: 'border-sea/50 bg-sea-pale', machine: 'border-line bg-panel' }

type LeadKey = Pick<LeadItem, 'kind' | 'id'>

/** Shows staff's answers and the customer's mails, oldest first. */
export function LeadThread({ kind, id }: LeadKey) {
  const messages = useQueryCall(ListLeadMessages, { kind, id })
  const mails = useLeadMails({ kind, id })
  const received = useQueryCall(ListInboundMails, {
    leadKind: kind,
    leadId: id,
    page: 1,
    limit: 100,
    sort: '-createdAt',
  })
  const asked = useQueryCall(ListInboundMails, {
    leadKind: kind,
    leadId: id,
    isAsked: true,
    page: 1,
    limit: 25,
    sort: '-createdAt',
  })
  return (
    <Answer of={messages} rows={1}>
      {({ items: written }) => {
        // Oldest first, because sorting does not change the order of mails that were stored in the same millisecond.
        const replies = [...(received.data?.items ?? []), ...(asked.data?.items ?? [])].toReversed()
        const all = [
          ...written.map((message) => ({ at: message.createdAt, message, reply: null })),
          ...replies.map((reply) => ({ at: reply.createdAt, message: null, reply })),
        ].toSorted((one, other) => one.at.localeCompare(other.at))
        return (
          all.length > 0 && (
            <section aria-labelledby="conversazione">
              <h3 id="conversazione" className="mb-2 font-semibold">
                Conversazione
              </h3>
              <ol className="grid gap-3">
                {all.map(({ message, reply }) =>
                  reply ? (
                    <li
                      key={`in ${reply.id}`}
                      className={`rounded-field border p-3 text-sm ${frames[reply.kind === 'person' ? 'person' : 'machine']}`}
                    >
                      <ReceivedMail mail={reply} />
                    </li>
                  ) : (
                    <Message
                      key={`out ${message.id}`}
                      message={message}
                      lead={{ kind, id }}
                      mail={mails.data?.items.find(({ leadMessageId }) => leadMessageId === message.id)}
                    />
                  ),
                )}
              </ol>
            </section>
          )
        )
      }}
    </Answer>
  )
}

interface MessageProps {
  message: LeadMessage
  lead: LeadKey
  mail: EmailMessage | undefined
}

function Message({ message, lead, mail }: MessageProps) {
  const { actId, via, subject, text, author, createdAt, isSent, takeBackMs } = message
  const { undo, isPending } = useUndoAnswer()
  const hasLeft = isSent && (takeBackMs === null || mail !== undefined)
  return (
    <li className="rounded-field border border-line p-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft">
        <span className="font-medium text-ink">{wayNames[via]}</span>
        {[showDateTime(createdAt), author].filter(Boolean).join(' · ')}
        <State message={message} mail={mail} />
        {actId !== null && !hasLeft && (
          <RowAction disabled={isPending} onClick={() => undo({ actId, lead, via, subject, text })}>
            Annulla<span className="sr-only"> la risposta del {showDateTime(createdAt)}</span>
          </RowAction>
        )}
      </p>
      {mail?.lastError && <p className="text-ink-soft">{mail.lastError}</p>}
      {subject && (
        <p className="mt-1 font-medium">
          <Arrowed text={subject} />
        </p>
      )}
      {text && <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>}
    </li>
  )
}

function State({ message: { isSent, outcome, callBackAt }, mail }: Pick<MessageProps, 'message' | 'mail'>) {
  if (mail) return <MailBadge mail={mail} />
  if (isSent) return <Badge tone="info">in partenza</Badge>
  if (outcome === 'noAnswer') return <Badge tone="warn">non risponde</Badge>
  if (outcome === 'callBack')
    return <Badge tone="warn">richiamare{callBackAt && ` il ${showDateTime(callBackAt)}`}</Badge>
  return outcome === 'answered' ? <Badge tone="ok">ha risposto</Badge> : null
}
