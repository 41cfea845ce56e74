import type { InboundMail } from '../../../../modules/integrations/mail/inbound.contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { MailMarks } from '../../integrations/mail/MailMarks.tsx'
import { showChecks } from '../../integrations/mail/receivedLabels.ts'
import { DownloadLink } from '../../kit/DownloadLink.tsx'
import { showDateTime } from '../../kit/format.ts'
import { StrangerQuestion } from './StrangerQuestion.tsx'

export function ReceivedMail({ mail }: { mail: InboundMail }) {
  const { subject, text, notes } = mail
  return (
    <div className="wrap-anywhere">
      <Sender mail={mail} />
      {subject && (
        <p className="mt-1 font-medium">
          <Arrowed text={subject} />
        </p>
      )}
      {text && <p className="mt-1 whitespace-pre-line">{text}</p>}
      {notes.map((note) => (
        <p key={note} className="mt-1 text-ink-soft italic">
          {note}
        </p>
      ))}
      <Files files={mail.attachments} />
      <StrangerQuestion mail={mail} />
    </div>
  )
}

function Sender({
  mail: { kind, fromName, fromAddress, replyTo, checks, doubt, createdAt },
}: {
  mail: InboundMail
}) {
  return (
    <div className="text-ink-soft">
      <p>
        <span className="font-medium text-ink">{fromName || fromAddress || 'mittente sconosciuto'}</span>{' '}
        {showDateTime(createdAt)}
        {fromName && <span className="block">{fromAddress}</span>}
        {replyTo && <span className="block">Risponde a: {replyTo}</span>}
        <span className="block">{showChecks(checks)}</span>
      </p>
      {(kind !== 'person' || doubt) && (
        <p className="mt-1 flex flex-wrap gap-1">
          <MailMarks kind={kind} doubt={doubt} />
        </p>
      )}
    </div>
  )
}

function Files({ files }: { files: InboundMail['attachments'] }) {
  if (files.length === 0) return null
  return (
    <ul className="mt-2 grid gap-1">
      {files.map(({ id, name, size, isStored, problem }) => (
        <li key={id}>
          {isStored ? (
            <DownloadLink
              path={`/api/admin/inbound-attachments/${id}`}
              className="inline-flex min-h-6 pointer-coarse:min-h-(--target) items-center text-sea-deep underline"
            >
              {name}
            </DownloadLink>
          ) : (
            name
          )}{' '}
          <span className="text-ink-soft">
            {isStored ? `${Math.ceil(size / 1024)} KB` : (problem ?? 'in arrivo')}
          </span>
        </li>
      ))}
    </ul>
  )
}
