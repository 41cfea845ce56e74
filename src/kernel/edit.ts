import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { Tx } from '../platform/db.ts'
import type { RecordedAct } from './bulkActList.ts'
import type { Context } from './context.ts'
import { HttpError } from './httpError.ts'
import { shortMoment } from './italianFormats.ts'
import { type Caller, type Command, type EditHandler, messageName, named } from './message.ts'
import { recorded } from './recordedAct.ts'

/** A row whose version `updated_at` detects conflicting saves. The caller sends the version back as `updatedAt`. */
interface EditedRow<Row, Input> {
  /** Its migration must call `keep_versions_apart_of(table)`, so that two saves in a millisecond differ in version. */
  table: string
  /** Column that contains `input.id`, by default `id`. Without `input.id` (a table with a single row) the id is 1. */
  key?: string
  /** Further key columns. Each takes its value from the input field of the same name. */
  andKeys?: readonly (string & keyof Input)[]
  /** Further key columns with a value that is the same for all rows of this command. */
  fixed?: Readonly<Record<string, string>>
  /** Returns the row. Throws HttpError 404 if it is missing, unless the first save creates it. */
  find: (tx: Tx, id: number, context: Context, input: Input) => Promise<Row>
  /** Returns the message for an outdated version (409), instead of the general message. */
  stale?: (before: Row) => string
  /** Locks other rows before the edited row. All commands use this order, which prevents deadlocks. */
  lockFirst?: (tx: Tx, id: number) => Promise<unknown>
  /** How the save is undone; null if no image may contain the row. */
  act?: Omit<RecordedAct, 'message'> | null
}

/**
 * Binds a handler that runs with the row locked, as a recorded act: an undo restores the columns that the save changed.
 * Throws HttpError 409 if the caller sent an outdated version.
 */
export function edit<I extends TObject, O extends TSchema, Row>(
  message: Command<I, O>,
  row: EditedRow<Row, Static<I>>,
  fn: (tx: Tx, input: Static<I>, caller: Caller, before: Row, context: Context) => Promise<Static<O>>,
): EditHandler<I, O> {
  const edit = named(fn, messageName(message))
  const save = async (tx: Tx, input: Static<I>, caller: Caller, context: Context) =>
    edit(tx, input, caller, await rowForEdit(tx, row, input, context), context)
  const { act = saveOf(row) } = row
  return {
    message,
    editedTable: row.table,
    // The type of the output is not known here to be an object.
    execute: act
      ? (recorded({ ...act, message: message as unknown as Command }, save as never) as typeof save)
      : save,
  }
}

function saveOf<Row, Input>({
  table,
  key = 'id',
  fixed = {},
  lockFirst,
}: EditedRow<Row, Input>): Omit<RecordedAct, 'message'> {
  return {
    title: 'Salvataggio',
    isByColumn: true,
    lock: async (tx, rows) => {
      const ids = rows.flatMap((row) => (row.tableName === table ? [Number(row.key[key])] : []))
      await lockFirst?.(tx, ids[0] ?? 1)
      await tx`
        select from ${tx(table)} where ${tx(key)} = any(${ids}::bigint[]) ${conditionsOf(tx, Object.entries(fixed))}
        order by ${tx(key)} for no key update`
    },
    refusalOf: ({ result, later }) => {
      if (result === 'taken') return 'Un altro dato ha preso il posto di questo: cambialo a mano.'
      const what = result === 'gone' ? 'Il dato è stato eliminato' : 'Il dato è cambiato di nuovo'
      const by = later ? `: ${later.by}, ${shortMoment(later.at)}` : ''
      return `${what} dopo questa modifica${by}.`
    },
  }
}

async function rowForEdit<Row, Input extends object>(
  tx: Tx,
  { table, key = 'id', andKeys = [], fixed = {}, find, stale, lockFirst }: EditedRow<Row, Input>,
  input: Input,
  context: Context,
): Promise<Row> {
  const { id = 1, updatedAt: sent } = input as { id?: number; updatedAt?: string | null }
  await lockFirst?.(tx, id)
  const more = [
    ...andKeys.map((name): [column: string, value: string] => [name, String(input[name])]),
    ...Object.entries(fixed),
  ]
  const conditions = conditionsOf(tx, more)
  const lock = () => tx<[{ updatedAt: Date }?]>`
    select updated_at from ${tx(table)}
    where ${tx(key)} = ${id} ${conditions} for no key update`
  let [locked] = await lock()
  if (!locked) {
    // A row that does not exist yet cannot be locked, so an advisory lock replaces the row's lock.
    const name = [table, id, ...more.map(([, value]) => value)].join(' ')
    await tx`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
    ;[locked] = await lock()
  }
  const before = await find(tx, id, context, input)
  // The version of a row before its first save is the epoch or null.
  const version = locked?.updatedAt.getTime() ?? 0
  if (sent !== undefined && version !== (sent === null ? 0 : Date.parse(sent)))
    throw new HttpError(
      409,
      stale?.(before) ?? 'I dati sono stati modificati da un’altra persona: ricarica e riprova.',
    )
  return before
}

const conditionsOf = (tx: Tx, values: [column: string, value: string][]) =>
  values.reduce((all, [name, value]) => tx`${all} and ${tx(name)} = ${value}`, tx``)
