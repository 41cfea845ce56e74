import { audit } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { readerOf, type Sql, type Tx } from '../../../platform/db.ts'
import { hasPageAt } from '../pages/page.queries.ts'
import {
  CreateRedirect,
  DeleteRedirect,
  ListRedirects,
  ReadRedirect,
  type Redirect,
  type RedirectForm,
  redirectChanged,
  SaveRedirect,
} from './contract.ts'
import { hasText, lockRedirects, redirects, storedPath } from './queries.ts'

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
  const redirect = await settled(tx, form, 0, context)
  const [row] = await tx<[RedirectRow]>`insert into redirects ${tx(redirect)} returning ${columns(tx)}`
  await shorten(tx, redirect)
  await audit(tx, caller, 'content:redirectCreated', `redirects/${row.id}`, null, shown(row))
  await emit(tx, redirectChanged, { fromPath: row.fromPath })
  return { ...shown(row), offReason: null }
})

const editedRedirect = { table: 'redirects', find: findRedirect, lockFirst: lockRedirects }

export const saveRedirect = edit(SaveRedirect, editedRedirect, async (tx, form, caller, before, context) => {
  const redirect = await settled(tx, form, form.id, context)
  const [row] = await tx<[RedirectRow]>`
    update redirects set ${tx(redirect)}, updated_at = now() where id = ${form.id} returning ${columns(tx)}`
  await shorten(tx, redirect)
  await audit(tx, caller, 'content:redirectChanged', `redirects/${form.id}`, shown(before), shown(row))
  for (const fromPath of new Set([before.fromPath, row.fromPath]))
    await emit(tx, redirectChanged, { fromPath })
  return { ...shown(row), offReason: null }
})

export const deleteRedirect = handle(DeleteRedirect, async (tx, { id }, caller) => {
  const before = await findRedirect(tx, id)
  await tx`delete from redirects where id = ${id}`
  await audit(tx, caller, 'content:redirectDeleted', `redirects/${id}`, shown(before), null)
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

/** Returns the columns. If the new path is redirected, `to_path` is its target. Throws HttpError 409 or 422. */
async function settled(tx: Tx, form: RedirectForm, ownId: number, context: Context) {
  await lockRedirects(tx)
  const { origin } = context.site
  const from = pathOf(form.fromPath, origin)
  if (from === null)
    throw refusal('fromPath', 'Inserisci un indirizzo di questo sito, per esempio /tratte/vecchia/')
  const [taken] = await tx`select id from redirects where from_path = ${from} and id <> ${ownId}`
  if (taken) throw new HttpError(409, `Esiste già un reindirizzamento da ${from}`)
  if (await hasPageAt(readerOf(tx), from, context))
    throw new HttpError(409, `A ${from} c’è una pagina del sito: il reindirizzamento non avrebbe effetto.`)
  if (form.statusCode === 410) {
    if (form.toPath) throw refusal('toPath', 'Un indirizzo rimosso (410) non porta da nessuna parte')
    return { from_path: from, to_path: null, status_code: 410 }
  }
  const asked = form.toPath ? pathOf(form.toPath, origin) : null
  if (asked === null) throw refusal('toPath', 'Inserisci l’indirizzo nuovo, su questo sito')
  const [found] = await tx<[{ id: number; toPath: string | null }?]>`
    select id, to_path from redirects where from_path = ${asked} and id <> ${ownId}`
  const next = found && !(await redirects(tx)).off.has(found.id) ? found : undefined
  if (next && next.toPath === null) throw refusal('toPath', 'L’indirizzo nuovo risulta rimosso (410)')
  const to = next?.toPath ?? asked
  if (to === from || asked === from)
    throw new HttpError(409, 'Questo reindirizzamento porterebbe in un giro senza fine.')
  return { from_path: from, to_path: to, status_code: 301 }
}

/** Makes redirects to the old path lead to the new target, so that no redirect leads to another redirect. */
async function shorten(tx: Tx, { from_path, to_path, status_code }: Awaited<ReturnType<typeof settled>>) {
  await tx`
    update redirects set to_path = ${to_path}, status_code = ${status_code}, updated_at = now()
    where to_path = ${from_path}`
  await tx`delete from not_found where path = ${from_path}`
}

/** Returns the stored form of an entered path or URL; null for other sites, the API and the panel. */
function pathOf(text: string, siteOrigin: string): string | null {
  const path = text.startsWith('/') || /^https?:\/\//i.test(text) ? storedPath(text, siteOrigin) : null
  return path && /^\/(api|admin)(\/|$)/.test(path) ? null : path
}
