import type { EmailMessage, MailStatus } from '../../../../modules/integrations/mail/contract.ts'
import { showNumber } from '../../kit/format.ts'

export const mailStates = {
  planned: { label: 'in coda', tone: 'info' },
  sending: { label: 'in invio', tone: 'info' },
  sent: { label: 'inviata', tone: 'ok' },
  delivered: { label: 'consegnata', tone: 'ok' },
  failed: { label: 'respinta', tone: 'bad' },
  notConfigured: { label: 'non configurata', tone: 'warn' },
  skipped: { label: 'scartata', tone: 'quiet' },
  held: { label: 'trattenuta', tone: 'warn' },
} as const

export function resendOutcome({ state, lastError }: Pick<EmailMessage, 'state' | 'lastError'>): string {
  if (state === 'sent' || state === 'delivered') return 'Email inviata'
  return lastError ? `Email ancora in attesa: ${lastError}` : 'Email rimessa in coda'
}

export const mailPurposes: Record<string, string> = {
  office: 'All’ufficio',
  receipt: 'Ricevuta al cliente',
  reply: 'Risposta al cliente',
  reminder: 'Promemoria all’ufficio',
  wish: 'Annullamento o modifica',
  offer: 'Preventivo al cliente',
  review: 'Richiesta di recensione',
  newReview: 'Nuova recensione all’ufficio',
  acceptance: 'Preventivo accettato',
  confirmation: 'Conferma al cliente',
  driver: 'Autista al cliente',
  moved: 'Viaggio spostato, al cliente',
  cancelled: 'Annullamento, al cliente',
  gaps: 'Che cosa manca a un viaggio',
  newsletter: 'Newsletter',
}

export const mailReports: Record<string, string> = {
  delivered: 'consegnata',
  hard_bounce: 'tornata indietro',
  returned: 'tornata indietro',
  delayed: 'in ritardo, si riprova',
  soft_bounce: 'non consegnata, non si riprova più',
  deferred: 'consegna rimandata, si riprova',
  blocked: 'bloccata da Brevo',
  invalid_email: 'indirizzo non valido',
  error: 'non inviata da Brevo',
  spam: 'segnalata come indesiderata',
  unsubscribed: 'il destinatario non vuole altre email',
}

export const waitingCount = ({ office, recent, old }: MailStatus['waiting']) =>
  office.count + recent.count + old.count

export const mailCount = (count: number) => `${showNumber(count)} email`
