import type { Context } from '../../../kernel/context.ts'
import { addressOf } from '../../../languages/addresses.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import type { Sql } from '../../../platform/db.ts'
import { understoodEnds } from '../../catalog/fares/fares.queries.ts'
import { placeText } from '../../catalog/placeSearch/coordinates.contract.ts'
import type { PopularRoute } from '../../catalog/search/contract.ts'
import { countListedRoutes, searchText } from '../../catalog/search/lists.queries.ts'
import { findRoutes, inLanguage, isHub, popularRoutes } from '../../catalog/search/search.queries.ts'
import { blogView } from '../blog/published.queries.ts'
import type { Photo } from '../photos/contract.ts'
import { photoOf, routePhotoOf } from '../photos/photos.queries.ts'
import { reviewBlock, reviewPage } from '../reviews/shown.queries.ts'
import { choiceCleaners, choiceNames } from './choice.ts'
import { choiceFor, endsOf, fareOfChoice, type Shown } from './chosen.ts'
import type { Journey, View } from './contract.ts'
import { zoneLinks } from './coverage.ts'
import { sentCode } from './info.ts'
import { isHubList, listNames, overview } from './lists.ts'
import { requestValues } from './request.contract.ts'
import { claimsIn } from './staffTexts.ts'

const noStatus: View = {
  kind: 'status',
  code: '',
  route: '',
  routeWords: '',
  state: '',
  stateText: '',
  phase: 'open',
  rows: [],
  hasCalendar: false,
  canCancel: false,
  canChange: false,
  isViewOnly: false,
  isSoon: false,
  changeAskedAt: null,
  isJustSent: false,
  reviewToken: null,
  isOfferExpired: false,
  offer: null,
  drivers: [],
  offerError: '',
  promise: '',
  text: '',
  error: '',
}

const noReview: View = { kind: 'review', isPosted: false, route: null, month: '', values: {}, errors: [] }

/** Returns the view of a URL without a page. */
export const nowhere = ({ choice }: Shown): View => ({ kind: 'notFound', choice, what: 'page' })

/** No page is at this path. */
export const notFoundPath = '/non-trovata/'
export const tooManyRequestsPath = '/troppe-richieste/'
export const unavailablePath = '/non-disponibile/'

/** Maximum characters of a place in the URL of a page. */
const placeMax = 200
const placeIn = (text: string) => placeText(text).slice(0, placeMax)

/** Query parameters of pages, each with the function that cleans its value; '' means absent. */
const queryNames = {
  departure: placeIn,
  departureTown: placeIn,
  destination: placeIn,
  destinationTown: placeIn,
  inviata: (text: string) => (text === '1' ? text : ''),
  codice: sentCode,
  categoria: (text: string) => text.slice(0, 120),
  cerca: searchText,
  pagina: (text: string) => (/^[1-9]\d{0,5}$/.test(text) && text !== '1' ? text : ''),
  ...choiceCleaners,
}

type QueryName = keyof typeof queryNames
type PageQuery = Partial<Record<QueryName, string>>

/** The fixed words of `path` are Italian (`/tratte/`), its slugs are in `lang`. `localPath` translates the words. */
export type Address = { path: string; lang?: LanguageCode } & PageQuery

const endNames = ['departure', 'departureTown', 'destination', 'destinationTown'] as const

const journeyOf = ({
  departure = '',
  departureTown = '',
  destination = '',
  destinationTown = '',
}: PageQuery): Journey => ({ departure, departureTown, destination, destinationTown })

interface PageAtPath {
  query: readonly QueryName[]
  view(read: Sql, query: PageQuery, shown: Shown): View | string | Promise<View | string>
}

/** Declares a page that depends only on data and on the query parameters in `query`. */
function page<Name extends QueryName = never>(
  query: readonly Name[],
  view: (read: Sql, query: { [K in Name]?: string }, shown: Shown) => View | string | Promise<View | string>,
): PageAtPath {
  return { query, view: view as PageAtPath['view'] }
}

const reviewsPerPage = 20

const pages = new Map<string, PageAtPath>(
  Object.entries({
    '/': page([...endNames, ...choiceNames], home),
    '/home-2/': page([...endNames, ...choiceNames], home),
    '/tratte/': page(listNames, (read, query, shown) => overview(read, 'tratte', query, shown)),
    '/risultati-ricerca/': page([...endNames, ...choiceNames], async (read, query, shown) =>
      query.departure && query.destination ? results(read, journeyOf(query), shown) : '/tratte/',
    ),
    '/prezzi/': page(listNames, (read, query, shown) => overview(read, 'prezzi', query, shown)),
    '/richiesta/': page(
      [...endNames, 'inviata', 'codice', ...choiceNames],
      async (read, { inviata, codice = '', ...query }, shown) => {
        const journey = journeyOf(query)
        return {
          kind: 'request',
          choice: shown.choice,
          fare: await fareIn(read, journey, shown),
          values: requestValues({ ...journey, ...shown.choice }),
          errors: [],
          isSent: inviata === '1',
          code: codice,
        }
      },
    ),
    // The API process fills in the lead for a URL that ends in a token.
    '/richiesta/stato/': page([], () => noStatus),
    '/contatti/': page(['inviata', 'codice'], (_read, { inviata, codice = '' }) => ({
      kind: 'contacts',
      values: {},
      errors: [],
      isSent: inviata === '1',
      code: codice,
    })),
    '/blog/': page(
      ['categoria', 'pagina'],
      async (read, query, shown) => (await blogView(read, query, shown)) ?? nowhere(shown),
    ),
    '/recensioni/': page(['pagina'], async (read, { pagina = '1' }, shown) => {
      const asked = { page: Number(pagina), limit: reviewsPerPage }
      const found = await reviewPage(read, asked, shown)
      return found.items.length > 0 ? { kind: 'reviews', ...found } : nowhere(shown)
    }),
    // The API process fills in the ride for a URL that ends in a token.
    '/recensione/': page([], () => noReview),
    '/newsletter/': page(['inviata'], (_read, { inviata }) => newsletter(inviata === '1' ? 'asked' : 'ask')),
    '/newsletter/conferma/': page([], () => newsletter('confirm')),
    '/newsletter/disiscrizione/': page([], () => newsletter('end')),
    [tooManyRequestsPath]: page([], () => ({ kind: 'tooManyRequests' })),
    [unavailablePath]: page([], () => ({ kind: 'unavailable' })),
    '/routes/': page([], () => '/tratte/'),
    '/routes': page([], () => '/tratte/'),
  }),
)

/** Pages that are 404 while they have nothing to list. */
const mayBeEmpty = new Set(['/blog/', '/recensioni/'])

/** Returns whether a fixed page is at a path, without making its view, which takes long for Home. */
export const isAlwaysThere = (path: string) => pages.has(path) && !mayBeEmpty.has(path)

type Queried = (name: QueryName) => string | null | undefined

/** Returns path and language of the page at a URL, with the cleaned parameters that the page uses. */
export const pageAddress = (context: Context, urlPath: string, queried: Queried): Address =>
  cleanAddress(context, addressOf(urlPath), queried)

export function cleanAddress(
  context: Context,
  { path, lang }: Pick<Address, 'path' | 'lang'>,
  queried: Queried,
): Address {
  const address: Address = { path, ...(lang && { lang }) }
  for (const name of pages.get(path)?.query ?? queryOfOther(path)) {
    const value = queryNames[name](queried(name) ?? '', context)
    if (value) address[name] = value
  }
  return address
}

function queryOfOther(path: string): readonly QueryName[] {
  if (isHubList(path)) return listNames
  return path.startsWith('/tratte/transfer-') ? choiceNames : []
}

/** The API process fills in the visitor's token and refused input. */
function newsletter(step: Extract<View, { kind: 'newsletter' }>['step']): View {
  return { kind: 'newsletter', step, token: '', email: '', errors: [] }
}

async function results(read: Sql, journey: Journey, shown: Shown): Promise<View> {
  const ends = endsOf(journey)
  const hasAddress = (await understoodEnds(read, [ends.from, ends.to])).some(({ isAddress }) => isAddress)
  const routes = hasAddress ? [] : await findRoutes(read, journey, shown)
  return {
    kind: 'results',
    journey,
    routes,
    ...(await choiceFor(read, routes, shown)),
    chosen: await fareOfChoice(read, ends, shown),
  }
}

const fareIn = async (read: Sql, journey: Journey, shown: Shown) =>
  journey.departure && journey.destination ? fareOfChoice(read, endsOf(journey), shown) : null

async function home(read: Sql, query: PageQuery, shown: Shown): Promise<View> {
  const { context, when } = shown
  const journey = journeyOf(query)
  const italian = await popularRoutes(read, context.site.origin, when)
  const popular = await inLanguage(read, shown, italian)
  const promised = promisedRoute(italian)
  return {
    kind: 'home',
    journey,
    chosen: await fareIn(read, journey, shown),
    ...(await choiceFor(read, popular, shown)),
    popular,
    from: popular.find(({ id }) => id === promised?.id) ?? null,
    routeCount: await countListedRoutes(read),
    zones: await zoneLinks(read, shown.t),
    claims: await claimsIn(read, shown.t.language),
    reviews: await reviewBlock(read, shown),
    photos: await homePhotos(read, shown.t.language, popular),
  }
}

/** Maximum characters of a route's name. A longer name would push the search form off the screen of a phone. */
const promisedNameMax = 60

/** Leaves out routes from places that are no hub, because some are only a few kilometres long. */
function promisedRoute(popular: PopularRoute[]): PopularRoute | null {
  const offered = popular.filter(
    ({ name, departure, price }) => isHub(departure) && Number(price) > 0 && name.length <= promisedNameMax,
  )
  return offered.toSorted((one, other) => Number(one.price) - Number(other.price))[0] ?? null
}

async function homePhotos(read: Sql, language: string, popular: PopularRoute[]) {
  const [company, sedan, van8, van6] = await Promise.all([
    photoOf(read, language, 'company'),
    photoOf(read, language, 'sedan'),
    photoOf(read, language, 'van8'),
    photoOf(read, language, 'van6'),
  ])
  const routes: Record<string, Photo> = {}
  for (const route of popular) {
    const photo = await routePhotoOf(read, language, route)
    if (photo) routes[route.id] = photo
  }
  return { company, sedan, van8, van6, routes }
}

/** Returns the view of a fixed path, or the target path of its 301; undefined for any other path. */
export function fixedPage(read: Sql, { path, lang: _, ...query }: Address, shown: Shown) {
  return pages.get(path)?.view(read, query, shown)
}
