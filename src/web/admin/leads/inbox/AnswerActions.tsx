import { type LeadItem, RecordAnswer } from '../../../../modules/leads/inbox/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { rowActionClass } from '../../kit/RowAction.tsx'
import { leadAnswers } from './leadAnswers.ts'
import { whoOf } from './leadLabels.ts'

interface AnswerActionsProps {
  lead: Pick<LeadItem, 'kind' | 'id' | 'links' | 'name' | 'phone'>
  /** `row` is for the list, `buttons` for the open lead. */
  look?: 'row' | 'buttons'
}

/** Opens the prepared reply in phone, WhatsApp or mail. The lead then counts as answered. */
export function AnswerActions({ lead, look = 'row' }: AnswerActionsProps) {
  const { kind, id, links } = lead
  const record = useCommandCall(RecordAnswer, {
    failed: 'Impossibile registrare la risposta',
    renews: leadAnswers,
  })
  const ways = [
    { via: 'call', label: 'Chiama', href: links.call },
    { via: 'whatsapp', label: 'WhatsApp', href: links.whatsapp },
    { via: 'email', label: 'Email', href: links.email },
  ] as const
  return ways.map(({ via, label, href }, index) =>
    href === null ? null : (
      <a
        key={via}
        href={href}
        {...(via === 'whatsapp' ? { target: '_blank', rel: 'noreferrer' } : {})}
        onClick={() => record.mutate({ kind, id, via })}
        className={look === 'row' ? rowActionClass : buttonClass(index === 0 ? 'sea' : 'plain')}
      >
        {label}
        <span className="sr-only"> {whoOf(lead)}</span>
      </a>
    ),
  )
}
