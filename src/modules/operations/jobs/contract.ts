import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Moment, Text } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

export const Job = Type.Object({
  id: Id,
  kind: Type.String(),
  status: Type.Union([
    Type.Literal('queued'),
    Type.Literal('running'),
    Type.Literal('completed'),
    Type.Literal('failed'),
    Type.Literal('cancelled'),
  ]),
  progress: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
  log: Type.Array(Type.Object({ at: Moment, message: Type.String() })),
  result: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.String()),
  startedBy: Type.String(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type Job = Static<typeof Job>

export const ListJobs = query(
  'GET /api/admin/jobs',
  ['operatore', 'redazione'],
  Type.Object({ ...listInput('createdAt', 'kind', 'status'), kind: Type.Optional(Text(60)) }),
  listOf(Type.Omit(Job, ['log'])),
  {
    tables: ['jobs'],
    summary: 'Jobs, newest first; callers below admin get only the jobs that they started',
  },
)
export const ReadJob = query('GET /api/admin/jobs/:id', ['operatore', 'redazione'], ById, Job, {
  tables: ['jobs'],
})
export const jobRetried = act('operations:jobRetried', 'Lavoro ripreso dopo un errore')

export const RetryJob = command(
  'POST /api/admin/jobs/:id/retry',
  ['operatore', 'redazione'],
  ById,
  Type.Object({}),
  {
    acts: [jobRetried],
    refusesUnknownKeys: true,
    status: 202,
    summary: 'Continues a failed job after its last step',
  },
)
/** False for the text of one field: only the form that asked for it shows it, so a retry elsewhere would lose it. */
export const canRetryJob = (kind: string) => kind !== 'aiText'
export const jobDropped = act('operations:jobDropped', 'Lavoro non riuscito scartato')

export const DropJob = command(
  'POST /api/admin/jobs/:id/drop',
  ['operatore', 'redazione'],
  ById,
  Type.Object({}),
  {
    acts: [jobDropped],
    refusesUnknownKeys: true,
    summary: 'Drops a failed job: it no longer counts as a failure',
  },
)
export const jobCancelled = act('operations:jobCancelled', 'Lavoro annullato')

export const CancelJob = command('DELETE /api/admin/jobs/:id', ['operatore', 'redazione'], ById, Job, {
  acts: [jobCancelled],
  refusesUnknownKeys: true,
  summary: 'Stops a job between two steps; has no effect on a job that has ended',
})
