import { romanDay } from '../../../kernel/romanDay.ts'
import type { Lead } from '../lead.ts'
import type { LeadState } from './contract.ts'

type Row = [label: string, value: string]

/** Returns `Partenza → Destinazione` on one line; empty if the lead has no route. */
export function routeOf({ departure, destination }: Lead): string {
  return departure && destination ? `${departure} → ${destination}`.replace(/\s+/g, ' ').trim() : ''
}

/** Returns the requested trip without person and message, for the receipt and the status page. */
export function tripRows(lead: Lead): Row[] {
  const { departure, destination, returnTrip } = lead
  const rows: [string, string | null][] = [
    ['Codice', lead.code],
    ['Partenza', departure],
    ['Destinazione', destination],
    ['Data', lead.date && dateWords(lead.date)],
    ['Orario', lead.time],
    ['Passeggeri', lead.passengers],
    ['Bagagli', lead.luggage],
    ['Volo o treno', lead.flightOrTrain],
    ['Indirizzo', lead.address],
    ['Posizione', lead.position],
    ['Prezzo', lead.quote],
    ['Ritorno', returnTrip && departure && destination ? `da ${destination} a ${departure}` : null],
    ['Data del ritorno', returnTrip ? dateWords(lead.returnDate ?? 'da concordare') : null],
    ['Orario del ritorno', lead.returnTime],
    ['Prezzo del ritorno', lead.returnQuote ?? (returnTrip && lead.quote ? 'da confermare' : null)],
    ['Totale', lead.totalQuote],
  ]
  return rows.filter((row): row is Row => row[1] !== null && row[1] !== '')
}

const day = new Intl.DateTimeFormat('it-IT', { dateStyle: 'full', timeZone: 'UTC' })

/** Formats `2026-12-24` as `giovedì 24 dicembre 2026`. Other text is returned unchanged. */
export function dateWords(text: string): string {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return date && !Number.isNaN(date.getTime()) ? day.format(date) : text
}

const states: Record<LeadState, { state: string; stateText: string }> = {
  nuova: { state: 'Ricevuta', stateText: 'La tua richiesta è arrivata: la stiamo verificando.' },
  contattata: { state: 'In lavorazione', stateText: 'Ti abbiamo contattato e stiamo definendo i dettagli.' },
  preventivo: {
    state: 'Preventivo inviato',
    stateText: 'Ti abbiamo mandato il prezzo: aspettiamo la tua conferma.',
  },
  confermata: { state: 'Confermata', stateText: 'Il transfer è confermato: l’autista ti aspetta.' },
  persa: { state: 'Chiusa', stateText: 'Questa richiesta è chiusa. Per un nuovo viaggio siamo qui.' },
}

const closedMessage = { state: 'Chiusa', stateText: 'Questa richiesta è chiusa. Per altro siamo qui.' }
const messageStates: Partial<typeof states> = {
  nuova: { state: 'Ricevuta', stateText: 'Il tuo messaggio è arrivato: ti rispondiamo al più presto.' },
  confermata: closedMessage,
  persa: closedMessage,
}

const cancelled = {
  state: 'Annullata',
  stateText: 'Hai annullato questa richiesta e abbiamo avvisato l’ufficio. Per un nuovo viaggio siamo qui.',
}

/** Returns true from the day after the last leg; false while that day is unknown. */
export function isOver({ date, returnTrip, returnDate }: Lead, now: Date): boolean {
  const last = returnTrip ? returnDate : date
  return /^\d{4}-\d\d-\d\d$/.test(last ?? '') && String(last) < romanDay(now)
}

export function stateWords(
  { kind, status }: Lead,
  isCancelled: boolean,
): { state: string; stateText: string } {
  if (isCancelled && status === 'persa') return cancelled
  return (kind === 'contact' ? messageStates[status] : undefined) ?? states[status]
}
