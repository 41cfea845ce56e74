import type { InboundMail } from '../../../../modules/integrations/mail/inbound.contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { showDateTime } from '../../kit/format.ts'

export function ReceivedMail({ mail }: { mail: InboundMail }) {
  const { fromName, fromAddress, subject, text, attachments, createdAt } = mail
  return (
    <div className="wrap-anywhere">
      <p className="text-ink-soft">
        <span className="font-medium text-ink">{fromName || fromAddress}</span> {showDateTime(createdAt)}
        {fromName && <span className="block">{fromAddress}</span>}
      </p>
      {subject && (
        <p className="mt-1 font-medium">
          <Arrowed text={subject} />
        </p>
      )}
      <p className="mt-1 whitespace-pre-line">{text}</p>
      {attachments.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {attachments.map(({ id, name, size, isStored, problem }) => (
            <li key={id}>
              {isStored ? (
                <a
                  href={`/api/admin/inbound-attachments/${id}`}
                  download
                  className="inline-flex min-h-6 pointer-coarse:min-h-(--target) items-center text-sea-deep underline"
                >
                  {name}
                </a>
              ) : (
                name
              )}{' '}
              <span className="text-ink-soft">
                {isStored ? `${Math.ceil(size / 1024)} KB` : (problem ?? 'in arrivo')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
