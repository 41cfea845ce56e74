import type { Static } from '@sinclair/typebox'
import type { Command } from '../../../../kernel/message.ts'
import { DropRefusedAddresses, RetryIndexNow } from '../../../../modules/integrations/indexnow/contract.ts'
import { DropFailedMessage, ResendEmailMessage } from '../../../../modules/integrations/mail/contract.ts'
import {
  DropUnreadableMail,
  ListUnreadableMails,
  RetryUnreadableMail,
} from '../../../../modules/integrations/mailbox/contract.ts'
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
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall } from '../../kit/api.ts'
import { RowAction } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import type { Matter } from './MatterText.tsx'

const jobs: Record<string, { text: string; to: string }> = {
  'sync-locations': { text: 'Aggiornamento delle località', to: adminPath('localita/') },
  'import-lecce': { text: 'Importazione dei comuni di Lecce', to: adminPath('localita/') },
  'bulk-routes': { text: 'Creazione di tratte', to: adminPath('bulk-routes/') },
  'correlated-routes': { text: 'Tratte correlate', to: adminPath('tratte/') },
  aiTexts: { text: 'Bozze dell’AI', to: adminPath('ai/bozze/') },
  aiText: { text: 'Testo dell’AI per un modulo', to: adminPath('tratte/') },
  aiTranslations: { text: 'Traduzioni dell’AI', to: adminPath('lingue/') },
  indexnow: { text: 'Invio a IndexNow', to: adminPath('indexnow/') },
  sitemap: { text: 'Costruzione della sitemap', to: adminPath('search-console/') },
  command: { text: 'Operazione su molte righe', to: adminPath('registro/') },
  'bulk-act': { text: 'Modifica in blocco', to: adminPath('registro/blocco/') },
  'bulk-undo': { text: 'Annullamento in blocco', to: adminPath('registro/blocco/') },
}

export const failureId = ({ kind, id, what }: Failure) => `${kind}-${id}-${what}`

export function failureText({ kind, id, what }: Failure): Matter {
  switch (kind) {
    case 'mail':
      return {
        text: `Email respinta: ${what}.`,
        to: adminPath('email/', {}, { state: 'failed' }),
        action: 'Vedi le email',
      }
    case 'effect':
      return {
        text: `Non riuscito: ${effectWords[what] ?? what}.`,
        to: adminPath('eventi/:id/', { id }),
        action: 'Vedi l’evento',
      }
    case 'job': {
      const { text, to } = jobs[what] ?? { text: what, to: adminPath('stato/') }
      return { text: `Operazione fallita: ${text}.`, to, action: 'Apri la sezione' }
    }
    case 'task':
      return {
        text: `Lavoro a tempo fallito: ${what}.`,
        to: adminPath('stato/'),
        action: 'Stato del sistema',
      }
    case 'indexNow':
      return {
        text: what === '1' ? 'IndexNow rifiuta 1 indirizzo.' : `IndexNow rifiuta ${what} indirizzi.`,
        to: adminPath('indexnow/'),
        action: 'Vedi gli invii',
      }
    case 'unreadable':
      return {
        text: `Questo messaggio non si legge, apri la casella: ${what}.`,
        to: adminPath('casella-risposte/'),
        action: 'Casella delle risposte',
      }
  }
}

const renews = [
  ...[ReadToday.http, ReadDashboard.http, ListFailures.http, ReadSystemStatus.http],
  ListUnreadableMails.http,
]

interface Act<M extends Command> {
  message: M
  input: (failure: Failure) => Static<M['input']>
  done: string | ((output: Static<M['output']>) => string)
  failed: string
}

// biome-ignore lint/suspicious/noExplicitAny: each act has its own input and output
type Acts = Record<Failure['kind'], Act<any>>

const act = <M extends Command>(
  message: M,
  input: Act<M>['input'],
  done: Act<M>['done'],
  failed: string,
): Act<M> => ({ message, input, done, failed })

const byId = ({ id }: Failure) => ({ id: Number(id) })
const byName = ({ id }: Failure) => ({ name: id })
const all = () => ({})

const retries: Acts = {
  mail: act(ResendEmailMessage, byId, resendOutcome, 'Impossibile inviare di nuovo l’email'),
  effect: act(ReplayEvent, byId, 'Evento rimesso in lavorazione', 'Impossibile ripetere l’evento'),
  job: act(RetryJob, byId, 'Operazione ripresa', 'Impossibile riprendere l’operazione'),
  task: act(RunPeriodicTask, byName, 'Lavoro avviato', 'Impossibile avviare il lavoro'),
  indexNow: act(RetryIndexNow, all, 'Indirizzi rimessi in coda', 'Impossibile inviare gli indirizzi'),
  unreadable: act(
    RetryUnreadableMail,
    byId,
    'Si riprova entro un minuto',
    'Impossibile riprovare a leggere il messaggio',
  ),
}

const dropped = ['Scartato', 'Impossibile scartare'] as const
const drops: Acts = {
  mail: act(DropFailedMessage, byId, ...dropped),
  effect: act(DropEffect, (failure) => ({ ...byId(failure), reaction: failure.what }), ...dropped),
  job: act(DropJob, byId, ...dropped),
  task: act(DropTaskFailure, byName, ...dropped),
  indexNow: act(DropRefusedAddresses, all, ...dropped),
  unreadable: act(DropUnreadableMail, byId, 'Tolto dall’elenco', 'Impossibile togliere il messaggio'),
}

/** Buttons that retry or drop a failure. The panel no longer lists or counts a dropped failure. */
export function FailureActions({ failure }: { failure: Failure }) {
  return (
    <span className="-mx-2 flex flex-wrap gap-1">
      {failure.canRetry && <ActButton word="Riprova" failure={failure} act={retries[failure.kind]} />}
      <ActButton
        word={failure.kind === 'unreadable' ? 'Letto nella casella' : 'Scarta'}
        failure={failure}
        act={drops[failure.kind]}
      />
    </span>
  )
}

interface ActButtonProps {
  word: string
  failure: Failure
  act: Acts[Failure['kind']]
}

function ActButton({ word, failure, act: { message, input, done, failed } }: ActButtonProps) {
  const { may } = useRights()
  const { mutate, isPending } = useCommandCall(message, { done, failed, renews })
  if (!may(message)) return null
  return (
    <RowAction disabled={isPending} onClick={() => mutate(input(failure))}>
      {word}
      <span className="sr-only"> {failure.what}</span>
    </RowAction>
  )
}
