import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, listInput, listOf, Moment, Nullable } from '../../../kernel/field.ts'
import { command, query } from '../../../kernel/message.ts'
import { actUndone, bulkActUndone, UndoOutcome } from '../../../kernel/selection.ts'
import { Job } from '../jobs/contract.ts'

export const BulkAct = Type.Object({
  id: Id,
  /** Name of the command. */
  act: Type.String(),
  title: Type.String(),
  madeBy: Type.String(),
  madeAt: Moment,
  /** Numbers of rows that were chosen, changed and restored. */
  total: Type.Integer(),
  changed: Type.Integer(),
  undone: Type.Integer(),
  undoneBy: Nullable(Type.String()),
  undoneAt: Nullable(Moment),
  /** The latest job that changes or restores the rows; null if there is none or the caller may not read it. */
  job: Nullable(
    Type.Object({ id: Id, status: Job.properties.status, ...Job.properties.progress.properties }),
  ),
})
export type BulkAct = Static<typeof BulkAct>

export const ListBulkActs = query(
  'GET /api/admin/bulk-acts',
  ['operatore', 'redazione'],
  Type.Object(listInput('madeAt', 'madeBy', 'changed')),
  listOf(BulkAct),
  { tables: ['bulk_acts', 'jobs'], summary: 'Acts of the last 90 days that the caller may undo' },
)

export const UndoBulkAct = command(
  'POST /api/admin/bulk-acts/:id/undo',
  ['operatore', 'redazione'],
  ById,
  UndoOutcome,
  {
    acts: [actUndone, bulkActUndone],
    timeoutMs: 15_000,
    summary:
      'Restores the rows that nobody has changed since, and lists the others. An act on one record (`actId` in the ' +
      'response of its command) is restored as a whole; 409 says what has changed since, or what has left the house',
  },
)

/** Italian names of the lists, by the command that changes many of their rows. */
export const actWords: Record<string, string> = {
  'POST /api/admin/leads/bulk': 'Richieste',
  'POST /api/admin/route-prices/bulk': 'Tratte',
  'POST /api/admin/locations/bulk': 'Località',
  'POST /api/admin/blog-posts/bulk': 'Articoli',
  'POST /api/admin/redirects/bulk': 'Reindirizzamenti',
  'POST /api/admin/text-drafts/bulk': 'Bozze AI',
}
