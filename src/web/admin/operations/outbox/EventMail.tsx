import { ResendEmailMessage } from '../../../../modules/integrations/mail/contract.ts'
import { type EventTimeline, ReadEvent } from '../../../../modules/operations/outbox/contract.ts'
import { mailPurposes, mailReports, mailStates, resendOutcome } from '../../integrations/mail/mailLabels.ts'
import { useCommandCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { RowAction } from '../../kit/RowAction.tsx'
import { Course, moment } from './eventParts.tsx'

export function EventMail({ mail }: { mail: EventTimeline['mails'][number] }) {
  const { id, purpose, recipient, state, attempts, sentAt, nextAt, lastError, reports } = mail
  const resend = useCommandCall(ResendEmailMessage, {
    done: resendOutcome,
    failed: 'Impossibile inviare di nuovo l’email',
    renews: [ReadEvent.http],
  })
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="break-all">
          {mailPurposes[purpose] ?? purpose}: {recipient}
        </span>
        <Badge tone={mailStates[state].tone}>{mailStates[state].label}</Badge>
        {(state === 'failed' || state === 'planned') && (
          <RowAction onClick={() => resend.mutate({ id })}>
            Riprova<span className="sr-only"> l’email a {recipient}</span>
          </RowAction>
        )}
      </p>
      <Course
        attempts={attempts}
        at={sentAt ? `inviata ${moment(sentAt)}` : 'non ancora inviata'}
        nextAt={nextAt}
        reason={lastError}
      />
      {reports.length > 0 && (
        <ul className="text-ink-soft text-sm">
          {reports.map(({ event, at, reason }) => (
            <li key={`${event} ${at}`}>
              {moment(at)} {mailReports[event] ?? event} {lastError?.includes(reason ?? '') ? '' : reason}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
