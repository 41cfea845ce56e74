import { isEmail } from '../../kernel/email.ts'
import type {
  AvailabilityRequest,
  BookingRequest,
  ContactRequest,
  RequestAvailability,
  RequestBooking,
  SendContact,
} from '../../modules/leads/requests/contract.ts'
import { type FieldRule, leadFields } from '../../modules/leads/requests/fields.contract.ts'
import { privacyMissing } from '../../modules/settings/privacy/contract.ts'
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

const fieldRules: Record<string, FieldRule> = leadFields

function problemOf(name: string, value: string): string | undefined {
  if (name === 'privacyAccepted') return value === '' ? privacyMissing : undefined
  const { pattern = '^', message } = fieldRules[name] ?? {}
  const isFit = name === 'email' ? isEmail(value) : value !== '' && new RegExp(pattern).test(value)
  return isFit ? undefined : message
}

/** Returns what is wrong with the named required fields of a lead, by name. */
export function checkLead(values: Values, names: readonly string[]): Errors {
  const errors: Errors = {}
  for (const name of names) {
    const error = problemOf(name, values[name] ?? '')
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
