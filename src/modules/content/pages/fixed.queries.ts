import type { Context } from '../../../kernel/context.ts'
import { anyone } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import {
  findRoutes,
  listPopularRoutes,
  listPricingTable,
  listRoutesByHubs,
} from '../../catalog/search/queries.ts'
import { claims } from '../../settings/site/queries.ts'
import { blogView } from '../blog/published.queries.ts'
import type { View } from './contract.ts'
import { sentCode } from './info.ts'

const noStatus: View = {
  kind: 'status',
  code: '',
  route: '',
  state: '',
  stateText: '',
  rows: [],
  hasCalendar: false,
  canCancel: false,
  canChange: false,
  changeAskedAt: null,
  text: '',
  error: '',
}

export const nowhere: View = { kind: 'notFound', what: 'page' }

export const tooManyRequestsPath = '/troppe-richieste/'

/** The names of a query that pages depend on, and how a value of each is cleaned: '' is the same as none. */
const queryNames = {
  departure: placeName,
  destination: placeName,
  inviata: (text: string) => (text === '1' ? text : ''),
  codice: sentCode,
  categoria: (text: string) => text.slice(0, 120),
  pagina: (text: string) => (/^[1-9]\d{0,5}$/.test(text) && text !== '1' ? text : ''),
}

type QueryName = keyof typeof queryNames
type PageQuery = Partial<Record<QueryName, string>>

export type Address = { path: string } & PageQuery

function placeName(text: string): string {
  return text.trim().slice(0, 200)
}

interface PageAtPath {
  query: readonly QueryName[]
  view(read: Sql, query: PageQuery, context: Context): View | string | Promise<View | string>
}

/** A page that depends on the data and on the `query` names, which are all it is given. */
function page<Name extends QueryName = never>(
  query: readonly Name[],
  view: (
    read: Sql,
    query: { [K in Name]?: string },
    context: Context,
  ) => View | string | Promise<View | string>,
): PageAtPath {
  return { query, view: view as PageAtPath['view'] }
}

/** Pages with a path of their own. Every other page depends on its path alone. */
const pages = new Map<string, PageAtPath>(
  Object.entries({
    '/': page([], home),
    '/home-2/': page([], home),
    '/tratte/': page([], async (read, _, context) => ({
      kind: 'routes',
      hubs: await listRoutesByHubs.answer(read, {}, anyone, context),
    })),
    '/risultati-ricerca/': page(
      ['departure', 'destination'],
      async (read, { departure, destination }, context) =>
        departure && destination
          ? {
              kind: 'results',
              departure,
              destination,
              routes: await findRoutes(read, { departure, destination }, anyone, context),
            }
          : '/tratte/',
    ),
    '/prezzi/': page([], async (read, _, context) => ({
      kind: 'prices',
      rows: await listPricingTable.answer(read, {}, anyone, context),
    })),
    '/richiesta/': page(
      ['departure', 'destination', 'inviata', 'codice'],
      (_read, { departure = '', destination = '', inviata, codice = '' }) => ({
        kind: 'request',
        values: { departure, destination },
        errors: [],
        isSent: inviata === '1',
        code: codice,
      }),
    ),
    // Where the host asks for the empty page; the address that customers have ends in a token.
    '/richiesta/stato/': page([], () => noStatus),
    '/contatti/': page(
      ['departure', 'destination', 'inviata', 'codice'],
      (_read, { departure = '', destination = '', inviata, codice = '' }) => ({
        kind: 'contacts',
        values: { departure, destination },
        errors: [],
        isSent: inviata === '1',
        code: codice,
      }),
    ),
    '/blog/': page(
      ['categoria', 'pagina'],
      async (read, query, context) => (await blogView(read, query, context)) ?? nowhere,
    ),
    '/newsletter/': page(['inviata'], (_read, { inviata }) => newsletter(inviata === '1' ? 'asked' : 'ask')),
    '/newsletter/conferma/': page([], () => newsletter('confirm')),
    '/newsletter/disiscrizione/': page([], () => newsletter('end')),
    // What the host sends instead of any page to an address that asks too much.
    [tooManyRequestsPath]: page([], () => ({ kind: 'tooManyRequests' })),
    '/routes/': page([], () => '/tratte/'),
    '/routes': page([], () => '/tratte/'),
  }),
)

/**
 * The one spelling of a page's address, by which hosts cache it: its path with the part of the query that the page
 * depends on, cleaned, in one order.
 */
export function pageAddress(path: string, queried: (name: QueryName) => string | null | undefined): Address {
  const address: Address = { path }
  for (const name of pages.get(path)?.query ?? []) {
    const value = queryNames[name](queried(name) ?? '')
    if (value) address[name] = value
  }
  return address
}

/** The host puts the token of a link and what was refused into it: they differ from visitor to visitor. */
function newsletter(step: Extract<View, { kind: 'newsletter' }>['step']): View {
  return { kind: 'newsletter', step, token: '', email: '', errors: [] }
}

async function home(read: Sql, _: object, context: Context): Promise<View> {
  const [popular, rows] = await Promise.all([
    listPopularRoutes.answer(read, {}, anyone, context),
    listPricingTable.answer(read, {}, anyone, context),
  ])
  const perPerson = rows.flatMap(({ priceMin2Pax }) => (priceMin2Pax === null ? [] : [Number(priceMin2Pax)]))
  return {
    kind: 'home',
    popular,
    fromPrice: perPerson.length > 0 ? String(Math.min(...perPerson)) : null,
    routeCount: new Set(rows.map(({ id }) => id)).size,
    claims: await claims(read),
  }
}

/** The view of a page with a path of its own, or the path that a 301 leads to; undefined for every other path. */
export function fixedPage(read: Sql, { path, ...query }: Address, context: Context) {
  return pages.get(path)?.view(read, query, context)
}
