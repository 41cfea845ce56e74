import { type Static, Type } from '@sinclair/typebox'
import { FileText, Id, Lines, Moment, Nullable } from '../../../kernel/field.ts'
import { command, event, query } from '../../../kernel/message.ts'
import { BookingRequest, ContactRequest, leadProblems, StoredRequest } from '../requests/contract.ts'

// The customer's page about a lead, opened with a link from the receipt.

const token = Type.String({ maxLength: 80 })
const byToken = Type.Object({ token })

/** `open` until the last ride is over, then `over`. `closed` without a ride, for example after a cancellation. */
const StatusPhase = Type.Union([Type.Literal('open'), Type.Literal('over'), Type.Literal('closed')])
export type StatusPhase = Static<typeof StatusPhase>

/** The customer's view of a lead, without name, phone number, e-mail address and message. */
export const RequestStatus = Type.Object({
  code: Type.String(),
  /** `Da Lecce a Bari`; empty without a route. */
  route: Type.String(),
  /** The route within a sentence: `da Lecce a Bari`. */
  routeWords: Type.String(),
  state: Type.String(),
  stateText: Type.String(),
  phase: StatusPhase,
  rows: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  /** True if a leg has date and time and the phase is `open`. */
  hasCalendar: Type.Boolean(),
  canCancel: Type.Boolean(),
  canChange: Type.Boolean(),
  /** True for the URL in calendar files, which shows the lead but allows no act. */
  isViewOnly: Type.Boolean(),
  /** True if the ride begins within two hours and staff have not confirmed it, so that the customer should call. */
  isSoon: Type.Boolean(),
  changeAskedAt: Nullable(Moment),
  /** True for an hour after the lead arrived, unless staff or the customer have changed its state. */
  isJustSent: Type.Boolean(),
  createdAt: Moment,
})

export const ReadRequestCalendar = query('GET /api/requests/:token/calendar', 'public', byToken, FileText, {
  summary: 'The trip as an iCalendar file, as a JSON string',
})

const wishLimit = { bucket: 'wishes', max: 5, seconds: 600 }

export const CancelRequest = command('POST /api/requests/:token/cancel', 'public', byToken, RequestStatus, {
  limit: wishLimit,
  summary: 'Cancels the trip for the customer; repeating it changes nothing',
})

export const AskForChange = command(
  'POST /api/requests/:token/changes',
  'public',
  Type.Object({ token, text: Lines(1000, { message: (t) => t('check.change') }) }),
  RequestStatus,
  {
    limit: wishLimit,
    summary: 'Stores the change that the customer asks for; repeating the same text changes nothing',
  },
)

/** Shorter keys could be guessed, and a key grants access to its request. */
const keyLength = 22

/** The whole form again, of which the differences from the stored request become a change that the customer asks for. */
export const SendChange = command(
  'POST /api/request-changes',
  'public',
  Type.Object({
    key: Type.String({ minLength: keyLength, maxLength: 200, message: (t) => t('api.key') }),
    ...ContactRequest.properties,
    ...Type.Pick(BookingRequest, ['name', 'email', 'notes']).properties,
  }),
  StoredRequest,
  {
    limit: wishLimit,
    problems: leadProblems,
    summary: 'Changes the request that was sent with the Idempotency-Key `key`; repeating it changes nothing',
  },
)

const wish = Type.Object({ wishId: Id })
export const requestCancelled = event('leads:requestCancelled', wish)
export const changeAsked = event('leads:changeAsked', wish)
