import { type Static, Type } from '@sinclair/typebox'
import { Id, listInput, listOf, Moment, Nullable } from '../../field.ts'
import { query } from '../../message.ts'

/** Who changed what, when; secrets and passwords are never in it. */
export const AuditLine = Type.Object({
  id: Id,
  at: Moment,
  actor: Type.String(),
  action: Type.String(),
  subject: Type.String(),
  before: Nullable(Type.Record(Type.String(), Type.Unknown())),
  after: Nullable(Type.Record(Type.String(), Type.Unknown())),
})
export type AuditLine = Static<typeof AuditLine>

const day = Type.Optional(Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$', message: 'Data non valida' }))

export const ListAudit = query(
  'GET /api/admin/audit',
  'admin',
  Type.Object({
    ...listInput('at', 'actor', 'action'),
    actor: Type.Optional(Type.String({ maxLength: 60 })),
    action: Type.Optional(Type.String({ maxLength: 80 })),
    /** Days in Rome, both included. */
    from: day,
    to: day,
  }),
  listOf(AuditLine),
)
