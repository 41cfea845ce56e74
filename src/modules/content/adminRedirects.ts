import { audit } from '../../audit.ts'
import type { Sql, Tx } from '../../db.ts'
import { edit } from '../../edit.ts'
import { likeOf, pageOf, pages } from '../../list.ts'
import { answer, handle } from '../../message.ts'
import { emit } from '../../outbox.ts'
import { Refused } from '../../refused.ts'
import { siteOrigin } from '../../site.ts'
import {
  CreateRedirect,
  DeleteRedirect,
  DismissMissedPage,
  ListMissedPages,
  ListRedirects,
  type MissedPage,
  ReadRedirect,
  type Redirect,
  type RedirectForm,
  redirectChanged,
  SaveRedirect,
} from './contract.redirects.ts'
import { hasPageAt } from './page.ts'
import { finalPath, lockRedirects } from './redirects.ts'

export const listRedirects = answer(ListRedirects, async (read, asked) => {
  const like = likeOf(asked.search)
  const where = read`(from_path ilike ${like} or to_path ilike ${like})`
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
  return { ...pages(asked, total), items: rows.map(shown) }
})

export const readRedirect = answer(ReadRedirect, async (read, { id }) => shown(await find(read, id)))

export const createRedirect = handle(CreateRedirect, async (tx, form, caller) => {
  const redirect = await settled(tx, form, 0)
  const [row] = await tx<[RedirectRow]>`insert into redirects ${tx(redirect)} returning ${columns(tx)}`
  await shorten(tx, redirect)
  await audit(tx, caller, 'content:redirectCreated', `redirects/${row.id}`, null, shown(row))
  await emit(tx, redirectChanged, { fromPath: row.fromPath })
  return shown(row)
})

const editedRedirect = { table: 'redirects', find, lockFirst: lockRedirects }

export const saveRedirect = edit(SaveRedirect, editedRedirect, async (tx, form, caller, before) => {
  const redirect = await settled(tx, form, form.id)
  const [row] = await tx<[RedirectRow]>`
    update redirects set ${tx(redirect)}, updated_at = now() where id = ${form.id} returning ${columns(tx)}`
  await shorten(tx, redirect)
  await audit(tx, caller, 'content:redirectChanged', `redirects/${form.id}`, shown(before), shown(row))
  for (const fromPath of new Set([before.fromPath, row.fromPath]))
    await emit(tx, redirectChanged, { fromPath })
  return shown(row)
})

export const deleteRedirect = handle(DeleteRedirect, async (tx, { id }, caller) => {
  const before = await find(tx, id)
  await tx`delete from redirects where id = ${id}`
  await audit(tx, caller, 'content:redirectDeleted', `redirects/${id}`, shown(before), null)
  await emit(tx, redirectChanged, { fromPath: before.fromPath })
  return {}
})

export const listMissedPages = answer(ListMissedPages, async (read, asked) => {
  // What was mended since is off the list: visits that were counted late do not bring it back.
  const where = read`
    path ilike ${likeOf(asked.search)} and dismissed_at is null
    and not exists (select from redirects where from_path = path)`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from not_found where ${where}`
  const order = { path: 'path', hits: 'hits', lastSeenAt: 'last_seen_at' }
  const rows = await read<MissedPageRow[]>`
    select id, path, hits, referrer_host, first_seen_at, last_seen_at from not_found where ${where}
    ${pageOf(read, asked, order, '-hits')}`
  return {
    ...pages(asked, total),
    items: rows.map(({ firstSeenAt, lastSeenAt, ...row }) => ({
      ...row,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  }
})

export const dismissMissedPage = handle(DismissMissedPage, async (tx, { id }, caller) => {
  const [row] = await tx<[{ path: string }?]>`
    update not_found set dismissed_at = now() where id = ${id} and dismissed_at is null returning path`
  if (!row) throw new Refused(404, 'Indirizzo non trovato nell’elenco.')
  await audit(tx, caller, 'content:missedPageDismissed', `not_found/${id}`, row, null)
  return {}
})

interface RedirectRow extends Omit<Redirect, 'lastHitAt' | 'createdAt' | 'updatedAt'> {
  lastHitAt: Date | null
  createdAt: Date
  updatedAt: Date
}

interface MissedPageRow extends Omit<MissedPage, 'firstSeenAt' | 'lastSeenAt'> {
  firstSeenAt: Date
  lastSeenAt: Date
}

function columns(sql: Sql | Tx) {
  return sql`id, from_path, to_path, status_code, hits, last_hit_at, created_at, updated_at`
}

async function find(sql: Sql | Tx, id: number): Promise<RedirectRow> {
  const [row] = await sql<[RedirectRow?]>`select ${columns(sql)} from redirects where id = ${id}`
  if (!row) throw new Refused(404, 'Reindirizzamento non trovato.')
  return row
}

function shown(row: RedirectRow): Redirect {
  return {
    ...row,
    lastHitAt: row.lastHitAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** What is stored of a form: paths of this site, one hop from end to end, and never a circle. */
async function settled(tx: Tx, form: RedirectForm, ownId: number) {
  await lockRedirects(tx)
  const from = pathOf(form.fromPath)
  if (from === null) refuse('fromPath', 'Inserisci un indirizzo di questo sito, per esempio /tratte/vecchia/')
  const [taken] = await tx`select id from redirects where from_path = ${from} and id <> ${ownId}`
  if (taken) throw new Refused(409, `Esiste già un reindirizzamento da ${from}`)
  if (await hasPageAt(tx as unknown as Sql, from))
    throw new Refused(409, `A ${from} c’è una pagina del sito: il reindirizzamento non avrebbe effetto.`)
  if (form.statusCode === 410) {
    if (form.toPath) refuse('toPath', 'Un indirizzo rimosso (410) non porta da nessuna parte')
    return { from_path: from, to_path: null, status_code: 410 }
  }
  const asked = form.toPath ? pathOf(form.toPath) : null
  if (asked === null) refuse('toPath', 'Inserisci l’indirizzo nuovo, su questo sito')
  const [next] = await tx<[{ toPath: string | null }?]>`
    select to_path from redirects where from_path = ${asked} and id <> ${ownId}`
  if (next && next.toPath === null) refuse('toPath', 'L’indirizzo nuovo risulta rimosso (410)')
  const to = next?.toPath ?? asked
  if (to === from || asked === from)
    throw new Refused(409, 'Questo reindirizzamento porterebbe in un giro senza fine.')
  return { from_path: from, to_path: to, status_code: 301 }
}

/** What led to the old address leads to the new one at once; a missed address that was mended is off its list. */
async function shorten(tx: Tx, { from_path, to_path, status_code }: Awaited<ReturnType<typeof settled>>) {
  await tx`
    update redirects set to_path = ${to_path}, status_code = ${status_code}, updated_at = now()
    where to_path = ${from_path}`
  await tx`delete from not_found where path = ${from_path}`
}

/** A path, or a whole address of this site, as it is stored; null for anything else. */
function pathOf(text: string): string | null {
  const url = URL.canParse(text, siteOrigin()) ? new URL(text, siteOrigin()) : null
  if (!url || url.origin !== siteOrigin() || /^\/(api|admin)(\/|$)/.test(url.pathname)) return null
  if (!text.startsWith('/') && !/^https?:\/\//i.test(text)) return null
  try {
    return finalPath(decodeURIComponent(url.pathname))
  } catch {
    return null
  }
}

function refuse(path: string, message: string): never {
  throw new Refused(422, message, { errors: [{ path, message }] })
}
