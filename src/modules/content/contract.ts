import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Text } from '../../field.ts'
import { query } from '../../message.ts'
import {
  FoundRoute,
  Hub,
  PopularRoute,
  PricingRow,
  RouteListEntry,
  TransferRoute,
} from '../catalog/contract.ts'
import { Company } from '../settings/contract.ts'

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

/** The screens of the public site and what each shows. */
export const View = Type.Union([
  Type.Object({
    ...kind('home'),
    popular: Type.Array(PopularRoute),
    /** The lowest starting price of all routes, euro. */
    fromPrice: Nullable(Type.String()),
    routeCount: Type.Integer(),
  }),
  Type.Object({ ...kind('routes'), hubs: Type.Record(Type.String(), Hub) }),
  Type.Object({
    ...kind('route'),
    route: TransferRoute,
    returnRoute: Nullable(RouteListEntry),
    correlated: Type.Array(RouteListEntry),
    /** False where the hub offers no shared rides (spec: Aeroporto Bari). */
    hasEconomy: Type.Boolean(),
    faq: Type.Array(Question),
  }),
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
  }),
  Type.Object({ ...kind('notFound'), what: Type.Union([Type.Literal('page'), Type.Literal('route')]) }),
])
export type View = Static<typeof View>

export const Page = Type.Object({
  status: Type.Integer(),
  /** Where the visitor is sent instead, for a status of 301 or 302. */
  location: Type.Optional(Type.String()),
  head: Head,
  /** The address path, for the current link of the navigation. */
  path: Type.String(),
  company: Company,
  view: View,
})
export type Page = Static<typeof Page>

export const ReadPage = query(
  'GET /api/pages',
  'public',
  Type.Object({
    path: Text(500),
    departure: Type.Optional(Type.String({ maxLength: 200 })),
    destination: Type.Optional(Type.String({ maxLength: 200 })),
    /** `1` after a request was sent without JavaScript. */
    inviata: Type.Optional(Type.String({ maxLength: 1 })),
  }),
  Page,
  { maxAgeSeconds: 0, summary: 'Everything one page of the site shows' },
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
