import { type Static, Type } from '@sinclair/typebox'
import { ById, Day, Id, listInput, listOf, Moment, Nullable, Price } from '../../../kernel/field.ts'
import { command, query } from '../../../kernel/message.ts'
import { type RecordKind, recordKinds } from './recordKinds.contract.ts'

/** An entry of the audit log. It never contains a secret or a password. */
export const AuditLine = Type.Object({
  id: Id,
  at: Moment,
  actor: Type.String(),
  action: Type.String(),
  /** Name of the act, such as `Autista modificato`. */
  label: Type.String(),
  /** Labels of the fields of `before` and `after`, by name. A field without a label is missing. */
  labels: Type.Record(Type.String(), Type.String()),
  subject: Type.String(),
  /** Name as staff know it, such as `Brindisi → Gallipoli`; null if the record has none. */
  name: Nullable(Type.String()),
  /** False if the record was deleted. */
  exists: Type.Boolean(),
  before: Nullable(Type.Record(Type.String(), Type.Unknown())),
  after: Nullable(Type.Record(Type.String(), Type.Unknown())),
  /** Names of the records to whose ids fields refer, such as `drivers/3`. A record that was deleted is missing. */
  names: Type.Record(Type.String(), Type.String()),
  /** The first ten prices of a price change; empty for other changes. */
  prices: Type.Array(Type.Object({ route: Type.String(), field: Type.String(), from: Price, to: Price })),
  /** True if the caller may restore what the change replaced. */
  canRestore: Type.Boolean(),
  isRestored: Type.Boolean(),
  /** Id of the entry whose change this entry restored. */
  restores: Nullable(Id),
})
export type AuditLine = Static<typeof AuditLine>

const day = Type.Optional(Type.Union([Day(), Type.Literal('')], { message: 'Data non valida' }))

export const ListAudit = query(
  'GET /api/admin/audit',
  'admin',
  Type.Object({
    ...listInput('at', 'actor', 'action'),
    actor: Type.Optional(Type.String({ maxLength: 60 })),
    action: Type.Optional(Type.String({ maxLength: 80 })),
    /** Days in Rome's time zone. */
    from: day,
    to: day,
    kind: Type.Optional(
      Type.Union(
        (Object.keys(recordKinds) as RecordKind[]).map((kind) => Type.Literal(kind)),
        { message: 'Tipo di dato non valido' },
      ),
    ),
  }),
  Type.Object({
    ...listOf(AuditLine).properties,
    /** All actors in the log, for the filter. */
    actors: Type.Array(Type.String()),
  }),
)

export const RestoreChange = command(
  'POST /api/admin/audit/:id/restore',
  'admin',
  ById,
  Type.Object({
    /** The restored fields; `prices` for a batch of prices; empty for a bulk act or a run of the route generator. */
    fields: Type.Array(Type.String()),
    /** Job that restores the rows; null if they are restored already. */
    jobId: Nullable(Id),
  }),
  {
    timeoutMs: 15_000,
    summary: 'Restores the values that a change replaced; 409 lists the fields that have changed since',
  },
)
