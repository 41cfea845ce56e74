import type { LeadDetail } from '../../../../modules/leads/inbox/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { withMessage } from '../../../ui/phone.ts'
import type { Reply } from './useReply.ts'

interface SendReplyProps {
  lead: LeadDetail
  reply: Reply
}

export function SendReply({ lead, reply }: SendReplyProps) {
  return reply.via === 'email' ? <SendMail reply={reply} /> : <OpenWhatsApp lead={lead} reply={reply} />
}

function SendMail({ reply: { answer, hasNext, isPending, subject, text } }: Pick<SendReplyProps, 'reply'>) {
  const isEmpty = text.trim() === '' || subject.trim() === ''
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="sea"
        data-send
        aria-keyshortcuts="Control+Enter"
        aria-busy={isPending}
        disabled={isPending || isEmpty}
        onClick={() => answer({ isMovingOn: true })}
      >
        {hasNext ? 'Invia e avanti' : 'Invia'}
      </Button>
      {hasNext && (
        <Button look="plain" disabled={isPending || isEmpty} onClick={() => answer()}>
          Invia
        </Button>
      )}
    </div>
  )
}

function OpenWhatsApp({ lead, reply: { answer, text } }: SendReplyProps) {
  const link = withMessage(lead.links.whatsapp, text)
  if (!link) return <p className="text-ink-soft text-sm">Il numero non è valido per WhatsApp.</p>
  return (
    <div>
      <a
        href={link}
        target="_blank"
        rel="noreferrer"
        data-send
        aria-keyshortcuts="Control+Enter"
        onClick={() => answer({ isMovingOn: true })}
        className={buttonClass('sea')}
      >
        Apri WhatsApp
      </a>
    </div>
  )
}
