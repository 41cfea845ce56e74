import type { Static } from '@sinclair/typebox'
import type { Command } from '../../../../kernel/message.ts'
import { DropRefusedAddresses, RetryIndexNow } from '../../../../modules/integrations/indexnow/contract.ts'
import { DropFailedMessage, ResendEmailMessage } from '../../../../modules/integrations/mail/contract.ts'
import {
  type Failure,
  ListFailures,
  ReadDashboard,
  ReadToday,
} from '../../../../modules/operations/dashboard/contract.ts'
import { DropJob, RetryJob } from '../../../../modules/operations/jobs/contract.ts'
import { DropEffect, effectWords, ReplayEvent } from '../../../../modules/operations/outbox/contract.ts'
import { DropTaskFailure, RunPeriodicTask } from '../../../../modules/operations/periodic/contract.ts'
import { ReadSystemStatus } from '../../../../modules/operations/status/contract.ts'
import { resendOutcome } from '../../integrations/mail/mailLabels.ts'
import { useCommandCall } from '../../kit/api.ts'
import { RowAction } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import type { Matter } from './MatterText.tsx'

const jobs: Record<string, { text: string; to: string }> = {
  'sync-locations': { text: 'Aggiornamento delle località', to: '/admin/localita/' },
  'import-lecce': { text: 'Importazione dei comuni di Lecce', to: '/admin/localita/' },
  'bulk-routes': { text: 'Creazione di tratte', to: '/admin/bulk-routes/' },
  'correlated-routes': { text: 'Tratte correlate', to: '/admin/tratte/' },
  aiTexts: { text: 'Bozze dell’AI', to: '/admin/ai/bozze/' },
  aiText: { text: 'Testo dell’AI', to: '/admin/ai/bozze/' },
  aiTranslations: { text: 'Traduzioni dell’AI', to: '/admin/lingue/' },
  indexnow: { text: 'Invio a IndexNow', to: '/admin/indexnow/' },
  'bulk-act': { text: 'Modifica in blocco', to: '/admin/registro/blocco/' },
  'bulk-undo': { text: 'Annullamento in blocco', to: '/admin/registro/blocco/' },
}

export const failureId = ({ kind, id, what }: Failure) => `${kind}-${id}-${what}`

/** Returns what failed, and the section with more details. */
export function failureText({ kind, id, what }: Failure): Matter {
  switch (kind) {
    case 'mail':
      return { text: `Email respinta: ${what}.`, to: '/admin/email/?state=failed', action: 'Vedi le email' }
    case 'effect':
      return {
        text: `Non riuscito: ${effectWords[what] ?? what}.`,
        to: `/admin/eventi/${id}/`,
        action: 'Vedi l’evento',
      }
    case 'job': {
      const { text, to } = jobs[what] ?? { text: what, to: '/admin/stato/' }
      return { text: `Operazione fallita: ${text}.`, to, action: 'Apri la sezione' }
    }
    case 'task':
      return { text: `Lavoro a tempo fallito: ${what}.`, to: '/admin/stato/', action: 'Stato del sistema' }
    case 'indexNow':
      return {
        text: what === '1' ? 'IndexNow rifiuta 1 indirizzo.' : `IndexNow rifiuta ${what} indirizzi.`,
        to: '/admin/indexnow/',
        action: 'Vedi gli invii',
      }
  }
}

const renews = [ReadToday.http, ReadDashboard.http, ListFailures.http, ReadSystemStatus.http]

/** Buttons that retry or drop a failure. A dropped failure is neither listed nor counted. */
export function FailureActions({ failure }: { failure: Failure }) {
  return (
    <span className="-mx-2 flex flex-wrap gap-1">
      {failure.canRetry && <Retry failure={failure} />}
      <Drop failure={failure} />
    </span>
  )
}

function Retry({ failure: { kind, id, what } }: { failure: Failure }) {
  const button = { word: 'Riprova', what }
  switch (kind) {
    case 'mail':
      return (
        <Act
          {...button}
          message={ResendEmailMessage}
          input={{ id: Number(id) }}
          done={resendOutcome}
          failed="Impossibile inviare di nuovo l’email"
        />
      )
    case 'effect':
      return (
        <Act
          {...button}
          message={ReplayEvent}
          input={{ id: Number(id) }}
          done="Evento rimesso in lavorazione"
          failed="Impossibile ripetere l’evento"
        />
      )
    case 'job':
      return (
        <Act
          {...button}
          message={RetryJob}
          input={{ id: Number(id) }}
          done="Operazione ripresa"
          failed="Impossibile riprendere l’operazione"
        />
      )
    case 'task':
      return (
        <Act
          {...button}
          message={RunPeriodicTask}
          input={{ name: id }}
          done="Lavoro avviato"
          failed="Impossibile avviare il lavoro"
        />
      )
    case 'indexNow':
      return (
        <Act
          {...button}
          message={RetryIndexNow}
          input={{}}
          done="Indirizzi rimessi in coda"
          failed="Impossibile inviare gli indirizzi"
        />
      )
  }
}

function Drop({ failure: { kind, id, what } }: { failure: Failure }) {
  const button = { word: 'Scarta', what, done: 'Scartato', failed: 'Impossibile scartare' }
  switch (kind) {
    case 'mail':
      return <Act {...button} message={DropFailedMessage} input={{ id: Number(id) }} />
    case 'effect':
      return <Act {...button} message={DropEffect} input={{ id: Number(id), reaction: what }} />
    case 'job':
      return <Act {...button} message={DropJob} input={{ id: Number(id) }} />
    case 'task':
      return <Act {...button} message={DropTaskFailure} input={{ name: id }} />
    case 'indexNow':
      return <Act {...button} message={DropRefusedAddresses} input={{}} />
  }
}

interface ActProps<M extends Command> {
  message: M
  input: Static<M['input']>
  word: string
  /** Name of the mail, event or job on which the button acts, for screen readers. */
  what: string
  done: string | ((output: Static<M['output']>) => string)
  failed: string
}

/** A button that sends a command; nothing for users who may not send it. */
function Act<M extends Command>({ message, input, word, what, done, failed }: ActProps<M>) {
  const { may } = useRights()
  const { mutate, isPending } = useCommandCall(message, { done, failed, renews })
  if (!may(message)) return null
  return (
    <RowAction disabled={isPending} onClick={() => mutate(input)}>
      {word}
      <span className="sr-only"> {what}</span>
    </RowAction>
  )
}
