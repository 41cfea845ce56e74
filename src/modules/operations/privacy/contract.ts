import { type Static, Type } from '@sinclair/typebox'
import { emailMax } from '../../../kernel/email.ts'
import { Maybe, Moment, Nullable, titled } from '../../../kernel/field.ts'
import { command, exported, query } from '../../../kernel/message.ts'
import { AvailabilityRequest } from '../../leads/requests/contract.ts'
import { personErased } from '../../settings/privacy/erasure.contract.ts'

// Rights of data subjects under the GDPR: access, portability and erasure.

/** Leads with the same e-mail address and its subscription, or with the same phone number and no e-mail. */
export const Person = Type.Object({
  names: Type.Array(Type.String()),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  /** Number of leads that an erasure by `email` and `phone` deletes, with those of joined customers. */
  leads: Type.Integer(),
  isSubscribed: Type.Boolean(),
  lastSeenAt: Moment,
})
export type Person = Static<typeof Person>

export const FindPerson = query(
  'GET /api/admin/privacy/find',
  'superAdmin',
  Type.Object({ q: Type.String({ minLength: 3, maxLength: 200, message: 'Scrivi almeno tre caratteri' }) }),
  Type.Object({ people: Type.Array(Person), areMore: Type.Boolean() }),
  { summary: 'Searches the persons in names, phone numbers, addresses and free text' },
)

const who = {
  /** As it is stored: an earlier version stored addresses that forms refuse or change today. */
  email: titled('Email', Maybe(emailMax, { isVerbatim: true, message: 'Email non valida' })),
  phone: titled(
    'Telefono',
    Type.Optional(
      Type.Union([AvailabilityRequest.properties.phone, Type.Literal(''), Type.Null()], {
        message: 'Numero di telefono non valido',
      }),
    ),
  ),
}
export type Who = { email?: string | null; phone?: string | null }

const Rows = Type.Array(Type.Record(Type.String(), Type.Unknown()))

export const ExportPerson = query(
  'GET /api/admin/privacy/export',
  'superAdmin',
  Type.Object(who),
  Type.Object({
    exportedAt: Moment,
    leads: Rows,
    messages: Rows,
    received: Rows,
    wishes: Rows,
    offers: Rows,
    customerNotes: Rows,
    trips: Rows,
    serviceSheets: Rows,
    reviews: Rows,
    mails: Rows,
    newsletter: Rows,
  }),
  { summary: 'All data of the person with this address or phone number', ...exported },
)

export const ErasePerson = command(
  'POST /api/admin/privacy/erase',
  'superAdmin',
  Type.Object(who),
  Type.Object({
    leads: Type.Integer(),
    mails: Type.Integer(),
    newsletter: Type.Integer(),
    /** Service sheets that the operator must keep for fifteen days by law 21/1992. The worker deletes them later. */
    keptSheets: Type.Integer(),
  }),
  {
    acts: [personErased],
    refusesUnknownKeys: true,
    summary:
      'Erases a person: leads immediately, mails and subscriptions within moments. It cannot be undone',
  },
)
