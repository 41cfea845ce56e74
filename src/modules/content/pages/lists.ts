import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import { type AskedList, indexedPages, overviewMax, routeLists } from '../../catalog/search/lists.queries.ts'
import { findPlace, isHub, localCatalog, plannedPeriods } from '../../catalog/search/search.queries.ts'
import { choiceNames } from './choice.ts'
import { choiceFor, type Shown } from './chosen.ts'
import type { View } from './contract.ts'

// `/prezzi/` and `/tratte/` list routes of every hub; `/prezzi/da-aeroporto-brindisi/2/` is page two of one hub.

type Kind = 'prezzi' | 'tratte'
type ListView = Extract<View, { kind: 'prices' | 'routes' }>

const hubList = /^\/(prezzi|tratte)\/da-([a-z0-9-]+)\/(?:([2-9]|[1-9]\d{1,3})\/)?$/

export const isHubList = (path: string) => hubList.test(path)

export const listNames = [...choiceNames, 'cerca'] as const

export const overview = async (read: Sql, kind: Kind, { cerca = '' }: { cerca?: string }, shown: Shown) =>
  (await listView(read, kind, { page: 1, search: cerca }, shown)) ?? '/'

/** Returns a path if the page redirects; undefined for an unknown hub or page, and for other paths. */
export async function hubListView(
  read: Sql,
  { path, cerca = '' }: { path: string; cerca?: string },
  shown: Shown,
): Promise<View | string | undefined> {
  const [, kind, hub = '', page = '1'] = hubList.exec(path) ?? []
  if (!kind) return undefined
  const view = await listView(read, kind as Kind, { hub, page: Number(page), search: cerca }, shown)
  const own = view?.list.hubs.find(({ key }) => key === hub)
  if (!view || !own) return otherHubPath(read, { kind, hub, page }, shown)
  return own.total > overviewMax ? view : `/${kind}/`
}

/** Returns the path with the hub's slug in the page's language if `hub` is its Italian slug; otherwise undefined. */
async function otherHubPath(
  read: Sql,
  { kind, hub, page }: { kind: string; hub: string; page: string },
  { t }: Shown,
) {
  const place = await findPlace(read, hub)
  const key = place && (await localCatalog(read, t)).placeSlug(place)
  const end = page === '1' ? '' : `${page}/`
  return key && key !== hub && isHub(place.name) ? `/${kind}/da-${key}/${end}` : undefined
}

async function listView(read: Sql, kind: Kind, asked: AskedList, shown: Shown): Promise<ListView | null> {
  const list = await routeLists(read, asked, shown)
  if (!list) return null
  const chosen = await choiceFor(
    read,
    list.groups.flatMap(({ rows }) => rows),
    shown,
  )
  if (kind === 'tratte') return { kind: 'routes', list, ...chosen }
  return { kind: 'prices', list, periods: await plannedPeriods(read, shown.when), ...chosen }
}

/** Returns the paths of the hub lists that search engines may index, page by page. */
export async function hubListPaths(read: Sql, t: Translate): Promise<string[]> {
  const hubs = await indexedPages(read, t)
  return ['/tratte/', '/prezzi/'].flatMap((path) =>
    hubs.flatMap(({ key, pages }) =>
      Array.from({ length: pages }, (_, index) => `${path}da-${key}/${index === 0 ? '' : `${index + 1}/`}`),
    ),
  )
}
