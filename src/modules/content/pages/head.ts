import { euro } from '../../../kernel/money.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { OlderRoute } from '../../catalog/book/contract.ts'
import { placePathOf } from '../../catalog/places/placePages.queries.ts'
import { loneUnitKeys, type PriceUnit, startingUnit, unitKeys } from '../../catalog/prices/quote.contract.ts'
import type { PopularRoute, RouteFacts } from '../../catalog/search/contract.ts'
import { routePathOf } from '../../catalog/search/search.queries.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { promisedTime, waitingWithin } from '../../settings/company/sentences.contract.ts'
import { articlePathOf } from '../addresses/articlePath.contract.ts'
import type { Post } from '../blog/published.contract.ts'
import { socialPath } from '../socialPictures/contract.ts'
import type { Head, View } from './contract.ts'
import { infoWords } from './infoHead.ts'
import {
  blogPosting,
  breadcrumbs,
  business,
  placeFacts,
  pricingOffers,
  routeService,
  webSite,
} from './structuredData.ts'

const titleMax = 60
const descriptionMin = 70
const descriptionMax = 160

/**
 * `path` is the path in the URL. All lists of articles have one canonical URL, because they differ only in the query.
 */
export function headOf(t: Translate, view: View, path: string, company: Operator, origin: string): Head {
  const {
    title,
    description,
    isIndexable = true,
    jsonLd = [],
    canonical = origin + path,
    ogType = 'website',
  } = words(t, view, path, company, origin)
  return {
    title,
    description,
    canonical,
    ogTitle: title,
    ogDescription: description,
    ogImage: origin + picturePath(t, view),
    ogType,
    isIndexable,
    jsonLd,
  }
}

/** The URL of a route's drawn picture contains the price, because social networks cache pictures by URL. */
function picturePath(t: Translate, view: View): string {
  const photo = view.kind === 'route' ? view.photos.route : view.kind === 'place' ? view.photo : null
  if (photo && photo.widths.length > 0) return `${photo.base}-social.jpg`
  if (view.kind === 'route')
    return `${socialPath(t, `transfer-${view.route.slug}`)}?v=${view.route.startingPrice ?? 0}`
  return socialPath(t, view.kind === 'article' ? `blog-${view.post.slug}` : undefined)
}

interface Words {
  title: string
  description: string
  isIndexable?: boolean
  canonical?: string
  ogType?: Head['ogType']
  jsonLd?: unknown[]
}

function words(t: Translate, view: View, path: string, company: Operator, origin: string): Words {
  const { companyName: brand } = company
  const crumbs = (...trail: [name: string, path: string][]) => breadcrumbs(t, origin, trail)
  const routes: [string, string] = [t('nav.routes'), '/tratte/']
  switch (view.kind) {
    case 'home':
      return {
        title: shortest(t('head.home', { brand }), t('head.homeShort')),
        description: fitted(
          t('head.homeText', { from: fromWords(t, view.from), count: String(view.routeCount) }),
        ),
        jsonLd: [webSite(t, company, origin), business(t, company, origin, view.popular)],
      }
    case 'routes':
      return {
        title: shortest(t('head.routes', { brand }), t('head.routesShort')),
        description: t('head.routesText'),
        ...hubWords(t, view, 'head.hubRoutes', 'head.hubRoutesText'),
        isIndexable: view.list.isIndexed,
        jsonLd: [crumbs(...listTrail(t, view, routes, path))],
      }
    case 'route':
      return {
        ...routeWords(t, view.route),
        isIndexable: view.route.isIndexed,
        canonical: view.route.canonicalUrl,
        jsonLd: [
          crumbs(routes, [view.route.name, routePathOf(view.route.slug)]),
          routeService(t, view.route, company, origin),
        ],
      }
    case 'place':
      return {
        ...placeWords(t, view),
        isIndexable: view.isIndexed,
        jsonLd: [
          crumbs(routes, [view.place.name, placePathOf(view.slug)]),
          placeFacts(view.place, origin + path),
        ],
      }
    case 'olderRoute':
      return {
        ...olderWords(t, view.route, company),
        jsonLd: [crumbs(routes, [view.route.name, `/tratte/${view.route.slug}/`])],
      }
    case 'results':
      return { title: t('head.results'), description: t('head.resultsText'), isIndexable: false }
    case 'prices':
      return {
        title: shortest(t('head.prices', { brand }), t('head.pricesShort')),
        description: t('head.pricesText'),
        ...hubWords(t, view, 'head.hubPrices', 'head.hubPricesText'),
        isIndexable: view.list.isIndexed,
        jsonLd: [
          crumbs(...listTrail(t, view, [t('nav.prices'), '/prezzi/'], path)),
          pricingOffers(t, listedRows(view), company, origin + path),
        ],
      }
    case 'request':
      return {
        title: t(view.isSent ? 'head.requestSent' : 'request.title'),
        description: t('head.requestText', { promise: promisedTime(t) }),
        isIndexable: false,
      }
    case 'status':
      return {
        title: t('head.status', { code: view.code }).trim(),
        description: t('head.statusText'),
        // The page's own URL contains the token, which must not appear here.
        canonical: origin + localPath(t, '/richiesta/'),
        isIndexable: false,
      }
    case 'reviews':
      return {
        title: shortest(t('head.reviews', { brand }), t('head.reviewsShort')),
        description: t('head.reviewsText'),
        isIndexable: view.page === 1,
        jsonLd: [crumbs([t('reviews.title'), '/recensioni/'])],
      }
    case 'review':
      return { title: t('review.title'), description: t('head.reviewText'), isIndexable: false }
    case 'blog':
      return {
        title: shortest(t('head.blog', { brand }), t('head.blogShort')),
        description: t('head.blogText'),
        isIndexable: view.total > 0 || view.category !== '',
        jsonLd: [crumbs([t('nav.blog'), '/blog/'])],
      }
    case 'article':
      return {
        ...articleWords(t, view.post),
        ogType: 'article',
        jsonLd: [
          crumbs([t('nav.blog'), '/blog/'], [view.post.title, articlePathOf(view.post.slug)]),
          blogPosting(t, view.post, company, origin),
        ],
      }
    case 'newsletter':
      return { title: t('head.newsletter'), description: t('head.newsletterText'), isIndexable: false }
    case 'business':
    case 'contacts':
    case 'privacy':
    case 'terms':
    case 'snippetsTest':
    case 'maintenance':
      return infoWords(t, view, company, origin)
    case 'tooManyRequests':
      return { title: t('busy.title'), description: t('head.busyText'), isIndexable: false }
    case 'unavailable':
      return { title: t('down.title'), description: t('api.unavailable'), isIndexable: false }
    case 'notFound':
      return {
        title: t(view.what === 'page' ? 'lost.page' : 'lost.route'),
        description: t('head.lostText'),
        isIndexable: false,
      }
  }
}

function fromWords(t: Translate, route: PopularRoute | null): string {
  if (!route) return ''
  const { departure, destination } = route
  return t('head.homeFrom', { from: departure, to: destination, price: startingWords(t, route) })
}

export function routeWords(t: Translate, route: RouteFacts): Pick<Words, 'title' | 'description'> {
  const ends = { from: route.departureLocation.name, to: route.destinationLocation.name }
  const start = { price: route.startingPrice, unit: startingUnit(route) }
  const brief = briefWords(t, start)
  const { distanceKm: km, estimatedDuration: duration } = route
  return {
    title: shortest(
      brief ? t('head.route', { ...ends, price: brief }) : t('head.routeDriven', ends),
      t('head.routeShort', ends),
      `${ends.from} → ${ends.to}`,
    ),
    description: fitted(
      t('head.routeText', {
        ...ends,
        way: km ? t('head.way', { km, duration }) : '',
        price: startingWords(t, start) || t('fare.onRequest'),
      }),
    ),
  }
}

function olderWords(
  t: Translate,
  route: OlderRoute,
  company: Operator,
): Pick<Words, 'title' | 'description'> {
  const { name, price, duration } = route
  return {
    title: shortest(t('head.transfer', { name }), name),
    description: fitted(
      t('head.olderText', {
        name,
        price: price ? t('head.olderPrice', { price: euro(t, price, ' ') }) : '',
        duration: duration || t('head.traffic'),
        waiting: waitingWithin(t, company),
      }),
    ),
  }
}

type ListView = Extract<View, { kind: 'routes' | 'prices' }>

const hubOf = ({ list }: ListView) => list.hubs.find(({ key }) => key === list.hub)

function hubWords(
  t: Translate,
  view: ListView,
  title: 'head.hubRoutes' | 'head.hubPrices',
  text: 'head.hubRoutesText' | 'head.hubPricesText',
): Partial<Words> {
  const found = hubOf(view)
  if (!found) return {}
  const hub = found.name
  const page = view.list.page > 1 ? t('head.page', { page: String(view.list.page) }) : ''
  return {
    title: shortest(t(title, { hub, page })),
    description: fitted(t(text, { count: String(found.total), hub, page })),
  }
}

function listTrail(
  t: Translate,
  view: ListView,
  list: [name: string, path: string],
  path: string,
): [string, string][] {
  const hub = hubOf(view)
  return hub ? [list, [t('data.fromHub', { hub: hub.name }), path]] : [list]
}

const listedRows = ({ list }: ListView) =>
  list.groups.flatMap(({ name, rows }) => rows.map((row) => ({ ...row, departure: name })))

interface Starting {
  price: string | null
  unit: PriceUnit | null
}

/** Returns for example `da 40 € a persona, minimo 2 persone`; empty without a price. */
const startingWords = (t: Translate, { price, unit }: Starting) =>
  price && unit ? t('head.startPrice', { price: euro(t, price, ' '), unit: t(loneUnitKeys[unit]) }) : ''

/** Returns a short starting price for a title. A price per person is stated as the total for two people. */
function briefWords(t: Translate, { price, unit }: Starting): string {
  if (!price || !unit) return ''
  return unit === 'persona'
    ? t('head.forTwo', { price: euro(t, Number(price) * 2, ' ') })
    : t('head.startPrice', { price: euro(t, price, ' '), unit: t(unitKeys[unit]) })
}

function placeWords(
  t: Translate,
  view: Extract<View, { kind: 'place' }>,
): Pick<Words, 'title' | 'description'> {
  const { to, from } = view
  const place = view.place.name
  const [first] = to
  const rides = [
    ...(first
      ? [`${t('head.placeFrom', { from: first.departure })} ${startingWords(t, first)}`.trimEnd()]
      : []),
    ...to.slice(1, 3).map(({ departure }) => departure),
    ...(first ? [] : from.slice(0, 2).map(({ destination }) => t('head.placeTo', { to: destination }))),
  ]
  return {
    title: shortest(t('head.place', { place }), t('head.placeShort', { place }), place),
    description: fitted(t('head.placeText', { place, rides: rides.join(', ') })),
  }
}

function articleWords(t: Translate, post: Post): Pick<Words, 'title' | 'description'> {
  const said = post.metaDescription || post.summary
  return {
    title: shortest(post.metaTitle || post.title),
    description: fitted(said.length < descriptionMin ? `${said} ${t('head.articleMore')}`.trim() : said),
  }
}

function shortest(...candidates: string[]): string {
  return candidates.find(({ length }) => length <= titleMax) ?? cut(candidates.at(-1) ?? '', titleMax)
}

/** Returns a description that fits. A text that is too long ends at a full stop or a comma, not within a clause. */
function fitted(text: string): string {
  if (text.length <= descriptionMax) return text
  const [clauses = ''] = /^.*(?=[.,;!?] )/s.exec(text.slice(0, descriptionMax)) ?? []
  return clauses.length > descriptionMin ? `${clauses}.` : cut(text, descriptionMax)
}

function cut(text: string, max: number): string {
  const kept = text.slice(0, max - 1)
  return `${kept.slice(0, Math.max(kept.lastIndexOf(' '), 1))}…`
}
