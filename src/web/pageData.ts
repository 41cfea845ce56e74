import type { LanguageCode } from '../languages/messages.ts'
import type { Page, View } from '../modules/content/pages/contract.ts'
import { type Contacts, contactsOf } from './site/parts/company.ts'

export type ViewKind = View['kind']

/** All data of a view, which the server alone has. */
export type ViewOf<K extends ViewKind> = Views[K]
type Views = { [K in ViewKind]: Extract<View, { kind: K }> }

const whole = <V>(view: V) => view
const only = <K extends ViewKind>({ kind }: { kind: K }) => ({ kind })

/** Returns, for each kind, what the app reads of a view. Only parts that the server alone renders (still.tsx) show the rest. */
const read = {
  home: ({ kind, choice, journey, chosen, from, photos: { company } }: ViewOf<'home'>) => ({
    kind,
    choice,
    journey,
    chosen,
    from,
    photos: { company },
  }),
  routes: whole<ViewOf<'routes'>>,
  route: ({ kind, choice, chosen, ways, returnDiscountPercent, hasGoogleMap, route }: ViewOf<'route'>) => ({
    kind,
    choice,
    chosen,
    ways,
    returnDiscountPercent,
    hasGoogleMap,
    route: {
      slug: route.slug,
      name: route.name,
      canonicalUrl: route.canonicalUrl,
      departureLocation: end(route.departureLocation),
      destinationLocation: end(route.destinationLocation),
    },
  }),
  olderRoute: whole<ViewOf<'olderRoute'>>,
  place: ({ kind, choice, place, photo, to }: ViewOf<'place'>) => ({
    kind,
    choice,
    place,
    photo,
    to: to.slice(0, 1),
  }),
  results: whole<ViewOf<'results'>>,
  prices: whole<ViewOf<'prices'>>,
  request: whole<ViewOf<'request'>>,
  status: whole<ViewOf<'status'>>,
  reviews: only<'reviews'>,
  review: only<'review'>,
  blog: whole<ViewOf<'blog'>>,
  article: only<'article'>,
  newsletter: whole<ViewOf<'newsletter'>>,
  business: whole<ViewOf<'business'>>,
  contacts: whole<ViewOf<'contacts'>>,
  privacy: only<'privacy'>,
  terms: whole<ViewOf<'terms'>>,
  snippetsTest: whole<ViewOf<'snippetsTest'>>,
  maintenance: only<'maintenance'>,
  tooManyRequests: whole<ViewOf<'tooManyRequests'>>,
  unavailable: whole<ViewOf<'unavailable'>>,
  notFound: whole<ViewOf<'notFound'>>,
}

const end = ({ id, name }: { id: number; name: string }) => ({ id, name })

/** Data of a view in the browser: all that the props of a screen may contain. */
export type AppView<K extends ViewKind = ViewKind> = {
  [P in K]: { kind: P } & ReturnType<(typeof read)[P]>
}[K]

const parts: { [K in ViewKind]: (view: { kind: K } & ViewOf<K>) => AppView<K> } = read

const viewData = <K extends ViewKind>(view: { [P in K]: { kind: P } & ViewOf<P> }[K]): AppView<K> =>
  parts[view.kind](view)

export interface PageData
  extends Pick<Page, 'path' | 'today'>,
    Partial<Pick<Page, 'isPreview' | 'previewDay'>> {
  language: LanguageCode
  company: Contacts
  view: AppView
}

/** Returns the data of the app, with which it renders the page on the server and takes it over in the browser. */
export const pageData = (
  { path, today, company, view, isPreview, previewDay }: Page,
  language: LanguageCode,
): PageData => ({
  path,
  today,
  language,
  company: contactsOf(company),
  view: viewData(view),
  ...(isPreview && { isPreview }),
  ...(previewDay && { previewDay }),
})
