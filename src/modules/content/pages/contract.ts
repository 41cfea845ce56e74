import { type Static, Type } from '@sinclair/typebox'
import { Day, Id, Moment, Nullable, Text } from '../../../kernel/field.ts'
import { internalQuery, query } from '../../../kernel/message.ts'
import {
  FoundRoute,
  Hub,
  OlderRoute,
  PopularRoute,
  PricingRow,
  RouteListEntry,
  RoutePlace,
  TransferRoute,
} from '../../catalog/search/contract.ts'
import { Claims, Operator } from '../../settings/company/contract.ts'

/** What stands in a page's `<head>`; page, `/meta` call and sitemap take it from one function. */
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

/** A route without its two texts: a page has them as HTML. */
const RouteFacts = Type.Omit(TransferRoute, ['longDescription', 'touristInfo'])
export type RouteFacts = Static<typeof RouteFacts>

/** The map of a route in a frame of 600 × 400: drawn over the coast that its page holds once. */
export const Picture = Type.Object({
  /** Where the coast lies in the frame: an SVG transform. */
  coast: Type.String(),
  /** Start and end of the route; none where the picture shows the whole heel. */
  ends: Type.Array(Type.Object({ name: Type.String(), x: Type.Number(), y: Type.Number() })),
})
export type Picture = Static<typeof Picture>

const postSummary = {
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  category: Nullable(Type.String()),
  publishedAt: Moment,
  updatedAt: Moment,
  readingMinutes: Type.Integer(),
  /** The path of a picture of this site; without one the map stands for it. */
  image: Nullable(Type.String()),
  imageAlt: Type.String(),
  map: Picture,
}

export const PostSummary = Type.Object(postSummary)
export type PostSummary = Static<typeof PostSummary>

export const Post = Type.Object({
  ...postSummary,
  metaTitle: Type.String(),
  metaDescription: Type.String(),
  /** Made from Markdown and sanitised: fit to be put into a page. */
  html: Type.String(),
  words: Type.Integer(),
  /** The routes that the text links to. */
  routes: Type.Array(RouteListEntry),
})
export type Post = Static<typeof Post>

export const BlogCategory = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
})
export type BlogCategory = Static<typeof BlogCategory>

const postPage = {
  page: Type.Integer(),
  totalPages: Type.Integer(),
  total: Type.Integer(),
}

/** The steps of a subscription; `unknown` is a link that leads nowhere (any more). */
const NewsletterStep = Type.Union(
  (['ask', 'asked', 'confirm', 'confirmed', 'end', 'ended', 'unknown'] as const).map((step) =>
    Type.Literal(step),
  ),
)

/** The screens of the public site and what each shows. */
export const View = Type.Union([
  Type.Object({
    ...kind('home'),
    popular: Type.Array(PopularRoute),
    /** The lowest starting price of all routes, euro. */
    fromPrice: Nullable(Type.String()),
    routeCount: Type.Integer(),
    claims: Claims,
  }),
  Type.Object({ ...kind('routes'), hubs: Type.Record(Type.String(), Hub) }),
  Type.Object({
    ...kind('route'),
    route: RouteFacts,
    /** Google's own map may be shown, on a click. */
    hasGoogleMap: Type.Boolean(),
    /** Made from Markdown and sanitised; empty where the office wrote nothing. */
    descriptionHtml: Type.String(),
    touristHtml: Type.String(),
    returnRoute: Nullable(RouteListEntry),
    /** What the way back costs, by the same rule. */
    returnPrices: Nullable(
      Type.Composite([
        Type.Pick(TransferRoute, [
          'priceMin2Pax',
          'price3to4Pax',
          'price5to7Pax',
          'price1to3Pax',
          'price4to8Pax',
          'pricePremium1to3Pax',
          'pricePremium4to7Pax',
        ]),
        Type.Object({ hasEconomy: Type.Boolean() }),
      ]),
    ),
    returnDiscountPercent: Type.Integer(),
    correlated: Type.Array(RouteListEntry),
    /** Where its two places have pages of their own. */
    departurePath: Nullable(Type.String()),
    destinationPath: Nullable(Type.String()),
    /** False where the hub offers no shared rides (spec: Aeroporto Bari). */
    hasEconomy: Type.Boolean(),
    faq: Type.Array(Question),
  }),
  /** A route of the first site, kept at its old address. */
  Type.Object({ ...kind('olderRoute'), route: OlderRoute, popular: Type.Array(PopularRoute) }),
  Type.Object({
    ...kind('results'),
    departure: Type.String(),
    destination: Type.String(),
    routes: Type.Array(FoundRoute),
  }),
  Type.Object({ ...kind('prices'), rows: Type.Array(PricingRow) }),
  /** The request form as a page of its own: for those without JavaScript, and a link that can be sent. */
  Type.Object({
    ...kind('request'),
    values: Type.Record(Type.String(), Type.String()),
    errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
    isSent: Type.Boolean(),
    /** The code of what was sent. */
    code: Type.String(),
  }),
  /** How far a request is; the host fills it in for whoever has the link. */
  Type.Object({
    ...kind('status'),
    code: Type.String(),
    route: Type.String(),
    state: Type.String(),
    stateText: Type.String(),
    rows: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
    hasCalendar: Type.Boolean(),
    canCancel: Type.Boolean(),
    canChange: Type.Boolean(),
    changeAskedAt: Nullable(Moment),
    /** What was typed and refused, and why. */
    text: Type.String(),
    error: Type.String(),
  }),
  Type.Object({
    ...kind('blog'),
    /** All articles up to and with this page, newest first. */
    posts: Type.Array(PostSummary),
    ...postPage,
    /** Articles a page. */
    limit: Type.Integer(),
    categories: Type.Array(BlogCategory),
    /** The slug of the one that is shown; empty for all. */
    category: Type.String(),
  }),
  Type.Object({ ...kind('article'), post: Post, more: Type.Array(PostSummary) }),
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
  /** What the software does with data, from the constants that it uses (settings/contract.privacy.ts). */
  Type.Object({
    ...kind('privacy'),
    version: Type.String(),
    consentKey: Type.String(),
    consentDays: Type.Integer(),
    leadYears: Type.Integer(),
    searchDays: Type.Integer(),
    tapDays: Type.Integer(),
    analyticsMonths: Type.Integer(),
    rightsDays: Type.Integer(),
    newsletterUnconfirmedDays: Type.Integer(),
    newsletterEndedDays: Type.Integer(),
    /** What drafts of forms are called in the browser. */
    draftKeys: Type.Array(Type.String()),
    /** How a visitor first came here. */
    visitKey: Type.String(),
    visitDays: Type.Integer(),
  }),
  /** A place with a text of its own: what it is, what to see, and the rides. */
  Type.Object({
    ...kind('place'),
    slug: Type.String(),
    place: RoutePlace,
    /** Search engines may have the page. */
    isIndexed: Type.Boolean(),
    descriptionHtml: Type.String(),
    touristHtml: Type.String(),
    to: Type.Array(RouteListEntry),
    from: Type.Array(RouteListEntry),
  }),
  Type.Object({ ...kind('terms') }),
  Type.Object({ ...kind('snippetsTest') }),
  Type.Object({ ...kind('maintenance'), message: Type.String() }),
  /** In place of any page, for an address that has asked for too many. */
  Type.Object({ ...kind('tooManyRequests') }),
  Type.Object({
    ...kind('notFound'),
    what: Type.Union([Type.Literal('page'), Type.Literal('route'), Type.Literal('olderRoute')]),
  }),
])
export type View = Static<typeof View>

export const Page = Type.Object({
  status: Type.Integer(),
  /** Where the visitor is sent instead, for a status of 301 or 302. */
  location: Type.Optional(Type.String()),
  head: Head,
  /** The address path, for the current link of the navigation. */
  path: Type.String(),
  company: Operator,
  view: View,
  /** Staff look at a site that is in maintenance for everyone else. */
  isPreview: Type.Boolean(),
  /** Staff look at the prices of this day, `2027-06-01`. */
  previewDay: Type.Optional(Type.String()),
})
export type Page = Static<typeof Page>

const address = {
  path: Text(500),
  departure: Type.Optional(Type.String({ maxLength: 200 })),
  destination: Type.Optional(Type.String({ maxLength: 200 })),
  /** `1` after a request was sent without JavaScript. */
  inviata: Type.Optional(Type.String({ maxLength: 1 })),
  /** Its code. */
  codice: Type.Optional(Type.String({ maxLength: 20 })),
  /** The blog's category, by slug. */
  categoria: Type.Optional(Type.String({ maxLength: 120 })),
  /** How many pages of the blog are shown. */
  pagina: Type.Optional(Type.String({ maxLength: 20 })),
  /** The day of travel whose prices are shown; today without one. */
  giorno: Type.Optional(Type.String({ maxLength: 20 })),
}

export const ReadPage = query('GET /api/pages', 'public', Type.Object(address), Page, {
  maxAgeSeconds: 0,
  summary: 'Everything one page of the site shows',
})

/** The same with the prices of a day to come, for staff; lists of a kind that is switched off are included. */
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
  Type.Object({ slug: Text(255) }),
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
  Type.Object({ path: Text(500) }),
  Type.String(),
  { maxAgeSeconds: 5, summary: 'The coast as SVG, with the routes that the page at this path is about' },
)

export const ReadSitemap = query(
  'GET /api/sitemap',
  'public',
  Type.Object({}),
  Type.Array(Type.Object({ url: Type.String(), lastmod: Type.Optional(Type.String()) })),
  { maxAgeSeconds: 0, summary: 'Every indexable address of the site' },
)

export const ListPosts = query(
  'GET /api/blog-posts',
  'public',
  Type.Object({
    category: Type.Optional(Type.String({ maxLength: 120 })),
    page: Type.Integer({ minimum: 1, maximum: 10_000, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 12 }),
  }),
  Type.Object({ items: Type.Array(PostSummary), ...postPage }),
  { maxAgeSeconds: 5, summary: 'Published articles, newest first; `category` is a slug' },
)

export const ReadPost = query('GET /api/blog-posts/:slug', 'public', Type.Object({ slug: Text(255) }), Post, {
  maxAgeSeconds: 5,
  summary: 'One published article, its text as HTML',
})
