import { type Static, Type } from '@sinclair/typebox'
import { Email, Id, Language, Maybe, Moment, Nullable, robotFields, Text } from '../../../kernel/field.ts'
import { command, event, internalQuery, type Repeats } from '../../../kernel/message.ts'
import { phoneProblems } from '../../../kernel/phonePrefix.ts'
import { type LanguageCode, languages } from '../../../languages/messages.ts'
import { linkMax } from '../../catalog/placeSearch/links.contract.ts'
import { privacyMissing } from '../../settings/privacy/contract.ts'
import { eachAsked } from '../lead/askedFields.contract.ts'
import { SentProvenance } from '../provenance/contract.ts'
import { type FieldRule, leadFields } from './fields.contract.ts'
import { placeProblems, positionProblems } from './position.contract.ts'
import { type TripProblem, tripProblems, whenProblems } from './trip.contract.ts'

export { privacyVersion } from '../../settings/site/contract.ts'

/** `placeProblems` limits what is left of a text after its link was read. */
const lengthOf = ({ maxLength, takesLink }: FieldRule) => (takesLink ? linkMax : maxLength)
const required = ({ isMultiline: _, takesLink, maxLength, ...rule }: FieldRule) =>
  Text(lengthOf({ maxLength, takesLink }), { ...rule, isName: true })
const optional = (rule: FieldRule) =>
  Maybe(lengthOf(rule), rule.isMultiline ? { isMultiline: true } : { isName: true })

const name = required(leadFields.name)
const phone = required(leadFields.phone)
const departure = required(leadFields.departure)
const destination = required(leadFields.destination)
const passengers = required(leadFields.passengers)

const message = optional(leadFields.message)

/** `position` may be a URL, which the server never opens. Only messages may leave out places and passengers. */
const {
  departure: maybeDeparture,
  destination: maybeDestination,
  passengers: maybePassengers,
  ...details
} = eachAsked((name) => optional(leadFields[name]))

/** Fields of every form that a visitor may leave empty. */
const optionalFields = {
  ...details,
  /** Vehicle of the chosen offer. The server computes the price. */
  offer: Type.Optional(
    Type.Union([
      Type.Literal('berlina'),
      Type.Literal('minivan'),
      Type.Literal('economy'),
      Type.Literal('premium'),
      Type.Literal(''),
      Type.Null(),
    ]),
  ),
  /** True for a return trip. A form without JavaScript sends `"1"`. */
  returnTrip: Type.Optional(Type.Union([Type.Boolean(), Type.Literal('1'), Type.Literal(''), Type.Null()])),
}

const provenance = Type.Optional(SentProvenance)

/** Language of the customer's page. By default the first supported language of `Accept-Language`, or else Italian. */
const language = Type.Optional(Type.Union(Language.anyOf, { isIncidental: true }))

const guard = {
  ...robotFields,
  privacyAccepted: Type.Optional(Type.Literal(true, { message: privacyMissing })),
}

/** Where the form says that it was opened. Leads that the office enters have other sources. */
const formSource = Text(60, { isIncidental: true })

export const AvailabilityRequest = Type.Object({
  name,
  phone,
  email: Email(),
  departure,
  destination,
  passengers,
  message,
  formSource,
  ...optionalFields,
  language,
  provenance,
  ...guard,
})
export type AvailabilityRequest = Static<typeof AvailabilityRequest>

/** A message, or a request for a quote with as much of the trip as the sender knows. */
export const ContactRequest = Type.Object({
  name,
  phone,
  email: Email(),
  message,
  departure: maybeDeparture,
  destination: maybeDestination,
  passengers: maybePassengers,
  ...optionalFields,
  formSource: Type.Optional(formSource),
  language,
  provenance,
  ...guard,
})
export type ContactRequest = Static<typeof ContactRequest>

export const BookingRequest = Type.Object({
  departure,
  destination,
  ...optionalFields,
  time: required(leadFields.time),
  passengers,
  phone,
  name: optional(leadFields.name),
  email: Type.Optional(
    Type.Union([Email(), Type.Literal(''), Type.Null()], {
      message: (t) => t('check.emailInvalid'),
    }),
  ),
  notes: message,
  formSource: Type.Optional(formSource),
  language,
  provenance,
  ...guard,
})
export type BookingRequest = Static<typeof BookingRequest>

export const StoredRequest = Type.Object({
  id: Id,
  createdAt: Moment,
  /** True if the ride begins within two hours, so that the visitor should call. */
  isSoon: Type.Boolean(),
  /** Code by which customer and staff identify the lead on the phone. */
  code: Type.String(),
  /** Path of the customer's status page; contains the token that grants access. */
  statusPath: Type.String(),
  /** Path of the trip as an iCalendar file; null while day or time is unknown. */
  calendarPath: Nullable(Type.String()),
})

export const leadCommands = [
  'POST /api/availability-requests',
  'POST /api/bookings',
  'POST /api/contacts',
] as const

const repeats: Repeats = {
  commands: leadCommands,
  refusal: (t) => t('api.leadStored'),
  content: ({ notes, message, ...typed }) =>
    Object.fromEntries(Object.entries({ ...typed, message: message || notes }).filter(([, value]) => value)),
}

/** Returns a sentence for each fault of a request. `language` is the caller's, if the request itself states none. */
export function leadProblems(
  input: Record<string, unknown>,
  now: Date,
  language: LanguageCode,
): TripProblem[] {
  const ofPage = languages.find((one) => one === input.language) ?? language
  return [
    ...phoneProblems(input.phone, ofPage),
    ...tripProblems(input, now),
    ...placeProblems(input),
    ...positionProblems(input.position),
  ]
}

const lead = {
  status: 201,
  limit: { bucket: 'leads', max: 5, seconds: 600 },
  problems: leadProblems,
  repeats,
} as const

export const RequestAvailability = command(
  'POST /api/availability-requests',
  'public',
  AvailabilityRequest,
  StoredRequest,
  lead,
)
export const SendContact = command('POST /api/contacts', 'public', ContactRequest, StoredRequest, lead)
export const RequestBooking = command('POST /api/bookings', 'public', BookingRequest, StoredRequest, lead)

/** The form of `/richiesta/` without JavaScript. Visitors who do not know day or time tick `whenUnknown`. */
const RequestForm = Type.Object({
  name,
  phone,
  email: Email(),
  departure,
  destination,
  passengers,
  ...optionalFields,
  language,
  whenUnknown: Type.Optional(Type.String({ maxLength: 10 })),
  privacyAccepted: guard.privacyAccepted,
})

/** Checks the form and returns the call that stores it. */
export const ReadRequestForm = internalQuery(
  'leads:readRequestForm',
  RequestForm,
  Type.Object({
    kind: Type.Union([Type.Literal('booking'), Type.Literal('availability'), Type.Literal('contact')]),
  }),
  { problems: (form, ...asked) => [...whenProblems(form), ...leadProblems(form, ...asked)] },
)

export const availabilityRequested = event('leads:availabilityRequested', Type.Object({ leadId: Id }))
export const contactReceived = event('leads:contactReceived', Type.Object({ leadId: Id }))
export const bookingRequested = event('leads:bookingRequested', Type.Object({ leadId: Id }))
