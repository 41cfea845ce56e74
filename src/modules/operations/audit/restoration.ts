import type { Static } from '@sinclair/typebox'
import { undoAct } from '../../../kernel/bulkActUndo.ts'
import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { isLong, long } from '../../../kernel/longCommand.ts'
import { anyone, type Caller, type CommandHandler, handle, messageName } from '../../../kernel/message.ts'
import { checked } from '../../../kernel/run.ts'
import { readerOf, type Tx } from '../../../platform/db.ts'
import { UndoBulkAct } from '../bulkActs/contract.ts'
import { type EntryAct, priceBatchOf, recordedActOf, undoOf } from './batches.ts'
import { RestoreChange } from './contract.ts'
import { fieldLabel } from './labels.ts'
import {
  changedFields,
  type Entry,
  type Handlers,
  isKept,
  isSame,
  mayRun,
  picked,
  type Values,
  type WayBack,
  wayBack,
} from './wayBack.ts'

interface Restored {
  tx: Tx
  entry: Entry & { id: number; action: string; act: EntryAct | null }
  caller: Caller
  context: Context
}

export function restoreHandler(handlers: Handlers) {
  const restore = handle(RestoreChange, async (tx, { id }, caller, context) => {
    const entry = await entryAt(tx, id, caller)
    if (!entry) throw new HttpError(404, 'Voce del registro non trovata.')
    const restored = { tx, entry, caller, context }
    const undo = undoOf(entry)
    if (undo) {
      const handler = handlers.get(messageName(undo.message))
      if (!handler || !('execute' in handler)) throw new Error('no handler undoes the batch')
      if (!mayRun(handler, caller)) throw new HttpError(403, 'Il tuo ruolo non permette questa modifica.')
      return undo.restored((await execute(handler, undo.input, restored)) as Values)
    }
    if (entry.act) return undoEntry(entry, entry.act, restored)
    const way = wayBack(handlers, entry)
    if (!way) throw new HttpError(409, 'Questa modifica non si può ripristinare.')
    if (!mayRun(way.save, caller)) throw new HttpError(403, 'Il tuo ruolo non permette questa modifica.')
    return restoreRecord(way, restored)
  })
  return long(restore, async (tx, { id }) => {
    const entry = await entryAt(tx, id, anyone)
    if (entry?.act) return isLong(tx, messageName(UndoBulkAct), { id: entry.act.openId ?? entry.act.id })
    const undo = entry && undoOf(entry)
    return undo ? isLong(tx, messageName(undo.message), undo.input) : false
  })
}

/** Names the fields that have changed since as the form does. */
async function undoEntry(
  { action, before, after, subject }: Restored['entry'],
  { id, openId }: EntryAct,
  { tx, caller, context }: Restored,
): Promise<Static<typeof RestoreChange.output>> {
  try {
    await undoAct(tx, openId ?? id, caller, context)
  } catch (error) {
    if (error instanceof HttpError && error.errors.length > 0 && before && after)
      refuse(
        'Il dato è cambiato di nuovo dopo questa modifica',
        {
          fields: error.errors.map(({ path }) => path),
          nameOf: (field) => fieldLabel(action, field) ?? field,
        },
        () => false,
      )
    throw error
  }
  return { fields: priceBatchOf(subject) ? ['prices'] : changedFields({ before, after }), jobId: null }
}

async function entryAt(tx: Tx, id: number, caller: Caller): Promise<Restored['entry'] | undefined> {
  const [entry] = await tx<[Restored['entry']?]>`
    select id, action, subject, before, after, command, ${recordedActOf(tx, caller)} as act
    from audit_log where id = ${id}`
  return entry
}

async function restoreRecord({ read, save, key, changed, fields }: WayBack, restored: Restored) {
  const { tx, entry, caller, context } = restored
  const [before, after] = [entry.before ?? {}, entry.after ?? {}]
  const readAgain = async (): Promise<Values> => {
    const record = await read.answer(readerOf(tx), checked(read.message, key, context), caller, context)
    return JSON.parse(JSON.stringify(record))
  }
  const now = await readAgain()
  const nameOf = (field: string) => fieldLabel(entry.action, field) ?? field
  refuse('Il dato è cambiato di nuovo dopo questa modifica', { fields, nameOf }, (field) =>
    isSame(now[field], after[field]),
  )
  const { input } = save.message
  const old = Object.fromEntries(changed.map((field) => [field, before[field]]))
  const isPart = save.message.http.startsWith('PATCH ')
  await execute(
    save,
    {
      ...(isPart ? {} : picked(now, input)),
      ...picked(save.message.restored?.(old, before) ?? old, input),
      ...key,
      ...('updatedAt' in input.properties ? { updatedAt: now.updatedAt } : {}),
    },
    restored,
  )
  const then = await readAgain()
  // A save may change more than the entry says. For example, a return route whose prices are saved no longer follows
  // the prices of the outbound route.
  const shown = Object.keys(before).filter((field) => field in then && isKept(field))
  refuse('Non si può ripristinare senza cambiare altro', { fields: shown, nameOf }, (field) =>
    isSame(then[field], changed.includes(field) ? before[field] : now[field]),
  )
  return { fields, jobId: null }
}

interface Judged {
  fields: string[]
  nameOf(field: string): string
}

/** Throws HttpError 409 with the fields for which `isFine` is false. */
function refuse(sentence: string, { fields, nameOf }: Judged, isFine: (field: string) => boolean): void {
  const wrong = fields.filter((field) => !isFine(field))
  if (wrong.length === 0) return
  throw new HttpError(409, `${sentence}: ${wrong.map(nameOf).join(', ')}.`, {
    errors: wrong.map((path) => ({ path, message: `${sentence}: ${nameOf(path)}` })),
  })
}

/** Checks the input and calls the handler as `run` (kernel/run.ts) does, but in the transaction of the restore. */
function execute(
  { message, execute }: CommandHandler,
  input: Values,
  { tx, entry, caller, context }: Restored,
) {
  const sender = { ...caller, command: messageName(message), restores: entry.id }
  return execute(tx, checked(message, input, context), sender, context)
}
