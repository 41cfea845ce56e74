import type { Context } from '../../../kernel/context.ts'
import { orNull } from '../../../kernel/httpError.ts'
import type { Caller } from '../../../kernel/message.ts'
import { encodedPath } from '../../../kernel/sitePath.ts'
import { addressOf } from '../../../languages/addresses.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { languages } from '../../../languages/messages.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Sql } from '../../../platform/db.ts'
import type { RoutePlace } from '../../catalog/book/contract.ts'
import { wayPrices } from '../../catalog/fares/fares.queries.ts'
import { placePathsOfNames, placeSlugIn } from '../../catalog/places/placePages.queries.ts'
import {
  correlatedRoutes,
  hasEconomyFrom,
  inLanguage,
  listOlderRoutes,
  localCatalog,
  popularRoutes,
  type Route,
  returnRouteOf,
  routeFactsAt,
  routePathOf,
  routeSlugIn,
  type TravelDay,
  travelOn,
} from '../../catalog/search/search.queries.ts'
import { operator, returnDiscountPercent } from '../../settings/company/company.queries.ts'
import { siteMode } from '../../settings/site/site.queries.ts'
import { articleSlugIn } from '../addresses/articlePath.contract.ts'
import { redirectAt } from '../addresses/redirects.queries.ts'
import { articleView } from '../blog/published.queries.ts'
import { photoOf, routePhotoOf } from '../photos/photos.queries.ts'
import { reviewBlock } from '../reviews/shown.queries.ts'
import { routeTextsIn } from '../translations/translated.queries.ts'
import { choiceOf } from './choice.ts'
import { fareOfChoice, type Shown } from './chosen.ts'
import type { Page, View } from './contract.ts'
import { coverage } from './coverage.ts'
import { routeQuestions } from './faq.ts'
import {
  type Address,
  cleanAddress,
  fixedPage,
  isAlwaysThere,
  notFoundPath,
  nowhere,
} from './fixed.queries.ts'
import { headOf } from './head.ts'
import { infoView, maintenanceView } from './info.ts'
import { hubListView } from './lists.ts'
import { meetingPointIn } from './meetingPoint.queries.ts'
import { placeView } from './place.ts'
import { savingWords } from './savings.ts'
import { operatorIn } from './staffTexts.ts'
import { textHtml } from './textHtml.ts'
import { versionsOf } from './versions.ts'

export async function pageAt(
  read: Sql,
  asked: Address,
  caller: Caller,
  { context, when: preview }: { context: Context; when?: TravelDay },
): Promise<Page> {
  const address = cleanAddress(context, asked, (name) => asked[name])
  const { lang: language = languages[0] } = asked
  const { t } = languageWith(language)
  const choice = choiceOf(t, address, context)
  const when = preview ?? travelOn(context, choice.day ?? undefined)
  const mode = await siteMode(read)
  const isPreview = !mode.isLive && caller.admin !== null
  const isLive = mode.isLive || isPreview
  const { status, location, redirect, view } = isLive
    ? await standing(read, address, { context, when, choice, t })
    : { status: 503, view: await maintenanceView(read, t) }
  const shown = await operatorIn(read, language)
  const path = ownPath(address.path, view)
  const head = headOf(t, view, localPath(t, path), shown, context.site.origin)
  const versions = await versionsOf(
    read,
    { ...address, path },
    { view, t, context, isIndexable: head.isIndexable },
  )
  return {
    status,
    ...(location ? { location } : {}),
    ...(redirect ? { redirect } : {}),
    head,
    path,
    company: shown,
    coverage: await coverage(read, t),
    view,
    isPreview,
    language,
    versions,
    today: choice.today,
  }
}

/** Returns one path for all URLs that show the same page, so that the server renders the page only once. */
function ownPath(asked: string, view: View): string {
  if (view.kind === 'notFound') return notFoundPath
  // The path is encoded, because the page uses the path in links and in the canonical URL.
  const isClosed = view.kind === 'maintenance' && asked !== '/under-construction/'
  return isClosed || asked === '/home-2/' ? '/' : (encodedPath(asked) ?? '/')
}

interface Standing {
  status: number
  location?: string
  redirect?: string
  view: View
}

/** Returns the page or built-in 301 at a URL, otherwise the stored redirect from this URL (301, 410), otherwise 404. */
async function standing(read: Sql, address: Address, shown: Shown): Promise<Standing> {
  const { t } = shown
  const found = await viewAt(read, address, shown)
  if (typeof found !== 'string' && found.kind !== 'notFound') return { status: statusOf(found), view: found }
  if (typeof found === 'string' && (await targetOf(read, found, shown)) !== null)
    return { status: 301, location: localPath(t, found), view: nowhere(shown) }
  const rule =
    (await redirectAt(read, localPath(t, address.path))) ??
    (typeof found === 'string' ? await redirectAt(read, localPath(t, found)) : undefined)
  const view = typeof found === 'string' ? nowhere(shown) : found
  const redirect = rule?.fromPath ?? ''
  if (rule?.toPath) return { status: 301, location: rule.toPath, redirect, view: nowhere(shown) }
  if (rule) return { status: rule.statusCode, redirect, view }
  return typeof found === 'string'
    ? { status: 301, location: localPath(t, found), view: nowhere(shown) }
    : { status: 404, view: found }
}

/** A choice with an invalid value gives 422. The page then shows a message and ignores the value. */
function statusOf(view: View): number {
  if (view.kind === 'tooManyRequests') return 429
  if (view.kind === 'unavailable') return 503
  return 'choice' in view && view.choice.errors.length > 0 ? 422 : 200
}

/** Returns whether a URL leads to a page, directly or through a built-in 301, not counting redirects by staff. */
export async function hasPageAt(read: Sql, urlPath: string, context: Context): Promise<boolean> {
  const { lang, path } = addressOf(urlPath)
  if (isAlwaysThere(path)) return true
  const { t } = languageWith(lang)
  const shown = { context, when: travelOn(context), choice: choiceOf(t, {}, context), t }
  return (await targetOf(read, path, shown)) !== null
}

/** Returns the path of the page to which a path leads, directly or through a built-in 301; null if there is none. */
async function targetOf(read: Sql, path: string, shown: Shown): Promise<string | null> {
  const view = await viewAt(read, { path, departure: 'x', destination: 'x' }, shown)
  if (typeof view === 'string') return view === path ? null : targetOf(read, view, shown)
  return view.kind === 'notFound' ? null : path
}

const noRoute = ({ choice }: Shown): View => ({ kind: 'notFound', choice, what: 'route' })

/** Returns the view of a URL, or the target path of a built-in 301. */
async function viewAt(read: Sql, address: Address, shown: Shown): Promise<View | string> {
  const { path } = address
  const fixed = await fixedPage(read, address, shown)
  if (fixed !== undefined) return fixed
  const list = await hubListView(read, address, shown)
  if (list !== undefined) return list
  const info = await infoView(read, path, shown.t)
  if (info) return info
  const bare = path.match(/^\/transfer-([a-z0-9-]+)\/?$/)?.[1]
  if (bare) return routePathOf(bare)
  const slug = routeSlugIn(path)
  if (slug) return routeAt(read, slug, shown)
  const older = path.match(/^\/tratte\/([a-z0-9-]+)\/$/)?.[1]
  if (older) return olderRoute(read, older, shown)
  const article = articleSlugIn(path)
  if (article) return (await articleView(read, article, shown)) ?? nowhere(shown)
  const place = placeSlugIn(path)
  if (place) return (await placeView(read, place, shown)) ?? nowhere(shown)
  const other = otherSpelling(path, shown)
  const target = other === null ? null : await targetOf(read, other, shown)
  if (target !== null) return target
  return path.startsWith('/tratte/') ? noRoute(shown) : nowhere(shown)
}

/** Corrects a mistyped URL: a missing last slash, capitals, or Italian words after a language such as `/en`. */
function otherSpelling(path: string, { t }: Shown): string | null {
  const tidy = localPath(t, path).toLowerCase().replace(/\/?$/, '/')
  const known = addressOf(tidy).path
  if (known !== tidy || t.language === languages[0]) return known === path ? null : known
  const italian = tidy.slice(`/${t.language}`.length)
  return localPath(t, italian) === italian ? null : italian
}

async function olderRoute(read: Sql, slug: string, shown: Shown): Promise<View | string> {
  const found = (await listOlderRoutes(read)).find((one) => one.slug === slug)
  // The previous site had routes in Italian only.
  if (found && shown.t.language === languages[0]) {
    const popular = await popularRoutes(read, shown.context.site.origin, shown.when)
    return { kind: 'olderRoute', choice: shown.choice, route: found, popular: popular.slice(0, 3) }
  }
  const names = await localCatalog(read, shown.t)
  const current = names.routeAt(slug)
  return current
    ? routePathOf(names.routeSlug(current))
    : { kind: 'notFound', choice: shown.choice, what: 'olderRoute' }
}

/** For an Italian slug on a page in another language, returns the path with the translated slug. */
async function routeAt(read: Sql, slug: string, shown: Shown): Promise<View | string> {
  const names = await localCatalog(read, shown.t)
  const found = names.routeAt(slug)
  if (!found) return noRoute(shown)
  const own = names.routeSlug(found)
  if (own !== slug && shown.t.language !== languages[0]) return routePathOf(own)
  return route(read, found, shown)
}

async function route(read: Sql, asked: Route, shown: Shown): Promise<View> {
  const { context, when, choice, t } = shown
  const { origin } = context.site
  const found = await orNull(routeFactsAt(read, asked.slug, origin, when))
  if (!found) return noRoute(shown)
  const departureId = found.departureLocation.id
  const destinationId = found.destinationLocation.id
  const returnWhen = { ...when, day: choice.returnDay ?? when.day }
  const journey = { from: { text: String(departureId) }, to: { text: String(destinationId) } }
  const ends: [RoutePlace, RoutePlace] = [found.departureLocation, found.destinationLocation]
  const [there, back, returnRoute, correlated, service] = await Promise.all([
    wayPrices(read, ends, when),
    wayPrices(read, [ends[1], ends[0]], returnWhen),
    returnRouteOf(read, { departureId, destinationId }, origin, returnWhen),
    correlatedRoutes(read, found.id, origin, when),
    operator(read),
  ])
  const [local = found] = await inLanguage(read, shown, [found])
  const texts = await routeTextsIn(read, t.language, asked)
  const [returned] = await inLanguage(read, shown, returnRoute ? [returnRoute] : [])
  const [departurePath = null, destinationPath = null] = await placePathsOfNames(
    read,
    ends.map(({ name }) => name),
    t,
  )
  const hasEconomy = hasEconomyFrom(found.departureLocation.name)
  const meetingPoint = await meetingPointIn(read, t, found.departureLocation)
  return {
    kind: 'route',
    choice,
    chosen: await fareOfChoice(read, journey, shown),
    route: { ...local, isIndexed: local.isIndexed && texts !== null },
    hasGoogleMap: (await context.maps.embedKey(read)) !== null,
    ...(await textHtml(read, texts, shown)),
    returnRoute: returned ?? null,
    ways: { there, back },
    returnDiscountPercent: await returnDiscountPercent(read),
    departurePath,
    destinationPath,
    correlated: await inLanguage(
      read,
      shown,
      correlated.filter(({ id }) => id !== returnRoute?.id),
    ),
    hasEconomy,
    savings: hasEconomy ? savingWords(t, local) : '',
    meetingPoint,
    photos: await routePhotos(read, t.language, { departureId, destinationId }),
    faq: routeQuestions(t, local, { hasEconomy, meetingPoint, service }),
    reviews: await reviewBlock(read, shown, ends),
  }
}

async function routePhotos(
  read: Sql,
  language: string,
  ends: { departureId: number; destinationId: number },
) {
  const [route, meeting, driver] = await Promise.all([
    routePhotoOf(read, language, ends),
    photoOf(read, language, 'meeting', ends.departureId),
    photoOf(read, language, 'driver'),
  ])
  return { route, meeting, driver }
}
