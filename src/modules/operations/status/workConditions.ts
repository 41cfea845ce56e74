import { numberText, shortMoment } from '../../../kernel/italianFormats.ts'
import { countMax } from '../../../kernel/retention.ts'
import { effectWords } from '../outbox/contract.ts'
import { eventLabel } from '../outbox/eventLabels.queries.ts'
import { labelOf } from '../periodic/contract.ts'
import { broken, conditionGroup, type Judgement, warning, well } from './condition.ts'
import { failedJobDays, type Health } from './health.queries.ts'

const queueNames = { events: 'eventi e lavori a tempo', mail: 'email', texts: 'testi' }
const waitSecondsMax = 60

export const workConditions = conditionGroup('stored', ({ health }) => health(), [
  {
    id: 'worker',
    name: 'Processi di lavoro',
    check: 'worker',
    counts: 'Queues without a living worker',
    judge: judgeWorkers,
  },
  {
    id: 'events',
    name: 'Eventi',
    check: 'queue',
    counts: 'Seconds that the oldest event has waited for a worker',
    judge: judgeEvents,
  },
  {
    id: 'unread',
    name: 'Lavori di un’altra versione',
    check: 'versions',
    counts: 'Jobs that no running worker knows, or whose payload is invalid',
    judge: judgeUnread,
  },
  {
    id: 'effects',
    name: 'Operazioni automatiche',
    check: 'effects',
    counts: 'Effects that failed permanently',
    judge: judgeEffects,
  },
  {
    id: 'jobs',
    name: 'Lavori lunghi',
    check: 'jobs',
    counts: `Long jobs that failed in the last ${failedJobDays} days`,
    judge: judgeJobs,
  },
  {
    id: 'tasks',
    name: 'Lavori a tempo',
    check: 'tasks',
    counts: 'Scheduled tasks whose last run failed',
    judge: judgeTasks,
  },
])

function judgeWorkers({ workers: { alive, unserved, lastSeenAt } }: Health): Judgement {
  if (alive === 0)
    return broken({
      count: unserved.length,
      text: 'Nessun processo di lavoro attivo: email, pubblicazioni e lavori sono fermi',
      repair: 'Chi amministra il server avvia npm run worker, oppure riavvia npm start.',
      english: lastSeenAt ? `none; the last was seen ${lastSeenAt.toISOString()}` : 'none',
      remedy: 'Start one (npm run worker, or npm start): mails, publishing and jobs wait.',
    })
  if (unserved.length > 0)
    return broken({
      count: unserved.length,
      text: `Nessun processo di lavoro per: ${unserved.map((queue) => queueNames[queue]).join(', ')}`,
      repair: 'Chi amministra il server ne avvia uno con WORKER_QUEUES=all.',
      english: `none for ${unserved.join(', ')}`,
      remedy: 'Start one with WORKER_QUEUES=all.',
    })
  return well(`${numberText(alive)} ${alive === 1 ? 'attivo' : 'attivi'}`, `${alive} running`)
}

function judgeEvents({ events: { oldestWaitSeconds, unfinished } }: Health): Judgement {
  if (oldestWaitSeconds > waitSecondsMax)
    return broken({
      count: oldestWaitSeconds,
      text: `Il più vecchio aspetta da ${numberText(Math.round(oldestWaitSeconds / 60))} min`,
      repair: 'Controlla che un processo di lavoro sia attivo.',
      english: `the oldest event has waited for ${Math.round(oldestWaitSeconds)} s`,
      remedy: 'Check the worker.',
    })
  return well('Nessuno in arretrato', `${unfinished} effects in progress`, oldestWaitSeconds)
}

/** During an absence of workers (`judgeWorkers`) nothing is said about what they know. */
function judgeUnread({
  unread: { waiting, tasks, unfit, reason },
  workers: { unserved },
}: Health): Judgement {
  if (unfit > 0)
    return broken({
      count: unfit,
      text: `Dati non validi in ${numberText(unfit)} ${unfit === 1 ? 'lavoro' : 'lavori'}: ${reason}`,
      repair:
        'Segnalalo a chi sviluppa il sito: il lavoro resta in coda e riparte con una versione che lo legge.',
      english: `${unfit} jobs have an invalid payload: ${reason}`,
      remedy: 'Report it. The jobs stay in the queue for a version that reads them.',
    })
  if (waiting === 0 || unserved.length > 0) return well('Nessuno', 'none')
  return warning({
    count: waiting,
    text: `Nessun processo in funzione conosce: ${tasks.map(taskLabel).join(', ')}`,
    repair: 'Chi amministra il server avvia il processo di lavoro della versione che li ha scritti.',
    english: `${waiting} jobs wait for a worker that knows ${tasks.join(', ')}`,
    remedy: 'Start a worker of the version that wrote them.',
  })
}

/** `dispatch:content:postPublished@2` becomes `Articolo pubblicato (versione 2)`. */
function taskLabel(task: string): string {
  const [named = '', version] = task.split('@')
  const [kind, ...words] = named.split(':')
  const name = words.join(':')
  if (version === undefined || (kind !== 'dispatch' && kind !== 'react')) return task
  const label = kind === 'dispatch' ? eventLabel(name) : effectWords[name]
  return `${label ?? name} (versione ${version.replace(':', ', ')})`
}

function judgeEffects({ events: { failed } }: Health): Judgement {
  if (failed === 0) return well('Nessuna fallita', 'none failed')
  return warning({
    count: failed,
    text: `Non riuscite: ${numberText(failed)}`,
    repair: 'Leggi il motivo in Eventi e premi Riprova, oppure Scarta.',
    english: `${failed} failed permanently`,
    remedy: 'See: npm run cli -- outbox list --failed; then: outbox replay <id>',
  })
}

function judgeJobs({ jobs: { failed, running } }: Health): Judgement {
  if (failed === 0)
    return well(running > 0 ? `${numberText(running)} in corso` : 'Nessuno in corso', `${running} running`)
  return warning({
    count: failed,
    text: `Non riusciti negli ultimi ${failedJobDays} giorni: ${numberText(failed)}`,
    repair: 'Leggi il motivo in Stato del Sistema e premi Riprova, oppure Scarta.',
    english: `${failed} failed in the last ${failedJobDays} days`,
    remedy: 'See: npm run cli -- jobs list',
  })
}

/** Judges only tasks that ran; a missing worker is a condition of its own. */
function judgeTasks({ periodic: { failing } }: Health): Judgement {
  if (failing.length === 0) return well('Tutti riusciti', 'none failing')
  return broken({
    count: failing.length,
    text: `Non riusciti: ${failing.map((task) => `${labelOf(task.name)} dal ${shortMoment(task.since)} (${task.reason ?? notEnded.text})`).join('; ')}`,
    repair: 'Leggi il motivo in Stato del Sistema e premi Esegui adesso.',
    english: `failing: ${failing.map(({ name, since, reason }) => `${name} since ${since.toISOString()} (${reason ?? notEnded.english})`).join('; ')}`,
    remedy: 'Read why in the panel, under Stato del Sistema.',
  })
}

/** The worker may have been killed, or cannot write that the run has ended. */
const notEnded = { text: 'non è finito', english: 'it has not ended' }

interface Backlog {
  what: string
  rowsLeft: number
  oldestAt: Date | null
  behindSince: Date
}

/** Hours for which a backlog is no problem yet, for example after an update with a new term. */
const backlogHours = 24

export const retentionConditions = conditionGroup(
  'stored',
  ({ read }) => read<Backlog[]>`
    select what, rows_left, oldest_at, behind_since from retention_states
    where behind_since is not null order by behind_since, what`,
  [
    {
      id: 'retention',
      name: 'Conservazione dei dati',
      check: 'retention',
      counts: 'Rows past their term that are not deleted yet',
      judge: judgeBacklogs,
    },
  ],
)

function judgeBacklogs(backlogs: Backlog[]): Judgement {
  const [first] = backlogs
  if (!first) return well('Nulla oltre il suo tempo', 'nothing is past its term')
  const count = backlogs.reduce((sum, { rowsLeft }) => sum + rowsLeft, 0)
  const text = `In arretrato, si cancella un po’ alla volta: ${backlogs.map(backlogWords).join('; ')}`
  const english = `${count} rows are left, behind since ${first.behindSince.toISOString()}`
  if (Date.now() - first.behindSince.getTime() < backlogHours * 3_600_000) return well(text, english, count)
  return warning({
    count,
    text,
    repair: `È così dal ${shortMoment(first.behindSince)}. Chi amministra il server controlla che un processo di lavoro sia attivo e il database non sia troppo lento.`,
    english,
    remedy: 'Check that a worker runs, and how fast the database is: npm run cli -- retention run --yes.',
  })
}

const backlogWords = ({ what, rowsLeft, oldestAt }: Backlog) =>
  `${what} (${rowsLeft < countMax ? '' : 'oltre '}${numberText(rowsLeft)}${oldestAt ? `, dal ${shortMoment(oldestAt)}` : ''})`
