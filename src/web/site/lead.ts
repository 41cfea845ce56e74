import type {
  AvailabilityRequest,
  BookingRequest,
  ContactRequest,
  RequestAvailability,
  RequestBooking,
  SendContact,
} from '../../modules/leads/requests/contract.ts'
import { CallError, call } from '../client.ts'
import { track } from '../consent/track.ts'
import { provenance } from '../consent/visit.ts'
import type { Errors, Values } from '../ui/useForm.ts'

type Lead = typeof RequestAvailability | typeof RequestBooking | typeof SendContact
type LeadInput = AvailabilityRequest | BookingRequest | ContactRequest

/** What each of them is for Analytics. */
const kinds = {
  'POST /api/availability-requests': 'availability',
  'POST /api/bookings': 'booking',
  'POST /api/contacts': 'contact',
} as const

/** The server takes anything sent sooner for a robot. */
const humanMsMin = 2000

const emailShape = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/
// The pattern and the sentences of src/modules/leads/requests/contract.ts, whose schema is too heavy for this page.
const phoneShape = /^[+(]?[0-9][0-9 ().\-/+]{4,}.*$/

const filled = (message: string) => (value: string) => (value === '' ? message : undefined)

const rules: Record<string, (value: string) => string | undefined> = {
  name: filled('Inserisci il nome'),
  phone: (value) => (phoneShape.test(value) ? undefined : 'Inserisci un numero di telefono valido'),
  email: (value) => (emailShape.test(value) ? undefined : 'Email richiesta'),
  departure: filled('Inserisci la partenza'),
  destination: filled('Inserisci la destinazione'),
  passengers: filled('Indica il numero di passeggeri'),
  time: filled('Indica l’orario'),
  privacyAccepted: filled('Devi accettare la Privacy Policy per continuare'),
}

/** What is wrong with the named fields of a lead. */
export function checkLead(values: Values, names: readonly string[]): Errors {
  const errors: Errors = {}
  for (const name of names) {
    const error = rules[name]?.(values[name] ?? '')
    if (error) errors[name] = error
  }
  return errors
}

/** The fields that the server refused; null when the failure is not about a field. */
export function refusedFields(error: unknown): Errors | null {
  if (!(error instanceof CallError) || error.status !== 422 || error.problem.errors.length === 0) return null
  return Object.fromEntries(
    error.problem.errors.map(({ path, message }) => [path.replace(/^\//, ''), message]),
  )
}

/**
 * Sends the lead of one opened form. Sending the same again after a lost reply has the same key, so that it is stored
 * once; a corrected text is a new request. Answers the code of the request.
 */
export function leadSender(http: keyof typeof kinds, seenAt = performance.now()) {
  let last = { body: '', key: '' }
  return async (lead: LeadInput): Promise<string> => {
    const body = JSON.stringify(lead)
    if (body !== last.body) last = { body, key: randomKey() }
    const elapsedMs = Math.round(performance.now() - seenAt)
    if (elapsedMs < humanMsMin) await new Promise((done) => setTimeout(done, humanMsMin - elapsedMs))
    const complete = {
      ...lead,
      provenance: provenance(),
      elapsedMs: Math.max(elapsedMs, humanMsMin),
      privacyAccepted: true,
    } as const
    const { code } = await call<Lead>(http, complete, { idempotencyKey: last.key })
    track({ kind: kinds[http], ...(lead.passengers ? { passengers: lead.passengers } : {}) })
    // Empty where the server is still the version before codes: it was sent all the same.
    return code ?? ''
  }
}

/** `crypto.randomUUID` exists on secure origins only, and a phone may look at a development machine by address. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
