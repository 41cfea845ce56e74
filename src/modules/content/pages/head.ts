import { euro } from '../../../kernel/money.ts'
import { italian } from '../../../languages/catalogs.ts'
import { loneUnitKeys, type PriceUnit, startingUnit, unitKeys } from '../../catalog/prices/quote.contract.ts'
import type { Operator } from '../../settings/company/contract.ts'
import { promisedTime, waitingIncluded } from '../../settings/company/sentences.contract.ts'
import type { Head, Post, RouteFacts, View } from './contract.ts'
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
 * Returns the head of any page, for the page itself and the `/meta` call, so that the two cannot differ. Titles have at
 * most 60 characters, descriptions 70 to 160. `path` is that of the URL; pages of the blog's list and of its categories
 * share one, and so one canonical URL.
 */
export function headOf(view: View, path: string, company: Operator, origin: string): Head {
  const {
    title,
    description,
    isIndexable = true,
    jsonLd = [],
    canonical = origin + path,
    ogType = 'website',
  } = words(view, path, company, origin)
  return {
    title,
    description,
    canonical,
    ogTitle: title,
    ogDescription: description,
    ogImage: origin + picturePath(view),
    ogType,
    isIndexable,
    jsonLd,
  }
}

/**
 * Returns the path of the picture for social networks: the photo of the route or place, or else the drawn map. The
 * map's URL contains the price, because the networks cache pictures by URL.
 */
function picturePath(view: View): string {
  const photo = view.kind === 'route' ? view.photos.route : view.kind === 'place' ? view.photo : null
  if (photo && photo.widths.length > 0) return `${photo.base}-social.jpg`
  if (view.kind === 'route')
    return `/condivisione/transfer-${view.route.slug}.png?v=${view.route.startingPrice ?? 0}`
  return view.kind === 'article' ? `/condivisione/blog-${view.post.slug}.png` : '/condivisione.png'
}

interface Words {
  title: string
  description: string
  isIndexable?: boolean
  canonical?: string
  ogType?: Head['ogType']
  jsonLd?: unknown[]
}

function words(view: View, path: string, company: Operator, origin: string): Words {
  switch (view.kind) {
    case 'home':
      return {
        title: shortest(
          `Transfer con conducente in Salento | ${company.companyName}`,
          'Transfer privati in Salento',
        ),
        description: fitted(
          `Transfer a prezzo fisso da aeroporti e stazioni al Salento${view.from ? `: ${view.from.departure} – ${view.from.destination} ${startingWords(view.from)}` : ''}. ${view.routeCount} tratte. Chiama o scrivici.`,
        ),
        jsonLd: [webSite(company, origin), business(company, origin, view.popular)],
      }
    case 'routes':
      return {
        title: shortest(
          `Tratte e transfer in Salento | ${company.companyName}`,
          'Tratte e transfer in Salento',
        ),
        description:
          'Tutte le tratte a prezzo fisso da Aeroporto Brindisi, Aeroporto Bari e Stazione Lecce verso Lecce, Gallipoli, Otranto, Leuca e il resto del Salento.',
        ...hubWords(view, {
          title: 'Transfer',
          text: 'a prezzo fisso, con durata e distanza in chilometri: auto o minivan con conducente',
        }),
        isIndexable: view.list.isIndexed,
        jsonLd: [breadcrumbs(origin, listTrail(view, ['Tratte', '/tratte/'], path))],
      }
    case 'route':
      return {
        ...routeWords(view.route),
        isIndexable: view.route.isIndexed,
        canonical: view.route.canonicalUrl,
        jsonLd: [
          breadcrumbs(origin, [
            ['Tratte', '/tratte/'],
            [view.route.name, `/tratte/transfer-${view.route.slug}/`],
          ]),
          routeService(view.route, company, origin),
        ],
      }
    case 'place':
      return {
        ...placeWords(view),
        isIndexable: view.isIndexed,
        jsonLd: [
          breadcrumbs(origin, [
            ['Tratte', '/tratte/'],
            [view.place.name, `/destinazioni/${view.slug}/`],
          ]),
          placeFacts(view.place, `${origin}/destinazioni/${view.slug}/`),
        ],
      }
    case 'olderRoute':
      return {
        title: shortest(`Transfer ${view.route.name}`, view.route.name),
        description: fitted(
          `${view.route.name}: transfer con conducente${view.route.price ? ` da ${euro(italian, view.route.price, ' ')}` : ''}, ${view.route.duration || 'durata in base al traffico'}. Autista professionista, ${waitingIncluded(italian, company).toLowerCase()}. Chiama o prenota online.`,
        ),
        jsonLd: [
          breadcrumbs(origin, [
            ['Tratte', '/tratte/'],
            [view.route.name, `/tratte/${view.route.slug}/`],
          ]),
        ],
      }
    case 'results':
      return {
        title: 'Risultati della ricerca',
        description:
          'Le tratte che corrispondono alla tua ricerca, con prezzo fisso, durata e distanza in chilometri.',
        isIndexable: false,
      }
    case 'prices':
      return {
        title: shortest(
          `Prezzi dei transfer in Salento | ${company.companyName}`,
          'Prezzi dei transfer in Salento',
        ),
        description:
          'Listino completo dei transfer in Salento: corse condivise Economy a persona e auto o minivan privati a veicolo, da Brindisi, Bari e Lecce.',
        ...hubWords(view, {
          title: 'Prezzi dei transfer',
          text: 'con il prezzo dell’auto, del minivan e, dove parte, della corsa condivisa Economy',
        }),
        isIndexable: view.list.isIndexed,
        jsonLd: [
          breadcrumbs(origin, listTrail(view, ['Prezzi', '/prezzi/'], path)),
          pricingOffers(listedRows(view), company, origin + path),
        ],
      }
    case 'request':
      return {
        title: view.isSent ? 'Richiesta inviata' : 'Richiedi disponibilità',
        description: `Scrivi da dove parti, dove vai e in quanti siete: ti ricontattiamo ${promisedTime(italian)} con il prezzo confermato.`,
        isIndexable: false,
      }
    case 'status':
      return {
        title: `Richiesta ${view.code}`.trim(),
        description:
          'A che punto è la tua richiesta di transfer, con i dati del viaggio e i nostri contatti.',
        // The page's own URL contains the token and must not be the canonical URL.
        canonical: `${origin}/richiesta/`,
        isIndexable: false,
      }
    case 'blog':
      return {
        title: shortest(`Blog: viaggiare in Salento | ${company.companyName}`, 'Blog: viaggiare in Salento'),
        description:
          'Guide pratiche per chi viaggia in Salento: come arrivare, quanto ci vuole, dove andare e quale transfer scegliere, con tempi e prezzi.',
        isIndexable: view.total > 0 || view.category !== '',
        jsonLd: [breadcrumbs(origin, [['Blog', '/blog/']])],
      }
    case 'article':
      return articleWords(view.post, company, origin)
    case 'newsletter':
      return {
        title: 'Newsletter',
        description:
          'Nuove guide sul Salento e novità sui transfer, per email: l’iscrizione si conferma con un link e si annulla quando vuoi.',
        isIndexable: false,
      }
    case 'business':
    case 'contacts':
    case 'privacy':
    case 'terms':
    case 'snippetsTest':
    case 'maintenance':
      return infoWords(view, company, origin)
    case 'tooManyRequests':
      return {
        title: 'Troppe richieste',
        description:
          'Da questa connessione sono arrivate troppe richieste in poco tempo: attendi un minuto e riprova, oppure chiamaci.',
        isIndexable: false,
      }
    case 'notFound':
      return {
        title: view.what === 'page' ? 'Pagina Non Trovata' : 'Tratta non trovata',
        description:
          'La pagina che cerchi non esiste o è stata spostata. Torna alla home o cerca la tua tratta in Salento.',
        isIndexable: false,
      }
  }
}

function routeWords(route: RouteFacts): { title: string; description: string } {
  const from = route.departureLocation.name
  const to = route.destinationLocation.name
  const start = { price: route.startingPrice, unit: startingUnit(route) }
  const brief = briefWords(start)
  return {
    title: shortest(
      `Transfer ${from} ${to}${brief ? `: ${brief}` : ' con conducente'}`,
      `Transfer ${from} ${to}`,
      `${from} → ${to}`,
    ),
    description: fitted(
      `Transfer da ${from} a ${to}${route.distanceKm ? `: ${route.distanceKm} km, circa ${route.estimatedDuration}` : ''}. Prezzo fisso ${startingWords(start) || 'su richiesta'}, auto o minivan con conducente. Chiama o prenota online.`,
    ),
  }
}

type ListView = Extract<View, { kind: 'routes' | 'prices' }>

const hubOf = ({ list }: ListView) => list.hubs.find(({ key }) => key === list.hub)

function hubWords(view: ListView, { title, text }: { title: string; text: string }) {
  const hub = hubOf(view)
  if (!hub) return {}
  const page = view.list.page > 1 ? `, pagina ${view.list.page}` : ''
  return {
    title: shortest(`${title} da ${hub.name}${page}`),
    description: fitted(`${hub.total} destinazioni da ${hub.name} ${text}${page}.`),
  }
}

function listTrail(view: ListView, list: [name: string, path: string], path: string): [string, string][] {
  const hub = hubOf(view)
  return hub ? [list, [`Da ${hub.name}`, path]] : [list]
}

const listedRows = ({ list }: ListView) =>
  list.groups.flatMap(({ name, rows }) => rows.map((row) => ({ ...row, departure: name })))

interface Starting {
  price: string | null
  unit: PriceUnit | null
}

/** Returns for example `da 40 € a persona, minimo 2 persone`; empty without a price. */
const startingWords = ({ price, unit }: Starting) =>
  price && unit ? `da ${euro(italian, price, ' ')} ${italian(loneUnitKeys[unit])}` : ''

/** Returns a short starting price for a title. A price per person becomes the total for two people. */
function briefWords({ price, unit }: Starting): string {
  if (!price || !unit) return ''
  return unit === 'persona'
    ? `da ${euro(italian, Number(price) * 2, ' ')} in due`
    : `da ${euro(italian, price, ' ')} ${italian(unitKeys[unit])}`
}

function placeWords({ place: { name }, to, from }: Extract<View, { kind: 'place' }>) {
  const [first] = to
  const rides = [
    ...(to.length > 0 ? [`da ${to[0]?.departure}${first ? ` ${startingWords(first)}`.trimEnd() : ''}`] : []),
    ...to.slice(1, 3).map(({ departure }) => departure),
    ...(to.length === 0 ? from.slice(0, 2).map(({ destination }) => `verso ${destination}`) : []),
  ]
  return {
    title: shortest(`Transfer per ${name}: tratte, prezzi e cosa vedere`, `Transfer per ${name}`, name),
    description: fitted(
      `Transfer per ${name} a prezzo fisso, ${rides.join(', ')}. Cosa vedere, tempi di viaggio, auto o minivan con conducente.`,
    ),
  }
}

function articleWords(post: Post, company: Operator, origin: string): Words {
  const path = `/blog/${post.slug}/`
  const said = post.metaDescription || post.summary
  return {
    title: shortest(post.metaTitle || post.title),
    description: fitted(
      said.length < descriptionMin
        ? `${said} Guida pratica per chi viaggia in Salento, con tempi, strade e prezzi dei transfer.`.trim()
        : said,
    ),
    ogType: 'article',
    jsonLd: [
      breadcrumbs(origin, [
        ['Blog', '/blog/'],
        [post.title, path],
      ]),
      blogPosting(post, company, origin),
    ],
  }
}

/** Returns the first candidate that fits into a title, or else the last one, cut between words. */
function shortest(...candidates: string[]): string {
  return candidates.find(({ length }) => length <= titleMax) ?? cut(candidates.at(-1) ?? '', titleMax)
}

function fitted(text: string): string {
  return text.length <= descriptionMax ? text : cut(text, descriptionMax)
}

function cut(text: string, max: number): string {
  const kept = text.slice(0, max - 1)
  return `${kept.slice(0, Math.max(kept.lastIndexOf(' '), 1))}…`
}
