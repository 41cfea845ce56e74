import type { Context } from '../../../kernel/context.ts'
import { dayAfter, isDay, romanDay } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import {
  findRoutes,
  popularRoutes,
  pricingTable,
  routesByHubs,
  type TravelDay,
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
  giorno: dayToCome,
}

type QueryName = keyof typeof queryNames
type PageQuery = Partial<Record<QueryName, string>>

export type Address = { path: string } & PageQuery

/** Nobody books further ahead, and each day is a page of its own in the cache. */
const daysAhead = 550

/** Today is the same as no day. */
function dayToCome(text: string): string {
  const today = romanDay(new Date())
  const isShown = /^\d{4}-\d\d-\d\d$/.test(text) && isDay(text) && text > today
  return isShown && text <= dayAfter(today, daysAhead) ? text : ''
}

function placeName(text: string): string {
  return text.trim().slice(0, 200)
}

/** What a page depends on beside its address and the data. */
export interface Shown {
  context: Context
  /** The day whose prices are shown; today without one. */
  when?: TravelDay | undefined
}

interface PageAtPath {
  query: readonly QueryName[]
  view(read: Sql, query: PageQuery, shown: Shown): View | string | Promise<View | string>
}

/** A page that depends on the data and on the `query` names, which are all it is given. */
function page<Name extends QueryName = never>(
  query: readonly Name[],
  view: (read: Sql, query: { [K in Name]?: string }, shown: Shown) => View | string | Promise<View | string>,
): PageAtPath {
  return { query, view: view as PageAtPath['view'] }
}

/** Pages with a path of their own. Every other page depends on its path alone. */
const pages = new Map<string, PageAtPath>(
  Object.entries({
    '/': page(['giorno'], home),
    '/home-2/': page(['giorno'], home),
    '/tratte/': page(['giorno'], async (read, _, { context, when }) => ({
      kind: 'routes',
      hubs: await routesByHubs(read, context.site.origin, when),
    })),
    '/risultati-ricerca/': page(
      ['departure', 'destination', 'giorno'],
      async (read, { departure, destination }, { context, when }) =>
        departure && destination
          ? {
              kind: 'results',
              departure,
              destination,
              routes: await findRoutes(read, { departure, destination }, context.site.origin, when),
            }
          : '/tratte/',
    ),
    '/prezzi/': page(['giorno'], async (read, _, { when }) => ({
      kind: 'prices',
      rows: await pricingTable(read, when),
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
      async (read, query, { context }) => (await blogView(read, query, context)) ?? nowhere,
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
  const isRoute = path.startsWith('/tratte/transfer-')
  for (const name of pages.get(path)?.query ?? (isRoute ? (['giorno'] as const) : [])) {
    const value = queryNames[name](queried(name) ?? '')
    if (value) address[name] = value
  }
  return address
}

/** The host puts the token of a link and what was refused into it: they differ from visitor to visitor. */
function newsletter(step: Extract<View, { kind: 'newsletter' }>['step']): View {
  return { kind: 'newsletter', step, token: '', email: '', errors: [] }
}

async function home(read: Sql, _: object, { context, when }: Shown): Promise<View> {
  const [popular, rows] = await Promise.all([
    popularRoutes(read, context.site.origin, when),
    pricingTable(read, when),
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
export function fixedPage(read: Sql, { path, ...query }: Address, shown: Shown) {
  return pages.get(path)?.view(read, query, shown)
}
