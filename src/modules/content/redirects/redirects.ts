import { audit, told } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { lockRedirects } from '../addresses/moves.writes.ts'
import { redirects } from '../addresses/redirects.queries.ts'
import type { Rule, RuleBook } from '../addresses/rules.queries.ts'
import {
  CreateRedirect,
  DeleteRedirect,
  ListRedirects,
  ReadRedirect,
  type Redirect,
  type RedirectForm,
  redirectChanged,
  redirectCreated,
  redirectDeleted,
  SaveRedirect,
} from './contract.ts'
import { forgetMissed } from './missedPages.ts'
import { hasText } from './pathSearch.ts'
import { columnsOf, newAddressFault, newAddressIn, oldAddressIn, pageInstead, settle } from './settling.ts'

export const listRedirects = answer(ListRedirects, async (read, asked) => {
  const { off } = await redirects(read)
  const where = redirectsWhere(read, asked, off)
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from redirects where ${where}`
  const order = {
    fromPath: 'from_path',
    toPath: 'to_path',
    statusCode: 'status_code',
    hits: 'hits',
    createdAt: 'created_at',
  }
  const rows = await read<RedirectRow[]>`
    select ${columns(read)} from redirects where ${where} ${pageOf(read, asked, order, '-createdAt')}`
  return { ...pages(asked, total), items: rows.map((row) => withReason(row, off)), totalOff: off.size }
})

interface Asked {
  search?: string | undefined
  off?: boolean | undefined
}

/** Returns an SQL condition. `off` has the ids of the redirects that the site ignores, with the reasons. */
export function redirectsWhere(sql: Sql, asked: Asked, off: Map<number, string>) {
  return sql`
    (${hasText(sql, 'from_path', asked.search)} or ${hasText(sql, 'to_path', asked.search)})
    and ${asked.off ? sql`id = any(${[...off.keys()]})` : sql`true`}`
}

export const readRedirect = answer(ReadRedirect, async (read, { id }) =>
  withReason(await findRedirect(read, id), (await redirects(read)).off),
)

export const createRedirect = handle(CreateRedirect, async (tx, form, caller, context) => {
  const redirect = await settled(tx, form, newId, context)
  const [row] = await tx<
    [RedirectRow]
  >`insert into redirects ${tx(redirect.columns)} returning ${columns(tx)}`
  await shorten(tx, redirect.columns.from_path, redirect.longer)
  await audit(tx, caller, redirectCreated, `redirects/${row.id}`, null, shown(row))
  await emit(tx, redirectChanged, { fromPath: row.fromPath })
  return { ...shown(row), offReason: null }
})

const editedRedirect = { table: 'redirects', find: findRedirect, lockFirst: lockRedirects }

export const saveRedirect = edit(SaveRedirect, editedRedirect, async (tx, form, caller, before, context) => {
  const redirect = await settled(tx, form, form.id, context)
  const [row] = await tx<[RedirectRow]>`
    update redirects set ${tx(redirect.columns)}, updated_at = now() where id = ${form.id} returning ${columns(tx)}`
  await shorten(tx, redirect.columns.from_path, redirect.longer)
  const changed = told(redirectChanged, { fromPath: row.fromPath })
  await audit(tx, caller, changed, `redirects/${form.id}`, shown(before), shown(row))
  if (before.fromPath !== row.fromPath) await emit(tx, redirectChanged, { fromPath: before.fromPath })
  return { ...shown(row), offReason: null }
})

export const deleteRedirect = handle(DeleteRedirect, async (tx, { id }, caller) => {
  const before = await findRedirect(tx, id)
  await tx`delete from redirects where id = ${id}`
  await audit(tx, caller, redirectDeleted, `redirects/${id}`, shown(before), null)
  await emit(tx, redirectChanged, { fromPath: before.fromPath })
  return {}
})

export interface RedirectRow extends Omit<Redirect, 'offReason' | 'lastHitAt' | 'createdAt' | 'updatedAt'> {
  lastHitAt: Date | null
  createdAt: Date
  updatedAt: Date
}

function columns(sql: Sql | Tx) {
  return sql`id, from_path, to_path, status_code, hits, last_hit_at, created_at, updated_at`
}

export async function findRedirect(sql: Sql | Tx, id: number): Promise<RedirectRow> {
  const [row] = await sql<[RedirectRow?]>`select ${columns(sql)} from redirects where id = ${id}`
  if (!row) throw new HttpError(404, 'Reindirizzamento non trovato.')
  return row
}

function withReason(row: RedirectRow, off: Map<number, string>): Redirect {
  return { ...shown(row), offReason: off.get(row.id) ?? null }
}

export function shown(row: RedirectRow) {
  return {
    ...row,
    lastHitAt: row.lastHitAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Stands for a redirect that has no id yet. */
const newId = 0

/** Returns the columns of a redirect. Throws HttpError 409 or 422. */
async function settled(tx: Tx, form: RedirectForm, ownId: number, context: Context) {
  await lockRedirects(tx)
  const { origin } = context.site
  const fromPath = oldOf(form.fromPath, origin)
  // Loaded for this transaction only, so `settle` may change it.
  const { rules } = await redirects(tx)
  await refuseTaken(tx, rules, fromPath, ownId)
  const taken = await pageInstead(tx, fromPath, context)
  if (taken) throw new HttpError(409, taken)
  const toPath = targetOf(form, origin)
  const settling = await settle(
    tx,
    rules,
    { id: ownId, fromPath, toPath, statusCode: form.statusCode },
    context,
  )
  if (!('rule' in settling))
    throw settling.isLoop ? new HttpError(409, settling.fault) : refusal('toPath', settling.fault)
  return { columns: columnsOf(settling.rule), longer: settling.longer }
}

function oldOf(text: string, origin: string): string {
  const { address, fault } = oldAddressIn(text, origin)
  if (address === null) throw refusal('fromPath', fault)
  return address
}

function targetOf({ toPath, statusCode }: RedirectForm, origin: string): string | null {
  if (statusCode === 410) {
    if (toPath) throw refusal('toPath', 'Un indirizzo rimosso (410) non porta da nessuna parte')
    return null
  }
  const address = newAddressIn(toPath ?? '', origin)
  if (address === null) throw refusal('toPath', newAddressFault)
  return address
}

/** Saving a redirect without a new old address is no conflict with one that differs only in capital letters. */
async function refuseTaken(tx: Tx, rules: RuleBook, fromPath: string, ownId: number): Promise<void> {
  const [same] = await tx<[{ id: number }?]>`
    select id from redirects where from_path = ${fromPath} and id <> ${ownId}`
  if (same) throw new HttpError(409, `Esiste già un reindirizzamento da ${fromPath}`)
  const alike = rules.from(fromPath)
  if (!alike || alike.id === ownId || rules.withId(ownId)?.fromPath === fromPath) return
  throw new HttpError(
    409,
    `Esiste già un reindirizzamento da ${alike.fromPath}: maiuscole e minuscole non contano`,
  )
}

/** Stores the new targets of redirects that led to this one. Removes the address from the list of missed pages. */
async function shorten(tx: Tx, fromPath: string, longer: Rule[]): Promise<void> {
  for (const { id, toPath, statusCode } of longer)
    await tx`
      update redirects set to_path = ${toPath}, status_code = ${statusCode}, updated_at = now() where id = ${id}`
  await forgetMissed(tx, [fromPath])
}
