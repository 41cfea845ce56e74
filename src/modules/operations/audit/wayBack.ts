import type { TObject } from '@sinclair/typebox'
import type { Caller, CommandHandler, Handler, QueryHandler } from '../../../kernel/message.ts'
import { mayCall } from '../../../kernel/role.ts'
import { quietFields, saveMarks } from './fieldKinds.contract.ts'

// A restore runs the query and the command of the record's form, so that the same checks, versions and events apply.

export type Values = Record<string, unknown>
export type Handlers = ReadonlyMap<string, Handler>

export interface Entry {
  subject: string
  before: Values | null
  after: Values | null
  command: string | null
}

export interface WayBack {
  read: QueryHandler
  save: CommandHandler
  /** Path parameters of the record. */
  key: Record<string, string | number>
  /** Names of the fields that the change altered, except `quietFields` and `saveMarks`. */
  changed: string[]
  /** The changed fields that `save` writes. */
  fields: string[]
}

/** Returns null if the values of the entry cannot be restored. */
export function wayBack(handlers: Handlers, { subject, before, after, command }: Entry): WayBack | null {
  if (!before || !after || !command) return null
  const changed = changedFields({ before, after })
  const path = recordPath(handlers, command)
  const read = handlers.get(`GET ${path}`)
  const key = keyOf(path, subject)
  if (!read || !('answer' in read) || !key) return null
  for (const name of [command, `PUT ${path}`, `PATCH ${path}`]) {
    const save = handlers.get(name)
    if (!save || !('execute' in save) || name.startsWith('POST ')) continue
    const { input, restorable = [] } = save.message
    const fields = changed.filter((field) => field in input.properties || restorable.includes(field))
    if (fields.length > 0) return { read, save, key, changed, fields }
  }
  return null
}

/** Returns the names of the fields that the change altered, except `quietFields` and `saveMarks`. */
export function changedFields({ before, after }: Pick<Entry, 'before' | 'after'>): string[] {
  return Object.keys(before ?? {}).filter(
    (field) => after && field in after && isKept(field) && !isSame(before?.[field], after[field]),
  )
}

/** Returns whether a restore sets the field to its old value. */
export const isKept = (field: string) => !quietFields.has(field) && !saveMarks.has(field)

/** Returns the path of the record: the longest beginning of the call's path at which a GET call exists. */
function recordPath(handlers: Handlers, command: string): string {
  let path = command.slice(command.indexOf(' ') + 1)
  while (path.includes('/') && !handlers.has(`GET ${path}`)) path = path.slice(0, path.lastIndexOf('/'))
  return path
}

/**
 * Returns the parameters of the path from a subject such as `locations/7`; null if the path has parameters and the
 * subject has more or fewer ids.
 */
function keyOf(path: string, subject: string): WayBack['key'] | null {
  const names = path.match(/(?<=\/:)\w+/g) ?? []
  const values = subject.split('/').slice(1)
  if (names.length > 0 && names.length !== values.length) return null
  return Object.fromEntries(
    names.map((name, index) => {
      const value = values[index] ?? ''
      return [name, /^\d+$/.test(value) ? Number(value) : value]
    }),
  )
}

/** Callers on this machine have no account and may run everything. */
export const mayRun = ({ message }: Pick<Handler, 'message'>, { admin }: Caller): boolean =>
  admin === null || mayCall(admin.role, message)

/** Compares values as JSON. A missing value equals null. */
export function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

function textOf(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

export function picked(values: Values, { properties }: TObject): Values {
  return Object.fromEntries(Object.entries(values).filter(([field]) => field in properties))
}
