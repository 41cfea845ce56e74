import { undoableActs } from '../../../kernel/bulkActList.ts'
import { isRecorded, undoAct } from '../../../kernel/bulkActUndo.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { isMany, long } from '../../../kernel/longCommand.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { visibleJobs } from '../jobs/jobs.queries.ts'
import { type BulkAct, ListBulkActs, UndoBulkAct } from './contract.ts'

interface Row extends Omit<BulkAct, 'madeAt' | 'undoneAt'> {
  madeAt: Date
  undoneAt: Date | null
}

const order = { madeAt: 'made_at', madeBy: 'made_by', changed: 'changed' }

export const listBulkActs = answer(ListBulkActs, async (read, asked, caller) => {
  const like = likeOf(asked.search)
  const where = read`
    act = any(${undoableActs(caller)}) and (title ilike ${like} or made_by ilike ${like})`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from bulk_acts where ${where}`
  const rows = await read<Row[]>`
    select id, act, title, made_by, made_at, total, changed, undone, undone_by, undone_at,
      (select jsonb_build_object('id', id, 'status', status, 'done', done, 'total', total) from jobs
        where id = bulk_acts.job_id and ${visibleJobs(read, caller)}) as job
    from bulk_acts where ${where} ${pageOf(read, asked, order, '-madeAt', ['madeAt'])}`
  const items = rows.map(({ madeAt, undoneAt, ...row }) => ({
    ...row,
    madeAt: madeAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
  }))
  return { ...pages(asked, total), items }
})

const undo = handle(UndoBulkAct, (tx, { id }, caller, context) => undoAct(tx, id, caller, context))

/** A bulk act of many items has a job of its own. */
export const undoBulkAct = long(
  undo,
  async (tx, { id }) => (await isRecorded(tx, id)) && isMany(tx, tx`bulk_act_rows where act_id = ${id}`),
)
