import { languageName } from '../../../../languages/languageName.ts'
import { languages } from '../../../../languages/messages.ts'
import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import type { AnswerWay } from '../../../../modules/leads/lead/contract.ts'

export const languageChoices = languages.map((code) => [code, languageName(code)] as const)

export const leadNouns = ['richiesta', 'richieste'] as const

export const kindsInOrder = ['availability_request', 'booking', 'contact'] as const

export const wayNames: Record<AnswerWay, string> = { email: 'Email', whatsapp: 'WhatsApp', call: 'Telefono' }

export const waysInOrder = ['email', 'whatsapp', 'call'] as const

export const statesInOrder = ['nuova', 'contattata', 'preventivo', 'confermata', 'persa'] as const

export const stateTones = {
  nuova: 'warn',
  contattata: 'info',
  preventivo: 'info',
  confermata: 'ok',
  persa: 'quiet',
} as const

/** Returns for example `Lecce → …` if the destination is unknown; empty if both places are. */
export const partOfRoute = ({ departure, destination }: Pick<LeadItem, 'departure' | 'destination'>) =>
  departure || destination ? `${departure ?? '…'} → ${destination ?? '…'}` : ''

export function whoOf({ name, phone }: Pick<LeadItem, 'name' | 'phone'>): string {
  return name || phone
}

/** Returns for example `1 passeggero` or `1-4 passeggeri`; null if the lead states none. */
export const passengersOf = (passengers: string | null) =>
  passengers && `${passengers} ${passengers === '1' ? 'passeggero' : 'passeggeri'}`

/** Returns whether the user types or answers a dialog, so that a key is no shortcut. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('input, textarea, select, dialog') !== null

/** Returns for example `12 min`, `3 h` or `2 g`. */
export function showSpan(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 90) return `${minutes} min`
  return minutes < 36 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} g`
}
