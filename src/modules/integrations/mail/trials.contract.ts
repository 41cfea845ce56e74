import { type Static, Type } from '@sinclair/typebox'
import { Email, Id, titled } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'
import { EmailConfigurationForm } from './contract.ts'

// These tests are queries, because a command would hold a transaction open while the mail server answers.

const tried = {
  ...EmailConfigurationForm.properties,
  /** Id of the stored configuration, whose secrets replace omitted, empty and masked secrets of the form. */
  id: Type.Optional(Type.Union([Id, Type.Null()])),
}

export const Outcome = Type.Object({ success: Type.Boolean(), message: Type.String() })
export type Outcome = Static<typeof Outcome>

const options = { limit: { bucket: 'mail tests', max: 10, seconds: 3600 }, timeoutMs: 12_000 }

export const TestEmailConfiguration = query(
  'POST /api/admin/email-configurations/test',
  'superAdmin',
  Type.Object(tried),
  Outcome,
  options,
)

export const SendTestEmail = query(
  'POST /api/admin/email-configurations/send-test',
  'superAdmin',
  Type.Object({
    ...tried,
    to: titled('Destinatario della prova', Email({ message: 'Inserisci un indirizzo email valido' })),
  }),
  Outcome,
  options,
)
