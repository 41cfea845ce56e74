import { Type } from '@sinclair/typebox'
import { listOf, Moment, Nullable } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

// Every minute the worker runs these tasks, each in a queue of its own, except `apiTasks`.

interface About {
  label: string
  about: string
}

export const periodicTasks = {
  publishDueArticles: {
    label: 'Pubblicazione programmata',
    about: 'Pubblica gli articoli la cui ora è arrivata',
  },
  announceOverdue: {
    label: 'Avvisi di ritardo',
    about: 'Ricorda all’ufficio le richieste a cui nessuno ha risposto in dieci minuti',
  },
  remindOfTrips: {
    label: 'Messaggi prima dei viaggi',
    about: 'Dice ai clienti chi è il loro autista e all’ufficio che cosa manca a un viaggio',
  },
  askForReviews: {
    label: 'Richieste di recensione',
    about: 'La mattina dopo il viaggio chiede al cliente, una volta, com’è andata',
  },
  announceLists: {
    label: 'Listini',
    about: 'Avvisa i motori di ricerca quando un listino comincia o finisce',
  },
  judgePages: {
    label: 'Controllo pagine create in blocco',
    about: 'Ammette nei motori di ricerca le pagine che hanno testi propri, distanza verificata e prezzi',
  },
  queueLostWork: {
    label: 'Recupero',
    about: 'Rimette in lavorazione eventi, email e invii a IndexNow rimasti senza lavoro',
  },
  readReplies: {
    label: 'Casella delle risposte',
    about: 'Legge le email dei clienti dalla casella dell’ufficio',
  },
  drawSocialPictures: {
    label: 'Immagini per i social',
    about: 'Disegna quelle che mancano o mostrano un prezzo vecchio, venti alla volta',
  },
  buildSitemap: {
    label: 'Sitemap',
    about: 'La ricostruisce quando cambia una pagina; e ogni ora, ogni giorno e dopo un errore anche da sé',
  },
  recordSearches: {
    label: 'Contatori di ricerche e visite',
    about: 'Li scrive il sito ogni due secondi, quando ce ne sono',
  },
  purgeOldLeads: {
    label: 'Conservazione: richieste',
    about: 'Cancella le richieste oltre il tempo dell’informativa',
  },
  purgeOldTaps: {
    label: 'Conservazione: codici WhatsApp',
    about: 'Dimentica quelli che non sono diventati una richiesta, e i conteggi e codici di anni fa',
  },
  purgeOldTrips: {
    label: 'Conservazione: viaggi',
    about: 'Cancella i viaggi oltre il tempo dell’informativa',
  },
  purgeOldSheets: {
    label: 'Conservazione: fogli di servizio',
    about: 'Cancella quelli oltre il tempo dell’informativa, mai prima dei quindici giorni di legge',
  },
  purgeOldMail: {
    label: 'Conservazione: email',
    about: 'Cancella le email delle richieste cancellate e, dopo una settimana, le altre',
  },
  purgeOldSearches: {
    label: 'Conservazione: ricerche',
    about: 'Cancella le singole ricerche oltre il tempo dell’informativa',
  },
  purgeNewsletter: {
    label: 'Conservazione: newsletter',
    about: 'Dimentica chi non ha confermato e chi si è disiscritto',
  },
  purgeOldReviews: {
    label: 'Conservazione: recensioni',
    about: 'Cancella le recensioni di due anni fa',
  },
  purgePriceChanges: {
    label: 'Conservazione: cronologia dei prezzi',
    about: 'Cancella le modifiche dei prezzi di due anni fa',
  },
  purgeConsents: {
    label: 'Conservazione: scelte sui cookie',
    about: 'Cancella le scelte di due anni fa',
  },
  purgePushDeliveries: {
    label: 'Conservazione: notifiche',
    about: 'Dimentica dopo 30 giorni quali notifiche sono partite',
  },
  purgeMissedPages: {
    label: 'Conservazione: pagine non trovate',
    about: 'Dimentica gli indirizzi che nessuno chiede più',
  },
  purgeUnusedPictures: {
    label: 'Conservazione: immagini',
    about: 'Cancella le immagini caricate che da 30 giorni nessun testo mostra',
  },
  forgetGooglePositions: {
    label: 'Conservazione: coordinate di Google',
    about: 'Dopo 30 giorni le sostituisce con dati aperti, o le toglie; quelle dello staff restano',
  },
  purgeSessions: {
    label: 'Conservazione: accessi',
    about: 'Cancella sessioni finite e tentativi di accesso',
  },
  purgeRecords: {
    label: 'Conservazione: registri tecnici',
    about:
      'Cancella eventi conclusi da 90 giorni, lavori e storico IndexNow di un anno, conteggi e chiavi di un giorno',
  },
} as const satisfies Record<string, About>

export type PeriodicName = keyof typeof periodicTasks

/** Tasks that API processes run, because only their memory contains the data, such as the searches counted so far. */
export const apiTasks = ['recordSearches'] as const

export type WorkerTask = Exclude<PeriodicName, (typeof apiTasks)[number]>

/** Tasks that end expired rows (`purges` in src/modules/index.ts). */
export const purgeTasks = [
  'purgeOldLeads',
  'purgeOldTaps',
  'purgeOldTrips',
  'purgeOldSheets',
  'purgeOldMail',
  'purgeOldSearches',
  'purgeNewsletter',
  'purgeOldReviews',
  'purgePriceChanges',
  'purgeConsents',
  'purgePushDeliveries',
  'purgeMissedPages',
  'purgeUnusedPictures',
  'forgetGooglePositions',
  'purgeSessions',
  'purgeRecords',
] as const satisfies PeriodicName[]

export type PurgeTask = (typeof purgeTasks)[number]

export const isPurge = (name: string): name is PurgeTask => purgeTasks.some((one) => one === name)

/**
 * Returns the serial queue of a task. Each task has its own, so that a task that is stuck delays no other. The purges share
 * one, so that they do not wait for the rows of each other. The sitemap is built after changes too.
 */
export const queueOf = (name: string) =>
  isPurge(name) ? 'retention' : name === 'buildSitemap' ? 'sitemap' : `task:${name}`

export const canRunNow = (name: string) =>
  Object.hasOwn(periodicTasks, name) && !apiTasks.some((one) => one === name)

export const labelOf = (name: string) =>
  Object.entries(periodicTasks).find(([one]) => one === name)?.[1].label ?? name

const Task = Type.Object({
  name: Type.String(),
  label: Type.String(),
  about: Type.String(),
  /** End of the last run; null before the first run. */
  endedAt: Nullable(Moment),
  succeededAt: Nullable(Moment),
  /** Result of the last run that had something to do. */
  result: Nullable(Type.String()),
  /** Error of the last run; null if it succeeded. */
  error: Nullable(Type.String()),
  canRunNow: Type.Boolean(),
})

export const ListPeriodicTasks = query(
  'GET /api/admin/periodic-tasks',
  'admin',
  Type.Object({}),
  listOf(Task),
  { summary: 'Scheduled tasks, each with the result of its last run' },
)

export const periodicTaskRun = act('operations:periodicTaskRun', 'Lavoro a tempo eseguito subito')

export const RunPeriodicTask = command(
  'POST /api/admin/periodic-tasks/:name/run',
  'admin',
  Type.Object({ name: Type.String({ maxLength: 60 }) }),
  Type.Object({}),
  {
    acts: [periodicTaskRun],
    refusesUnknownKeys: true,
    status: 202,
    summary: 'Runs a scheduled task now; another run is safe',
  },
)

export const taskFailureDropped = act('operations:taskFailureDropped', 'Errore di un lavoro a tempo scartato')

export const DropTaskFailure = command(
  'POST /api/admin/periodic-tasks/:name/drop',
  'admin',
  Type.Object({ name: Type.String({ maxLength: 60 }) }),
  Type.Object({}),
  {
    acts: [taskFailureDropped],
    refusesUnknownKeys: true,
    summary: 'Hides the failure of the last run; the next failure is shown again',
  },
)
