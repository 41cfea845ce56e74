import { type Static, Type } from '@sinclair/typebox'
import { Day, Id, Language, Maybe, Moment, Nullable, phoneLinkFields, Text } from '../../../kernel/field.ts'
import { internalQuery, query } from '../../../kernel/message.ts'
import { OlderRoute, priceFields, RoutePlace } from '../../catalog/book/contract.ts'
import { FareAnswer } from '../../catalog/fares/contract.ts'
import {
  FoundRoute,
  PopularRoute,
  RouteFacts,
  RouteListEntry,
  RouteLists,
  RouteTotals,
  TransferRoute,
} from '../../catalog/search/contract.ts'
import { Claims, Operator } from '../../settings/company/contract.ts'
import { ArticleView, BlogView } from '../blog/published.contract.ts'
import { Photo } from '../photos/contract.ts'
import { ReviewList } from '../reviews/contract.ts'

export const Head = Type.Object({
  title: Type.String(),
  description: Type.String(),
  canonical: Type.String(),
  ogTitle: Type.String(),
  ogDescription: Type.String(),
  ogImage: Type.String(),
  ogType: Type.Union([Type.Literal('website'), Type.Literal('article')]),
  isIndexable: Type.Boolean(),
  jsonLd: Type.Array(Type.Unknown()),
})
export type Head = Static<typeof Head>

const kind = <K extends string>(name: K) => ({ kind: Type.Literal(name) })

export const Question = Type.Object({ question: Type.String(), answer: Type.String() })

const WayPrices = Type.Composite([
  Type.Pick(TransferRoute, [...priceFields]),
  Type.Object({ hasEconomy: Type.Boolean() }),
])

/** `path` is null if the place has no page. */
export const PlaceLink = Type.Object({ name: Type.String(), path: Nullable(Type.String()) })
export type PlaceLink = Static<typeof PlaceLink>

/** The trip that a visitor chose in the URL. A missing or invalid value is null. */
export const Choice = Type.Object({
  /** Today's date in Rome. */
  today: Type.String(),
  lastDay: Type.String(),
  day: Nullable(Type.String()),
  isReturn: Type.Boolean(),
  returnDay: Nullable(Type.String()),
  /** Number of passengers; 9 means more than eight. */
  passengers: Nullable(Type.Integer()),
  bags: Nullable(Type.Integer()),
  /** The party for which the page states totals: the chosen party, or the calculator's default. */
  party: Type.Object({ passengers: Type.Integer(), bags: Type.Integer() }),
  errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
})
export type Choice = Static<typeof Choice>
export type Chosen = Pick<Choice, 'day' | 'isReturn' | 'returnDay' | 'passengers' | 'bags'>

/** Departure and destination as the visitor entered them. A street address may come with its town. */
const Journey = Type.Object({
  departure: Type.String(),
  departureTown: Type.String(),
  destination: Type.String(),
  destinationTown: Type.String(),
})
export type Journey = Static<typeof Journey>

/** Total prices of the listed routes for the chosen party, by route id; empty if no party is chosen. */
const totals = Type.Record(Type.String(), RouteTotals)

/** `unknown` means that the link is invalid or expired. */
const NewsletterStep = Type.Union(
  (['ask', 'asked', 'confirm', 'confirmed', 'end', 'ended', 'unknown'] as const).map((step) =>
    Type.Literal(step),
  ),
)

export const View = Type.Union([
  Type.Object({
    ...kind('home'),
    choice: Choice,
    journey: Journey,
    /** Fare of the chosen journey; null if none is chosen. */
    chosen: Nullable(FareAnswer),
    totals,
    popular: Type.Array(PopularRoute),
    /** Popular route whose starting price the page states; null if none qualifies (`promisedRoute`). */
    from: Nullable(PopularRoute),
    routeCount: Type.Integer(),
    zones: Type.Array(Type.Object({ name: Type.String(), places: Type.Array(PlaceLink) })),
    claims: Claims,
    /** The newest reviews, with shortened texts. */
    reviews: ReviewList,
    photos: Type.Object({
      company: Nullable(Photo),
      sedan: Nullable(Photo),
      van8: Nullable(Photo),
      van6: Nullable(Photo),
      /** Photos of popular routes or of their destinations, by id of the route. */
      routes: Type.Record(Type.String(), Photo),
    }),
  }),
  Type.Object({ ...kind('routes'), choice: Choice, totals, list: RouteLists }),
  Type.Object({
    ...kind('route'),
    choice: Choice,
    /** Fare of the choice. Without a day or party in the choice, the fare is for today or the default party. */
    chosen: Nullable(FareAnswer),
    route: RouteFacts,
    /** True if the page offers a button that loads Google's map, because staff have entered a key. */
    hasGoogleMap: Type.Boolean(),
    /** `descriptionHtml` and `touristHtml` are rendered from Markdown and sanitized. A missing text is empty. */
    descriptionHtml: Type.String(),
    touristHtml: Type.String(),
    returnRoute: Nullable(RouteListEntry),
    /** In each list, the first entry with an offer for the party applies. `there` is the outbound ride. */
    ways: Type.Object({ there: Type.Array(WayPrices), back: Type.Array(WayPrices) }),
    returnDiscountPercent: Type.Integer(),
    correlated: Type.Array(RouteListEntry),
    /** Null for a place without a page. */
    departurePath: Nullable(Type.String()),
    destinationPath: Nullable(Type.String()),
    /** True if shared rides start at the departure. */
    hasEconomy: Type.Boolean(),
    /** Sentence about what each size of party saves by sharing; empty if no prices can be compared. */
    savings: Type.String(),
    /** Where the driver waits at the departure, as the end of "Ti aspettiamo …". */
    meetingPoint: Type.String(),
    /** `route` is the photo of the route or, if there is none, of its destination. */
    photos: Type.Object({
      route: Nullable(Photo),
      meeting: Nullable(Photo),
      driver: Nullable(Photo),
    }),
    faq: Type.Array(Question),
    /** Reviews with shortened texts, this route's reviews first. */
    reviews: ReviewList,
  }),
  Type.Object({
    ...kind('olderRoute'),
    choice: Choice,
    route: OlderRoute,
    popular: Type.Array(PopularRoute),
  }),
  Type.Object({
    ...kind('results'),
    choice: Choice,
    totals,
    /** Fare of the choice. Without a day or party in the choice, the fare is for today or the default party. */
    chosen: FareAnswer,
    journey: Journey,
    /** Empty if departure or destination is a street address. */
    routes: Type.Array(FoundRoute),
  }),
  Type.Object({
    ...kind('prices'),
    choice: Choice,
    totals,
    list: RouteLists,
    /** Periods of future price lists. The page links to the prices of the first day of each period. */
    periods: Type.Array(Type.Object({ validFrom: Type.String(), validUntil: Nullable(Type.String()) })),
  }),
  /** The request form as a page, for visitors without JavaScript and for shared links. */
  Type.Object({
    ...kind('request'),
    choice: Choice,
    /** Fare of the trip; null without departure and destination. */
    fare: Nullable(FareAnswer),
    /** Values by field name, from the URL or from a refused form. */
    values: Type.Record(Type.String(), Type.String()),
    errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
    isSent: Type.Boolean(),
    /** Code of the lead; empty until the visitor has sent the form. */
    code: Type.String(),
  }),
  /** The state of a lead. For a visitor with the lead's link the API process fills in the fields. */
  Type.Object({
    ...kind('status'),
    code: Type.String(),
    route: Type.String(),
    routeWords: Type.String(),
    state: Type.String(),
    stateText: Type.String(),
    phase: Type.Union([Type.Literal('open'), Type.Literal('over'), Type.Literal('closed')]),
    rows: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
    hasCalendar: Type.Boolean(),
    canCancel: Type.Boolean(),
    canChange: Type.Boolean(),
    changeAskedAt: Nullable(Moment),
    isJustSent: Type.Boolean(),
    /** True if the ride begins within two hours and is not confirmed. */
    isSoon: Type.Boolean(),
    /** True for the URL in calendar files, whose page has no acts. */
    isViewOnly: Type.Boolean(),
    /** Token of the link for a review; null before the end of a ride. */
    reviewToken: Nullable(Type.String()),
    /** True if `stateText` says that the offer has expired. */
    isOfferExpired: Type.Boolean(),
    /** The latest offer of the operator for this trip. */
    offer: Nullable(
      Type.Object({
        id: Id,
        state: Type.String(),
        /** State as a sentence; empty while the customer may accept the offer. */
        stateText: Type.String(),
        message: Nullable(Type.String()),
        total: Type.String(),
        rows: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
      }),
    ),
    /** Drivers of coming rides. A driver appears once the message that names the driver is due or sent. */
    drivers: Type.Array(
      Type.Object({
        pickupAt: Moment,
        phone: Type.String(),
        call: phoneLinkFields.call,
        rows: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
        photo: Nullable(Photo),
      }),
    ),
    /** Why the customer could not accept the offer; empty if the customer has not tried. */
    offerError: Type.String(),
    /** Time within which staff answer. Empty, except right after the customer has sent the lead. */
    promise: Type.String(),
    /** Text of a refused change or cancellation, so that the form still shows it; `error` states the reason. */
    text: Type.String(),
    error: Type.String(),
  }),
  Type.Object({
    ...kind('reviews'),
    ...ReviewList.properties,
    page: Type.Integer(),
    totalPages: Type.Integer(),
  }),
  /** The form for a review. For a visitor with the link of a finished ride the API process fills in the fields. */
  Type.Object({
    ...kind('review'),
    isPosted: Type.Boolean(),
    route: Nullable(Type.Object({ from: Type.String(), to: Type.String() })),
    month: Type.String(),
    values: Type.Record(Type.String(), Type.String()),
    errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  }),
  BlogView,
  ArticleView,
  Type.Object({
    ...kind('newsletter'),
    step: NewsletterStep,
    token: Type.String(),
    email: Type.String(),
    errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
  }),
  Type.Object({ ...kind('business') }),
  Type.Object({
    ...kind('contacts'),
    values: Type.Record(Type.String(), Type.String()),
    errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
    isSent: Type.Boolean(),
    code: Type.String(),
  }),
  /** The privacy notice. It states the periods and keys that the code uses (settings/privacy/contract.ts). */
  Type.Object({
    ...kind('privacy'),
    version: Type.String(),
    consentKey: Type.String(),
    consentDays: Type.Integer(),
    leadYears: Type.Integer(),
    searchDays: Type.Integer(),
    unmetSearchDays: Type.Integer(),
    tapDays: Type.Integer(),
    analyticsMonths: Type.Integer(),
    rightsDays: Type.Integer(),
    newsletterUnconfirmedDays: Type.Integer(),
    newsletterEndedDays: Type.Integer(),
    /** Browser storage keys of form drafts. */
    draftKeys: Type.Array(Type.String()),
    /** Browser storage key of the visitor's provenance. */
    visitKey: Type.String(),
    visitDays: Type.Integer(),
    /** Browser storage key of the visitor's language. */
    languageKey: Type.String(),
  }),
  Type.Object({
    ...kind('place'),
    choice: Choice,
    slug: Type.String(),
    place: RoutePlace,
    isIndexed: Type.Boolean(),
    descriptionHtml: Type.String(),
    touristHtml: Type.String(),
    photo: Nullable(Photo),
    to: Type.Array(RouteListEntry),
    from: Type.Array(RouteListEntry),
  }),
  Type.Object({ ...kind('terms') }),
  Type.Object({ ...kind('snippetsTest') }),
  Type.Object({ ...kind('maintenance'), message: Type.String() }),
  /** Replaces every page for an IP address above its rate limit. */
  Type.Object({ ...kind('tooManyRequests') }),
  /** Replaces a page that needs the database while it is down. */
  Type.Object({ ...kind('unavailable') }),
  Type.Object({
    ...kind('notFound'),
    choice: Choice,
    what: Type.Union([Type.Literal('page'), Type.Literal('route'), Type.Literal('olderRoute')]),
  }),
])
export type View = Static<typeof View>

export const Page = Type.Object({
  status: Type.Integer(),
  /** Target path for status 301. */
  location: Type.Optional(Type.String()),
  /** Old address of the redirect (301 or 410) that staff or a rename made, as it is stored. */
  redirect: Type.Optional(Type.String()),
  head: Head,
  /** Path with Italian fixed words (`/tratte/`) and slugs in `language`. The navigation marks a link by it. */
  path: Type.String(),
  company: Operator,
  coverage: Type.Array(PlaceLink),
  view: View,
  /** True if staff see the page despite maintenance. */
  isPreview: Type.Boolean(),
  language: Language,
  /** The page in all its languages, Italian first. `path` is the path in the URL. */
  versions: Type.Array(
    Type.Object({
      language: Language,
      path: Type.String(),
      isIndexable: Type.Boolean(),
      /** Hint that offers this version. `close` labels the button that closes the hint. */
      offer: Type.String(),
      close: Type.String(),
    }),
  ),
  /** Day in Rome on which the page was rendered, such as `2027-06-01`. */
  today: Type.String(),
  /** Day of the prices that staff preview, such as `2027-06-01`. */
  previewDay: Type.Optional(Type.String()),
})
export type Page = Static<typeof Page>

/** Maximum characters of a decoded path that can have a page. */
export const pagePathMax = 500

const address = {
  path: Text(pagePathMax),
  /** Italian by default. */
  lang: Type.Optional(Language),
  departure: Type.Optional(Type.String({ maxLength: 200 })),
  departureTown: Type.Optional(Type.String({ maxLength: 200 })),
  destination: Type.Optional(Type.String({ maxLength: 200 })),
  destinationTown: Type.Optional(Type.String({ maxLength: 200 })),
  /** `1` after the visitor has sent a form without JavaScript. */
  inviata: Type.Optional(Type.String({ maxLength: 1 })),
  codice: Type.Optional(Type.String({ maxLength: 20 })),
  /** Slug of the blog category. */
  categoria: Type.Optional(Type.String({ maxLength: 120 })),
  /** Search text of a list of routes. */
  cerca: Type.Optional(Type.String({ maxLength: 200 })),
  /** In the blog, how many pages of articles to show together; among the reviews, which page to show. */
  pagina: Type.Optional(Type.String({ maxLength: 20 })),
  /** Day of travel for the prices; today by default. */
  giorno: Type.Optional(Type.String({ maxLength: 20 })),
  ritorno: Type.Optional(Type.String({ maxLength: 20 })),
  /** `1` for a return trip; the day of the way back (`ritorno`) may be unknown. */
  ar: Type.Optional(Type.String({ maxLength: 1 })),
  passeggeri: Type.Optional(Type.String({ maxLength: 40 })),
  bagagli: Type.Optional(Type.String({ maxLength: 40 })),
}

export const ReadPage = query('GET /api/pages', 'public', Type.Object(address), Page, {
  maxAgeSeconds: 0,
  summary: 'All data of one page of the site',
})

/** A page with the prices of a future day, for staff. Price lists that staff have deactivated apply too. */
export const PreviewPage = internalQuery(
  'content:previewPage',
  Type.Object({
    ...address,
    day: Day({ message: 'Scegli un giorno' }),
  }),
  Page,
)

export const ReadRouteMeta = query(
  'GET /api/transfer-routes/:slug/meta',
  'public',
  Type.Object({ slug: Text(255), lang: Maybe(10) }),
  Type.Pick(Head, ['title', 'description', 'canonical', 'ogTitle', 'ogDescription']),
  { maxAgeSeconds: 5 },
)

export const ReadPricingSnippets = query(
  'GET /api/rich-snippets/pricing',
  'public',
  Type.Object({}),
  Type.Object({ richSnippets: Type.Array(Type.Unknown()) }),
  { maxAgeSeconds: 5 },
)

export const ReadSnippetsTest = query(
  'GET /api/rich-snippets/test',
  'public',
  Type.Object({}),
  Type.String(),
  { maxAgeSeconds: 5, summary: 'An HTML page with the structured data of the site' },
)

export const DrawMap = query(
  'GET /api/maps/drawing',
  'public',
  Type.Object({ path: Text(500), lang: Type.Optional(Language) }),
  Type.String(),
  { maxAgeSeconds: 5, summary: 'Map of the coast as SVG, with the routes of the page at this path' },
)

const SitemapEntries = Type.Array(
  Type.Object({
    url: Type.String(),
    lastmod: Type.Optional(Type.String()),
    /** The page in each language. */
    links: Type.Optional(Type.Array(Type.Object({ lang: Type.String(), url: Type.String() }))),
  }),
)

export const ReadSitemap = query(
  'GET /api/sitemap',
  'public',
  Type.Object({
    first: Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0 }),
    max: Type.Integer({ minimum: 1, maximum: 50_000, default: 50_000 }),
  }),
  SitemapEntries,
  { maxAgeSeconds: 0, summary: 'Indexable URLs of the site: up to `max` from position `first` on' },
)
