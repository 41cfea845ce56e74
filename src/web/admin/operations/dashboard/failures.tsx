import { RetryIndexNow } from '../../../../modules/integrations/indexnow/contract.ts'
import { ResendEmailMessage } from '../../../../modules/integrations/mail/contract.ts'
import { type Failure, ReadDashboard, ReadToday } from '../../../../modules/operations/dashboard/contract.ts'
import { effectWords, ReplayEvent } from '../../../../modules/operations/outbox/contract.ts'
import { RunPeriodicTask } from '../../../../modules/operations/periodic/contract.ts'
import { resendOutcome } from '../../integrations/mail/mailLabels.ts'
import { useCommandCall } from '../../kit/api.ts'
import { RowAction } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'

const jobs: Record<string, { text: string; to: string }> = {
  'sync-locations': { text: 'Aggiornamento delle località', to: '/admin/localita/' },
  'import-lecce': { text: 'Importazione dei comuni di Lecce', to: '/admin/localita/' },
  'bulk-routes': { text: 'Creazione di tratte', to: '/admin/bulk-routes/' },
  'correlated-routes': { text: 'Tratte correlate', to: '/admin/tratte/' },
  aiTexts: { text: 'Bozze dell’AI', to: '/admin/ai/bozze/' },
  aiText: { text: 'Testo dell’AI', to: '/admin/ai/bozze/' },
  aiTranslations: { text: 'Traduzioni dell’AI', to: '/admin/lingue/' },
  indexnow: { text: 'Invio a IndexNow', to: '/admin/indexnow/' },
}

/** Returns what failed, and the section where staff find more. */
export function failureText({ kind, id, what }: Failure): { text: string; to: string; action: string } {
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

const retries = {
  mail: ResendEmailMessage,
  effect: ReplayEvent,
  job: null,
  task: RunPeriodicTask,
  indexNow: RetryIndexNow,
}

const renews = [ReadToday.http, ReadDashboard.http]

/** Renders nothing if nobody, or only a greater role, can retry. */
export function Retry({ failure: { kind, id, what, canRetry } }: { failure: Failure }) {
  const { may } = useRights()
  const resend = useCommandCall(ResendEmailMessage, {
    done: resendOutcome,
    failed: 'Impossibile inviare di nuovo l’email',
    renews,
  })
  const replay = useCommandCall(ReplayEvent, {
    done: 'Evento rimesso in lavorazione',
    failed: 'Impossibile ripetere l’evento',
    renews,
  })
  const run = useCommandCall(RunPeriodicTask, {
    done: 'Lavoro avviato',
    failed: 'Impossibile avviare il lavoro',
    renews,
  })
  const submit = useCommandCall(RetryIndexNow, {
    done: 'Indirizzi rimessi in coda',
    failed: 'Impossibile inviare gli indirizzi',
    renews,
  })
  const retry = () => {
    if (kind === 'mail') resend.mutate({ id: Number(id) })
    if (kind === 'effect') replay.mutate({ id: Number(id) })
    if (kind === 'task') run.mutate({ name: id })
    if (kind === 'indexNow') submit.mutate({})
  }
  const command = retries[kind]
  if (!canRetry || !command || !may(command)) return null
  const isBusy = [resend, replay, run, submit].some(({ isPending }) => isPending)
  return (
    <RowAction disabled={isBusy} onClick={retry}>
      Riprova<span className="sr-only"> {what}</span>
    </RowAction>
  )
}
