import { emailFault } from '../../../kernel/email.ts'
import { phoneProblems } from '../../../kernel/phonePrefix.ts'
import { humanMs } from '../../../kernel/robot.ts'
import { seenText } from '../../../kernel/seenText.ts'
import { type Sentence, said, type Translate } from '../../../languages/translate.ts'
import type {
  AvailabilityRequest,
  BookingRequest,
  ContactRequest,
  RequestAvailability,
  RequestBooking,
  SendContact,
} from '../../../modules/leads/requests/contract.ts'
import { type FieldRule, leadFields } from '../../../modules/leads/requests/fields.contract.ts'
import type { SendChange } from '../../../modules/leads/status/contract.ts'
import { privacyMissing } from '../../../modules/settings/privacy/contract.ts'
import { CallError, call } from '../../client.ts'
import { track } from '../../consent/actions.ts'
import { provenance } from '../../consent/visit.ts'
import type { Errors, Values } from '../../ui/useForm.ts'
import type { SentRequest } from '../trip/useRequests.ts'
import type { Draft } from './useDraft.ts'

type Lead = typeof RequestAvailability | typeof RequestBooking | typeof SendContact
type LeadInput = AvailabilityRequest | BookingRequest | ContactRequest

const fieldRules: Record<string, FieldRule> = leadFields

function problemOf(t: Translate, name: string, typed: string): Sentence | undefined {
  if (name === 'privacyAccepted') return typed === '' ? privacyMissing : undefined
  if (name === 'email') return emailFault(typed) ?? undefined
  const { pattern = '^', message, maxLength = Infinity, takesLink } = fieldRules[name] ?? {}
  const value = seenText(typed)
  if (value === '') return message
  // Folding can make a text longer than the field takes.
  if (value.length > maxLength && !takesLink) return (t) => t('check.maxLength', { count: String(maxLength) })
  if (!new RegExp(pattern).test(value)) return message
  return name === 'phone' ? phoneProblems(value, t.language)[0]?.message : undefined
}

export function checkLead(t: Translate, values: Values, names: readonly string[]): Errors {
  const errors: Errors = {}
  for (const name of names) {
    const error = problemOf(t, name, values[name] ?? '')
    if (error) errors[name] = said(t, error)
  }
  return errors
}

/** Returns errors by field name; null if the failure does not concern a field. */
export function refusedFields(error: unknown): Errors | null {
  if (!(error instanceof CallError) || error.status !== 422 || error.problem.errors.length === 0) return null
  return Object.fromEntries(
    error.problem.errors.map(({ path, message }) => [path.replace(/^\//, ''), message]),
  )
}

/** Returns the sentence about a request that was sent before with other content; null for another failure. */
export function repeatOf(error: unknown): string | null {
  if (!(error instanceof CallError) || error.status !== 409) return null
  return error.problem.errors.find(({ path }) => path === 'key')?.message ?? null
}

/** Waits until the server takes the sender for a person. Returns the milliseconds since the form was shown. */
export async function humanPace(seenAt: number): Promise<number> {
  const elapsedMs = Math.round(performance.now() - seenAt)
  if (elapsedMs < humanMs) await new Promise((done) => setTimeout(done, humanMs - elapsedMs))
  return Math.max(elapsedMs, humanMs)
}

export type SendLead = (
  http: Lead['http'],
  lead: LeadInput,
  how: { draft: Draft; act: string | undefined },
) => Promise<SentRequest>

/**
 * Sends the leads of one form, which analytics records as `form`, whichever call stores them. All attempts of a draft
 * have the same idempotency key, so the server stores one lead. `act` is the value of the pressed button (`RepeatNote`).
 */
export function leadSender(form: 'availability' | 'contact'): SendLead {
  const seenAt = performance.now()
  return async (http, lead, { draft, act }) => {
    if (act === 'nuova') draft.renewKey()
    const key = draft.key()
    const elapsedMs = await humanPace(seenAt)
    const complete = {
      ...lead,
      provenance: provenance(),
      elapsedMs,
      privacyAccepted: true,
    } as const
    if (act === 'modifica') {
      const changed = await call<typeof SendChange>('POST /api/request-changes', { ...complete, key })
      return { ...changed, isChange: true }
    }
    const { code, statusPath, calendarPath, isSoon } = await call<Lead>(http, complete, {
      idempotencyKey: key,
    })
    track({ kind: form, ...(lead.passengers ? { passengers: lead.passengers } : {}) })
    // During a deployment a server of the previous version may omit these fields.
    return {
      code: code ?? '',
      statusPath: statusPath ?? '',
      calendarPath: calendarPath ?? null,
      isSoon: isSoon ?? false,
    }
  }
}
