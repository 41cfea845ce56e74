import type { Static, TObject } from '@sinclair/typebox'
import type { Tx } from '../platform/db.ts'
import { audit } from './audit.ts'
import { forecast } from './bulkActForecast.ts'
import { atOnce, startJob } from './bulkActJob.ts'
import { type Act, bulkActs } from './bulkActList.ts'
import { outcomeOf } from './bulkActOutcome.ts'
import { actOn } from './bulkActRun.ts'
import { keptOrRolledBack } from './dryRun.ts'
import { HttpError } from './httpError.ts'
import { type Caller, type Command, type CommandHandler, messageName } from './message.ts'
import { type BulkOutcome, bulkActMade } from './selection.ts'

// A bulk act is one change that staff make to many rows of a list. Triggers (sql/081_bulk_acts.sql) record every row
// that the act changes in any table, so the same code undoes all kinds of acts.

interface Selected {
  ids?: (number | string)[]
  filter?: object
  expected?: number
  dryRun: boolean
}

/** `message` must take its input from `selectionOf` and its options from `bulkOptions`. */
export function bulkAct<I extends TObject>(
  message: Command<I, typeof BulkOutcome>,
  act: Omit<Act<Static<I>>, 'message'>,
): CommandHandler<I, typeof BulkOutcome> {
  bulkActs.set(messageName(message), { ...act, message })
  return {
    message,
    execute: async (tx, input, caller, context) => {
      const { ids, filter, expected, dryRun, ...change } = input as unknown as Selected
      const chosen = [...new Set((ids ?? (await act.matching(tx, filter as never))).map(String))]
      if (chosen.length === 0) throw new HttpError(409, 'Nessuna riga corrisponde: non cambia nulla.')
      if (filter && expected !== undefined && expected !== chosen.length)
        throw new HttpError(
          409,
          `L’elenco è cambiato: ora le righe sono ${chosen.length} e non ${expected}. Controlla e riprova.`,
        )
      const many = chosen.length > atOnce
      const title = await act.title(input, tx)
      if (many && dryRun)
        return { ...(await forecast(tx, act, { ids: chosen, areFound: filter !== undefined }, input)), title }
      const [{ id: actId }] = await tx<[{ id: number }]>`
        insert into bulk_acts (act, title, made_by, total)
        values (${messageName(message)}, ${title}, ${caller.name}, ${chosen.length}) returning id`
      if (many) {
        // The job does not store the filter, which may contain a customer's name.
        const jobId = await startJob(tx, { actId, ids: chosen, input: change }, caller)
        await auditAct(tx, caller, actId, { title, total: chosen.length })
        return { ...outcomeOf(chosen.length, 0, []), title, actId, jobId }
      }
      const outcome = await keptOrRolledBack(
        async (sp) => {
          const value = await actOn(sp, { actId, ids: chosen, input: change }, caller, context)
          return { isKept: !dryRun, value }
        },
        (inside) => tx.savepoint(inside),
      )
      if (dryRun || outcome.changed === 0) {
        await tx`delete from bulk_acts where id = ${actId}`
        return { ...outcome, title, actId: null }
      }
      await auditAct(tx, caller, actId, { title, total: outcome.changed })
      return { ...outcome, title, actId }
    },
  }
}

async function auditAct(tx: Tx, caller: Caller, actId: number, details: object): Promise<void> {
  await audit(tx, caller, bulkActMade, `bulk_acts/${actId}`, null, details)
}
