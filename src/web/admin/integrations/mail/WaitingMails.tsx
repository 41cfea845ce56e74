import type { MailStatus, WaitingChoice } from '../../../../modules/integrations/mail/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { showDateTime } from '../../kit/format.ts'
import { mailCount, waitingCount } from './mailLabels.ts'

interface WaitingMailsProps {
  waiting: MailStatus['waiting']
  onChoose: (choice: WaitingChoice) => void
  onClose: () => void
}

/** Asks staff which waiting mails to send, before a save activates or corrects the configuration. */
export function WaitingMails({ waiting, onChoose, onClose }: WaitingMailsProps) {
  const { office, recent, old } = waiting
  const batches: [string, MailStatus['waiting']['office']][] = [
    ['All’ufficio', office],
    ['Ai clienti, delle ultime 24 ore', recent],
    ['Ai clienti, più vecchie di 24 ore', old],
  ]
  const ways: [WaitingChoice, string][] = [
    ['recent', `Invia ufficio e clienti recenti (${office.count + recent.count})`],
    ['office', `Invia solo all’ufficio (${office.count})`],
    ['all', `Invia tutte (${waitingCount(waiting)})`],
    ['none', 'Non inviare niente'],
  ]
  return (
    <Dialog
      title="Ci sono email in attesa"
      intro="Attivando la configurazione possono partire adesso. Quelle che non invii restano trattenute in Email Inviate."
      onClose={onClose}
    >
      <ul className="mb-5 grid gap-2">
        {batches
          .filter(([, { count }]) => count > 0)
          .map(([name, { count, oldestAt }]) => (
            <li key={name}>
              <span className="font-semibold">{name}:</span> {mailCount(count)}
              {oldestAt && (
                <span className="text-ink-soft">, la più vecchia del {showDateTime(oldestAt)}</span>
              )}
            </li>
          ))}
      </ul>
      <div className="grid gap-2">
        {ways.map(([choice, name], index) => (
          <Button key={choice} look={index === 0 ? 'ink' : 'plain'} onClick={() => onChoose(choice)}>
            {name}
          </Button>
        ))}
        <LeaveButton>Annulla, non salvare</LeaveButton>
      </div>
    </Dialog>
  )
}
