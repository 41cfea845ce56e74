import { Type } from '@sinclair/typebox'
import { Text } from '../../../kernel/field.ts'
import { command, event } from '../../../kernel/message.ts'

export const RecordConsent = command(
  'POST /api/consents',
  'public',
  Type.Object({ version: Text(20), analytics: Type.Boolean(), marketing: Type.Boolean() }),
  Type.Object({}),
  {
    status: 204,
    limit: { bucket: 'consents', max: 20, seconds: 600 },
    summary: 'Stores a visitor’s choice about cookies as proof, without any data of the visitor',
  },
)

export const consentRecorded = event(
  'settings:consentRecorded',
  Type.Object({ analytics: Type.Boolean(), marketing: Type.Boolean() }),
)
