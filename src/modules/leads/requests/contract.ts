import { type Static, Type } from '@sinclair/typebox'
import { Email, Id, Maybe, Moment, Text } from '../../../kernel/field.ts'
import { command, event } from '../../../kernel/message.ts'
import { privacyMissing } from '../../settings/privacy/contract.ts'
import { type FieldRule, leadFields } from './fields.contract.ts'

export { privacyVersion } from '../../settings/site/contract.ts'

const required = ({ isMultiline: _, maxLength, ...rule }: FieldRule) => Text(maxLength, rule)
const optional = ({ maxLength, isMultiline }: FieldRule) =>
  Maybe(maxLength, isMultiline ? { isMultiline } : {})

const name = required(leadFields.name)
const phone = required(leadFields.phone)
const departure = required(leadFields.departure)
const destination = required(leadFields.destination)
const passengers = required(leadFields.passengers)

const date = optional(leadFields.date)
const time = optional(leadFields.time)
const message = optional(leadFields.message)
const flightOrTrain = optional(leadFields.flightOrTrain)
const luggage = optional(leadFields.luggage)

/** Optional fields of the forms. */
const more = {
  /** Vehicle of the chosen ride. The server computes its price and takes none from the sender. */
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
  /** Whether the lead includes the return trip. A form sent without script sends `"1"`. */
  returnTrip: Type.Optional(Type.Union([Type.Boolean(), Type.Literal('1'), Type.Literal(''), Type.Null()])),
  returnDate: optional(leadFields.returnDate),
  returnTime: optional(leadFields.returnTime),
}

const mark = Type.Optional(Type.String({ maxLength: 300 }))

/** How the visitor reached the site. Invalid values are dropped and never refused. */
export const Provenance = Type.Object({
  landing: mark,
  referrer: mark,
  utmSource: mark,
  utmMedium: mark,
  utmCampaign: mark,
  click: mark,
  isAcrossVisits: Type.Optional(Type.Boolean()),
})
const provenance = Type.Optional(Provenance)

/**
 * Fields that detect robots, and the consent to the privacy notice. A sender who omits them is not refused for that.
 */
const guard = {
  /** A field that people do not see, so only robots fill it. */
  website: Type.Optional(Type.String({ maxLength: 200 })),
  /** Milliseconds between showing and sending the form. */
  elapsedMs: Type.Optional(Type.Integer({ minimum: 0 })),
  privacyAccepted: Type.Optional(Type.Literal(true, { message: privacyMissing })),
}

export const AvailabilityRequest = Type.Object({
  name,
  phone,
  email: Email(),
  departure,
  destination,
  passengers,
  message,
  formSource: Text(60),
  date,
  time,
  flightOrTrain,
  luggage,
  ...more,
  provenance,
  ...guard,
})
export type AvailabilityRequest = Static<typeof AvailabilityRequest>

/** A message or a quote request, with as much of the trip as the sender knows. */
export const ContactRequest = Type.Object({
  name,
  phone,
  email: Email(),
  message,
  departure: optional(leadFields.departure),
  destination: optional(leadFields.destination),
  passengers: optional(leadFields.passengers),
  date,
  time,
  flightOrTrain,
  luggage,
  ...more,
  provenance,
  ...guard,
})
export type ContactRequest = Static<typeof ContactRequest>

export const BookingRequest = Type.Object({
  departure,
  destination,
  date,
  time: required(leadFields.time),
  passengers,
  phone,
  name: optional(leadFields.name),
  email: Type.Optional(Type.Union([Email(), Type.Literal(''), Type.Null()], { message: 'Email non valida' })),
  flightOrTrain,
  luggage,
  notes: message,
  ...more,
  provenance,
  ...guard,
})
export type BookingRequest = Static<typeof BookingRequest>

/** The customer reads out `code` on the phone. */
const Stored = Type.Object({ id: Id, createdAt: Moment, code: Type.String() })
const lead = { status: 201, limit: { bucket: 'leads', max: 5, seconds: 600 } } as const

export const RequestAvailability = command(
  'POST /api/availability-requests',
  'public',
  AvailabilityRequest,
  Stored,
  lead,
)
export const SendContact = command('POST /api/contacts', 'public', ContactRequest, Stored, lead)
export const RequestBooking = command('POST /api/bookings', 'public', BookingRequest, Stored, lead)

export const availabilityRequested = event('leads:availabilityRequested', Type.Object({ leadId: Id }))
export const contactReceived = event('leads:contactReceived', Type.Object({ leadId: Id }))
export const bookingRequested = event('leads:bookingRequested', Type.Object({ leadId: Id }))
