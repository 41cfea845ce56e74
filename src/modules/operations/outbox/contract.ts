import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Moment, Nullable } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'
import { EmailMessage } from '../../integrations/mail/contract.ts'
import { Job } from '../jobs/contract.ts'

/** Labels of reactions for staff. `docs/events.md` lists the events that start them. */
export const effectWords: Record<string, string> = {
  'integrations:mailAvailabilityRequest': 'Email all’ufficio e ricevuta al cliente',
  'integrations:mailContact': 'Email all’ufficio e ricevuta al cliente',
  'integrations:mailBooking': 'Email all’ufficio e ricevuta al cliente',
  'integrations:mailCancellation': 'Email all’ufficio',
  'integrations:mailChange': 'Email all’ufficio',
  'trips:planTrips': 'I viaggi seguono la richiesta',
  'trips:cancelTrips': 'I viaggi risultano annullati',
  'trips:declineOffer': 'Il preventivo risulta rifiutato',
  'integrations:mailOffer': 'Email al cliente',
  'integrations:mailAcceptance': 'Email all’ufficio',
  'integrations:mailConfirmation': 'Conferma al cliente',
  'integrations:mailDriver': 'Email al cliente',
  'integrations:mailMove': 'Email al cliente',
  'integrations:mailGaps': 'Email all’ufficio',
  'integrations:mailNewReview': 'Email all’ufficio',
  'integrations:mailReviewRequest': 'Email al cliente',
  'integrations:mailNewsletter': 'Email di conferma a chi si iscrive',
  'leads:awaitAnswer': 'La richiesta aspetta una risposta',
  'leads:stopAwaiting': 'La richiesta non aspetta più per quella email',
  'integrations:storeAttachments': 'Scarica gli allegati da Brevo',
  'integrations:mailReply': 'Email al cliente',
  'integrations:remindOffice': 'Promemoria all’ufficio',
  'integrations:pushAvailabilityRequest': 'Notifica ai browser dell’ufficio',
  'integrations:pushContact': 'Notifica ai browser dell’ufficio',
  'integrations:pushBooking': 'Notifica ai browser dell’ufficio',
  'integrations:pushOverdue': 'Notifica ai browser dell’ufficio',
  'leads:markForCall': 'La richiesta dice se conviene telefonare',
  'integrations:resendOwedMails': 'Ripartono le email dell’evento',
  'integrations:sendWaitingMail': 'Partono le email in attesa',
  'integrations:forgetMail': 'Si cancellano le sue email',
  'content:forgetSubscriber': 'Si cancella la sua iscrizione',
  'trips:forgetSheets': 'Si cancellano i suoi vecchi fogli di servizio',
  'content:forgetReviews': 'Si cancellano le sue recensioni',
  'integrations:sendImportantPages': 'Invio a IndexNow',
  'integrations:submitRouteCreated': 'IndexNow: la pagina',
  'integrations:submitRouteUpdated': 'IndexNow: la pagina',
  'integrations:submitRouteActivated': 'IndexNow: la pagina',
  'integrations:submitRouteDeactivated': 'IndexNow: la pagina tolta',
  'integrations:submitRouteDeleted': 'IndexNow: la pagina tolta',
  'integrations:submitRouteLinked': 'IndexNow: le pagine delle due tratte',
  'integrations:submitRouteUnlinked': 'IndexNow: le pagine delle due tratte',
  'integrations:submitRouteMoved': 'IndexNow: il vecchio e il nuovo indirizzo',
  'integrations:submitPlaceChanged': 'IndexNow: la pagina della località',
  'integrations:submitPlaceRenamed': 'IndexNow: i vecchi e i nuovi indirizzi nelle altre lingue',
  'content:redirectMovedPlace': 'Il vecchio indirizzo porta al nuovo',
  'content:redirectRenamedPlace': 'I vecchi indirizzi nelle altre lingue portano ai nuovi',
  'integrations:submitPricesChanged': 'IndexNow: le pagine con i prezzi nuovi',
  'integrations:submitDayPrices': 'IndexNow: le pagine con i prezzi del giorno',
  'integrations:submitPagesLetIn': 'IndexNow: le pagine ammesse',
  'integrations:submitPostPublished': 'IndexNow: l’articolo',
  'integrations:submitPostUpdated': 'IndexNow: l’articolo',
  'integrations:submitPostUnpublished': 'IndexNow: l’articolo tolto',
  'integrations:submitPostDeleted': 'IndexNow: l’articolo tolto',
  'integrations:submitTranslation': 'IndexNow: l’articolo nella sua lingua',
  'integrations:submitRedirectChanged': 'IndexNow: il vecchio indirizzo',
  'integrations:submitWaitingChanges': 'IndexNow: ciò che è cambiato in manutenzione',
  'content:buildRequestedSitemap': 'Costruisce la sitemap',
  'integrations:purgeSitemap': 'La cache esterna si svuota',
  'content:convertPhoto': 'Converte la foto in ogni misura',
  'content:redirectMovedRoute': 'Il vecchio indirizzo porta al nuovo',
  'content:clearAddress': 'L’indirizzo non risulta più rimosso né reindirizzato',
  'content:markDeletedRoute': 'L’indirizzo risulta rimosso (410)',
  'catalog:makeFamily': 'Crea ritorno e tratte correlate',
  'catalog:makeBulkRoutes': 'Crea le tratte',
  'catalog:judgeAfterSaving': 'Controlla se le pagine create in blocco possono entrare nei motori di ricerca',
  'catalog:syncPendingLocations': 'Completa le località',
  'catalog:addComuniOfLecce': 'Aggiunge i comuni che mancano',
  'integrations:writeText': 'Scrive il testo',
  'integrations:writeTexts': 'Scrive le bozze',
  'integrations:writeTranslations': 'Scrive le traduzioni',
  'content:keepTranslationDraft': 'Salva la bozza da rivedere',
  'operations:runCommand': 'Esegue l’operazione',
  'operations:runBulkAct': 'Cambia le righe, o le rimette com’erano',
}

const Effect = Type.Object({
  reaction: Type.String(),
  state: Type.Union([Type.Literal('planned'), Type.Literal('done'), Type.Literal('failed')]),
  attempts: Type.Integer(),
  lastError: Nullable(Type.String()),
})

export const ListOutbox = query(
  'GET /api/admin/outbox',
  'admin',
  Type.Object({ ...listInput('occurredAt'), onlyFailed: Type.Boolean({ default: false }) }),
  listOf(
    Type.Object({
      id: Id,
      type: Type.String(),
      label: Type.String(),
      payload: Type.Unknown(),
      occurredAt: Moment,
      dispatchedAt: Nullable(Moment),
      effects: Type.Array(Effect),
    }),
  ),
  { summary: 'Events, newest first, with the state of their effects' },
)
export const eventReplayed = act('operations:eventReplayed', 'Evento ripetuto')

export const ReplayEvent = command(
  'POST /api/admin/outbox/:id/replay',
  'admin',
  ById,
  Type.Object({
    /** Number of effects and mails that are retried. */
    replayed: Type.Integer(),
    /** Number of retried mails that a mail server has accepted. */
    sent: Type.Integer(),
    /** Reason if a mail server refused a retried mail again; null if none was refused. */
    refusal: Nullable(Type.String()),
  }),
  {
    acts: [eventReplayed],
    timeoutMs: 8_000,
    summary: 'Retries the effects and mails of an event that failed or are pending',
  },
)

export const failedEventsReplayed = act('operations:failedEventsReplayed', 'Eventi non riusciti ripetuti', {
  fields: { replayed: 'Ripetuti' },
})

export const ReplayFailed = command(
  'POST /api/admin/outbox/replay-failed',
  'admin',
  Type.Object({}),
  Type.Object({ replayed: Type.Integer() }),
  { acts: [failedEventsReplayed], refusesUnknownKeys: true, summary: 'Retries all failed effects' },
)

export const effectDropped = act('operations:effectDropped', 'Effetto non riuscito scartato', {
  fields: { reaction: 'Effetto' },
})

export const DropEffect = command(
  'POST /api/admin/outbox/:id/drop',
  'admin',
  Type.Object({ id: Id, reaction: Type.String({ maxLength: 100 }) }),
  Type.Object({}),
  {
    acts: [effectDropped],
    refusesUnknownKeys: true,
    summary: 'Drops a failed effect: it no longer counts as failed',
  },
)

const EventEffect = Type.Object({
  ...Effect.properties,
  changedAt: Moment,
  /** Time of the next attempt; null if none is pending. */
  nextAt: Nullable(Moment),
})

const EventMailState = Type.Object({
  ...Type.Pick(EmailMessage, ['id', 'purpose', 'recipient', 'state', 'attempts', 'lastError', 'sentAt'])
    .properties,
  nextAt: Nullable(Moment),
  /** Reports of the provider after it accepted the mail. */
  reports: Type.Array(Type.Object({ event: Type.String(), reason: Nullable(Type.String()), at: Moment })),
})

const EventAddress = Type.Object({
  id: Id,
  url: Type.String(),
  state: Type.Union([
    Type.Literal('planned'),
    Type.Literal('sent'),
    Type.Literal('failed'),
    Type.Literal('skipped'),
  ]),
  attempts: Type.Integer(),
  reason: Nullable(Type.String()),
  changedAt: Moment,
})

export const EventTimeline = Type.Object({
  id: Id,
  type: Type.String(),
  label: Type.String(),
  payload: Type.Unknown(),
  occurredAt: Moment,
  dispatchedAt: Nullable(Moment),
  effects: Type.Array(EventEffect),
  job: Nullable(Type.Omit(Job, ['result'])),
  mails: Type.Array(EventMailState),
  addresses: Type.Array(EventAddress),
})
export type EventTimeline = Static<typeof EventTimeline>

export const ReadEvent = query('GET /api/admin/outbox/:id', 'admin', ById, EventTimeline, {
  summary: 'An event with its effects, its job, its mails and their reports, and the submitted URLs',
})
