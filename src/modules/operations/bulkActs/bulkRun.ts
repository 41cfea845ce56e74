import type { BulkJob } from '../../../kernel/bulkActJob.ts'
import { bulkActs } from '../../../kernel/bulkActList.ts'
import { actOn } from '../../../kernel/bulkActRun.ts'
import { itemsToUndo, undoItems } from '../../../kernel/bulkActUndo.ts'
import { runJob } from '../../../kernel/job.ts'
import { NotKnown } from '../../../kernel/jobTask.ts'
import { type Caller, on } from '../../../kernel/message.ts'
import { bulkActRequested, bulkActUndone } from '../../../kernel/selection.ts'
import { inTransaction, type Sql, type Tx } from '../../../platform/db.ts'

/** Rows per transaction, few enough to keep locks short. */
const together = 50
/** Number of refused rows after which the job's log lists no more. */
const listedMax = 200

interface Part {
  changed: number
  refused: number
  /** Lines about refused rows, for the job's log. */
  reasons: string[]
}

/** Works in several transactions. After a crash continues with the first unfinished transaction. */
export const runBulkAct = on(
  'operations:runBulkAct',
  bulkActRequested,
  async ({ jobId }, { write, context, isLastTry, hasAdvanced }) => {
    await needKnownAct(write, jobId)
    await runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      const [job] = await write<[{ input: BulkJob; startedBy: string }]>`
        select input, started_by from jobs where id = ${jobId}`
      const { actId, ids, input = {}, undoes = false } = job.input
      const caller: Caller = { name: job.startedBy, address: null, admin: null, idempotencyKey: null }
      const items = ids ?? (await inTransaction(write, (tx) => itemsToUndo(tx, actId)))
      const isFirst = progress.counts.total === undefined
      const done = isFirst ? 0 : (progress.counts.done ?? 0)
      // `ids` still contains the finished items; `itemsToUndo` returns only items that are not restored yet.
      const rest = ids ? items.slice(done) : items
      if (isFirst) {
        await progress.total(items.length)
        await inTransaction(write, (tx) => progress.step(tx, [], { total: items.length, done: 0 }, 0))
      }
      const work = async (tx: Tx, part: string[]): Promise<Part> => {
        if (undoes) {
          const { undone, kept, keptTotal } = await undoItems(tx, { actId, items: part }, caller, context)
          return { changed: undone, refused: keptTotal, reasons: linesOf(kept) }
        }
        const { changed, refused, refusedTotal } = await actOn(
          tx,
          { actId, ids: part, input },
          caller,
          context,
        )
        return { changed, refused: refusedTotal, reasons: linesOf(refused) }
      }
      for (let from = 0; from < rest.length; from += together) {
        const part = rest.slice(from, from + together)
        const goesOn = await inTransaction(write, async (tx) => {
          if (!(await progress.goesOn(tx))) return false
          const { changed, refused, reasons } = await work(tx, part)
          const listed = (progress.counts.refused ?? 0) < listedMax ? reasons : []
          await progress.step(tx, listed, { done: part.length, changed, refused }, part.length)
          return true
        })
        if (!goesOn) break
        await hasAdvanced()
      }
      return { changed: progress.counts.changed ?? 0, refused: progress.counts.refused ?? 0 }
    })
  },
  { acts: [bulkActUndone], parts: () => [...bulkActs.keys()] },
)

async function needKnownAct(sql: Sql, jobId: number): Promise<void> {
  const [row] = await sql<[{ act: string }?]>`select act from bulk_acts where job_id = ${jobId}`
  if (row && !bulkActs.has(row.act)) throw new NotKnown(row.act)
}

const linesOf = (rows: { name: string; reason: string }[]) =>
  rows.map(({ name, reason }) => `${name}: ${reason}`)
