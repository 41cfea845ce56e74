import { localPath } from '../../../languages/paths.ts'
import type { SimpleKey, Translate } from '../../../languages/translate.ts'
import type { RoutePlace } from '../../catalog/book/contract.ts'
import type { LocationType } from '../../catalog/placeSearch/locationType.contract.ts'
import { type PriceUnit, vehicleKeys } from '../../catalog/prices/quote.contract.ts'
import type { PopularRoute, PricingRow, RouteFacts } from '../../catalog/search/contract.ts'
import { routePathOf } from '../../catalog/search/search.queries.ts'
import type { Company, Operator } from '../../settings/company/contract.ts'
import { languageList, licenceWords, paymentShort } from '../../settings/company/sentences.contract.ts'
import { articlePathOf } from '../addresses/articlePath.contract.ts'
import type { Post } from '../blog/published.contract.ts'
import { socialPath } from '../socialPictures/contract.ts'

// schema.org objects for search engines. AggregateRating is omitted, because search engines ignore ratings that a
// business publishes about itself. FAQPage is omitted, because its rich result ended in May 2026.

const context = 'https://schema.org'

export function webSite(t: Translate, company: Company, origin: string): object {
  return {
    '@context': context,
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    url: `${origin}/`,
    name: company.companyName,
    inLanguage: t.language,
    publisher: { '@id': `${origin}/#business` },
  }
}

export function business(t: Translate, company: Operator, origin: string, popular: PopularRoute[]): object {
  return {
    '@context': context,
    '@type': 'LocalBusiness',
    '@id': `${origin}/#business`,
    name: company.companyName,
    url: `${origin}/`,
    image: origin + socialPath(t),
    telephone: company.phone,
    email: company.email,
    ...(company.vatNumber && { vatID: company.vatNumber }),
    priceRange: '€€',
    paymentAccepted: paymentShort(t, company),
    ...credentials(t, company),
    ...(company.fullAddress
      ? {
          address: {
            '@type': 'PostalAddress',
            streetAddress: company.address,
            postalCode: company.cap,
            addressLocality: company.city,
            addressCountry: 'IT',
          },
        }
      : {}),
    areaServed: ['Salento', 'Lecce', 'Brindisi', 'Taranto', 'Bari'].map((name) => ({
      '@type': 'AdministrativeArea',
      name,
    })),
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      opens: company.openingFrom,
      // Some search engines may reject 24:00.
      closes: company.openingTo === '24:00' ? '23:59' : company.openingTo,
    },
    ...(popular.length > 0 ? { makesOffer: startingOffers(t, popular, origin) } : {}),
  }
}

function credentials(t: Translate, company: Operator): object {
  const languages = languageList(company)
  const licence = licenceWords(t, company)
  return {
    ...(company.inBusinessSince ? { foundingDate: String(company.inBusinessSince) } : {}),
    ...(languages.length > 0 ? { knowsLanguage: languages } : {}),
    ...(licence ? { hasCertification: { '@type': 'Certification', name: licence } } : {}),
    ...(company.isPhoneAlwaysOn
      ? {
          contactPoint: {
            '@type': 'ContactPoint',
            contactType: 'emergency',
            telephone: company.phone,
            hoursAvailable: { '@type': 'OpeningHoursSpecification', opens: '00:00', closes: '23:59' },
          },
        }
      : {}),
  }
}

function startingOffers(t: Translate, popular: PopularRoute[], origin: string): object[] {
  return popular
    .filter(({ price }) => price !== null)
    .map(({ name, slug, price, unit }) =>
      offer(t, { price, unit }, t('head.transfer', { name }), origin + localPath(t, routePathOf(slug))),
    )
}

/** In the paths of `trail`, fixed words are Italian (`/tratte/`), and slugs are in the page's language. */
export function breadcrumbs(t: Translate, origin: string, trail: [name: string, path: string][]): object {
  return {
    '@context': context,
    '@type': 'BreadcrumbList',
    itemListElement: [[t('nav.home'), '/'] as const, ...trail].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + localPath(t, path),
    })),
  }
}

export function blogPosting(t: Translate, post: Post, company: Company, origin: string): object {
  const url = origin + localPath(t, articlePathOf(post.slug))
  const operator = { '@type': 'Organization', name: company.companyName, url: `${origin}/` }
  return {
    '@context': context,
    '@type': 'BlogPosting',
    '@id': `${url}#articolo`,
    url,
    mainEntityOfPage: url,
    headline: post.title,
    description: post.summary,
    image: post.image ? origin + post.image : origin + socialPath(t),
    inLanguage: t.language,
    datePublished: post.publishedAt,
    // The last change of an article may precede its publication, but `dateModified` must not.
    dateModified: [post.publishedAt, post.updatedAt].sort().at(-1),
    author: operator,
    publisher: operator,
    wordCount: post.words,
    ...(post.category ? { articleSection: post.category } : {}),
  }
}

export function routeService(t: Translate, route: RouteFacts, company: Company, origin: string): object {
  return {
    '@context': context,
    '@type': 'TaxiService',
    name: t('head.transfer', { name: route.name }),
    serviceType: t('data.service'),
    url: route.canonicalUrl,
    provider: { '@type': 'LocalBusiness', '@id': `${origin}/#business`, name: company.companyName },
    areaServed: [route.departureLocation, route.destinationLocation].map(({ name }) => ({
      '@type': 'Place',
      name,
    })),
    offers: offers(t, route).map((offer) => ({ ...offer, ...validity(route) })),
  }
}

function validity({ validFrom, validUntil }: RouteFacts) {
  return {
    ...(validFrom ? { validFrom } : {}),
    ...(validUntil ? { priceValidUntil: validUntil } : {}),
  }
}

const placeTypes: Record<LocationType, string> = {
  Città: 'TouristDestination',
  Attrazione: 'TouristAttraction',
  Aeroporto: 'Airport',
  Stazione: 'TrainStation',
  Porto: 'BoatTerminal',
}

export function placeFacts({ name, locationType, latitude, longitude }: RoutePlace, url: string): object {
  return {
    '@context': context,
    '@type': placeTypes[locationType],
    name,
    url,
    ...(latitude !== null && longitude !== null
      ? { geo: { '@type': 'GeoCoordinates', latitude, longitude } }
      : {}),
  }
}

/** Returns one offer for each departure and kind of ride, with its lowest and highest price. */
export function pricingOffers(t: Translate, rows: DepartingPrices[], company: Company, url: string): object {
  const departures = Map.groupBy(rows, ({ departure }) => departure)
  const groups = [...departures].flatMap(([departure, own]) => [
    { name: `${departure}: ${t(vehicleKeys.economy)}`, prices: pricesIn(own, bands.slice(0, 3)) },
    { name: `${departure}: ${t('price.private')}`, prices: pricesIn(own, bands.slice(3)) },
  ])
  return {
    '@context': context,
    '@type': 'Service',
    name: t('data.transfers'),
    serviceType: t('data.service'),
    url,
    provider: {
      '@type': 'LocalBusiness',
      '@id': `${new URL(url).origin}/#business`,
      name: company.companyName,
    },
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: t('data.priceList'),
      itemListElement: groups
        .filter(({ prices }) => prices.length > 0)
        .map(({ name, prices }) => ({
          '@type': 'AggregateOffer',
          name,
          priceCurrency: 'EUR',
          lowPrice: Math.min(...prices).toFixed(2),
          highPrice: Math.max(...prices).toFixed(2),
          offerCount: prices.length,
        })),
    },
  }
}

type DepartingPrices = Priced & { departure: string }

const pricesIn = (rows: Priced[], of: readonly (typeof bands)[number][]) =>
  rows.flatMap((row) => of.flatMap(([field]) => (decimal(row[field]) === null ? [] : [Number(row[field])])))

const unitNames = {
  persona: 'data.person',
  gruppo: 'data.group',
  veicolo: 'data.vehicle',
} as const satisfies Record<PriceUnit, SimpleKey>

const bands = [
  ['priceMin2Pax', 'data.sharedTwo', 'persona'],
  ['price3to4Pax', 'data.sharedFour', 'gruppo'],
  ['price5to7Pax', 'data.sharedSeven', 'gruppo'],
  ['price1to3Pax', 'data.car', 'veicolo'],
  ['price4to8Pax', 'data.van', 'veicolo'],
] as const

type Priced = Pick<PricingRow, (typeof bands)[number][0]>

function offers(t: Translate, priced: Priced) {
  return bands.flatMap(([field, name, unit]) =>
    priced[field] === null ? [] : [offer(t, { price: priced[field], unit }, t(name))],
  )
}

function offer(
  t: Translate,
  { price, unit }: { price: string | null; unit: PriceUnit | null },
  name: string,
  url?: string,
) {
  const amount = { price: decimal(price), priceCurrency: 'EUR' }
  return {
    '@type': 'Offer',
    name,
    ...(url && { url }),
    ...amount,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      ...amount,
      unitText: unit && t(unitNames[unit]),
    },
  }
}

/** Formats a price such as "40" as "40.00". */
function decimal(price: string | null): string | null {
  return price === null ? null : Number(price).toFixed(2)
}
