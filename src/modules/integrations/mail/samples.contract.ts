import { type Static, Type } from '@sinclair/typebox'
import { Language, listOf } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'

const MailSample = Type.Object({
  kind: Type.Union([
    Type.Literal('request'),
    Type.Literal('message'),
    Type.Literal('offer'),
    Type.Literal('confirmation'),
    Type.Literal('driver'),
    Type.Literal('driverUpdate'),
    Type.Literal('moved'),
    Type.Literal('cancelled'),
    Type.Literal('review'),
    Type.Literal('newsletter'),
    Type.Literal('subscribed'),
  ]),
  language: Language,
  subject: Type.String(),
  text: Type.String(),
})
export type MailSample = Static<typeof MailSample>

export const ListMailSamples = query(
  'GET /api/admin/mail-samples',
  'admin',
  Type.Object({}),
  listOf(MailSample),
  { summary: 'Every mail to a customer in each language, about an invented customer' },
)
