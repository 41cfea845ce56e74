import type { Context } from '../../../kernel/context.ts'
import { refusal } from '../../../kernel/httpError.ts'
import { answer } from '../../../kernel/message.ts'
import { isFollowed } from '../../../kernel/readModel.ts'
import { romanToday, type When } from '../../../kernel/romanDay.ts'
import { languageAsked } from '../../../languages/catalogs.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { returnDiscountPercent } from '../../settings/company/company.queries.ts'
import {
  type Catalog,
  catalog,
  type LocationRow,
  pairKey,
  type Route,
  routeOf,
  routeRows,
} from '../book/catalog.queries.ts'
import { type PriceField, priceFields } from '../book/contract.ts'
import { localCatalog } from '../book/localNames.queries.ts'
import { onlyPrices } from '../book/price.queries.ts'
import { priceColumns } from '../book/priceColumns.queries.ts'
import { rankedSearch, storedPlaces } from '../book/storedPlaces.queries.ts'
import { mustConfirm } from '../closedDays/confirmation.queries.ts'
import { hasEconomyFrom } from '../hubs.ts'
import type { PlaceSearch } from '../placeSearch/placeSearch.queries.ts'
import { changedAt, type Overlay, overlays, scopeOf, touches } from '../priceLists/overlays.queries.ts'
import { offeredPrices, type Party } from '../prices/quote.contract.ts'
import { type FareAnswer, ReadFares } from './contract.ts'
import { countOf } from './counts.contract.ts'
import { type DayPrices, type DayRoute, dayPrices } from './dayPrices.ts'
import { type Estimates, estimated } from './estimates.ts'
import {
  type End,
  endOf,
  type FareBook,
  type FarePlace,
  type FareQuestion,
  fareOf,
  waysOf,
} from './fareOf.ts'
import { distanceRule } from './fareSettings.queries.ts'

export type { FareQuestion } from './fareOf.ts'

/** A missing day is today, and a missing return day is the day of travel. */
export interface AskedFare extends Pick<FareQuestion, 'from' | 'to' | 'party'> {
  there: When
  back?: When | null
}

export const readFares = answer(ReadFares, async (read, asked, _, context) => {
  const today = romanToday(context)
  const day = asked.day ?? today
  if (day < today) throw refusal('day', 'Questo giorno è già passato')
  if (asked.returnDay && asked.returnDay < day)
    throw refusal('returnDay', 'Il ritorno viene prima dell’andata')
  const question = {
    from: { text: asked.from, town: asked.fromTown },
    to: { text: asked.to, town: asked.toTown },
    there: { day, time: asked.time },
    back: asked.return ? { day: asked.returnDay } : null,
    party: partyAsked(asked),
  }
  return namedIn(read, languageAsked(asked.lang).t, await fareFor(read, question, today))
})

/** Returns the fare with the names of its places in the language of `t`. */
export async function namedIn(read: Sql, t: Translate, fare: FareAnswer): Promise<FareAnswer> {
  const { nameOf } = await localCatalog(read, t)
  const named = (place: FareAnswer['from']) => place && { ...place, name: nameOf(place) }
  return { ...fare, from: named(fare.from), to: named(fare.to) }
}

function partyAsked({ passengers, bags }: { passengers?: string | null; bags?: string | null }): Party {
  const people = passengers ? countOf(passengers) : 1
  const luggage = bags ? countOf(bags) : 0
  if (people === null || people < 1) throw refusal('passengers', (t) => t('check.onePassenger'))
  if (luggage === null || luggage < 0) throw refusal('bags', (t) => t('check.bags'))
  return { passengers: people, bags: luggage }
}

/** With `isPreview` (staff only), price lists for weekdays and nights apply even if staff have deactivated them. */
export interface TravelDay {
  today: string
  day: string
  isPreview?: boolean
}

export function travelOn(context: Context, day?: string | undefined): TravelDay {
  const today = romanToday(context)
  return { today, day: day ?? today }
}

export type PricesOf = (route: DayRoute) => DayPrices

export async function pricesOn(read: Sql | Tx, when: TravelDay): Promise<PricesOf> {
  const { all, on } = await overlays(read)
  const lists = when.isPreview ? all : on
  return (route) => dayPrices(route, lists, when)
}

/** Like `pricesOn`, but omits a shared price if no party pays less for the shared ride than for a private transfer. */
export async function offeredPricesOn(read: Sql | Tx, when: TravelDay): Promise<PricesOf> {
  const pricesOf = await pricesOn(read, when)
  return (route) => offeredDay(pricesOf(route))
}

const offeredDay = (day: DayPrices): DayPrices => ({ ...day, prices: offeredPrices(day.prices) })

/** Returns the prices of the routes between two places, in the order in which `fareOf` tries these routes. */
export async function wayPrices(
  read: Sql | Tx,
  [from, to]: [FarePlace, FarePlace],
  when: TravelDay,
): Promise<(Record<PriceField, string | null> & { hasEconomy: boolean })[]> {
  const [{ byPair }, pricesOf] = await Promise.all([catalog(read), pricesOn(read, when)])
  const listed = (one: FarePlace, other: FarePlace) => byPair.get(pairKey(one.id, other.id)) ?? []
  const hasEconomy = hasEconomyFrom(from.name)
  return [...waysOf({ listed }, from, to)].map(([, route]) => ({
    ...onlyPrices(pricesOf(route).prices),
    hasEconomy,
  }))
}

/** Returns a function that finds when a route or one of its price lists last changed. */
export async function listChanges(read: Sql | Tx, context: Context): Promise<(route: Route) => Date> {
  const today = romanToday(context)
  const { on, cancelled } = await overlays(read)
  // Pages show prices without a time of day, so lists for nights do not count.
  const lists = [...on, ...cancelled]
    .filter(({ overlay }) => overlay !== 'nights')
    .map((list) => ({ list, at: changedAt(list, today) }))
  return (route) => {
    const where = scopeOf(route)
    return lists.reduce(
      (latest, { list, at }) => (at > latest && touches(list, route.id, where) ? at : latest),
      route.updatedAt,
    )
  }
}

/** Returns, for each future `period` list that covers the route, the route's prices on the list's first day. */
export async function plannedPrices(
  read: Sql | Tx,
  route: Route,
  { today }: TravelDay,
): Promise<(DayPrices & { validFrom: string })[]> {
  const { on } = await overlays(read)
  const where = scopeOf(route)
  return on
    .filter((list) => list.overlay === 'period' && list.startsOn > today && touches(list, route.id, where))
    .map((list) => ({
      ...offeredDay(dayPrices(route, on, { day: list.startsOn })),
      validFrom: list.startsOn,
      validUntil: list.endsOn,
    }))
}

export async function fareFor(read: Sql | Tx, asked: AskedFare, today: string): Promise<FareAnswer> {
  const [fare] = await faresFor(read, [asked], today)
  if (!fare) throw new Error('one question has one answer')
  return fare
}

/** Returns the fares in the order of the questions. */
export async function faresFor(read: Sql | Tx, asked: AskedFare[], today: string): Promise<FareAnswer[]> {
  if (asked.length === 0) return []
  const questions = asked.map(({ there, back, ...rest }): FareQuestion => {
    // Past prices are not stored, so a past day gets today's prices.
    const day = later(there.day, today)
    return { ...rest, there: { ...there, day }, back: back ? { ...back, day: later(back.day, day) } : null }
  })
  const faresIn = (book: FareBook<LocationRow>) => questions.map((question) => fareOf(book, question))
  if (isFollowed(read)) return faresIn(await wholeBook(read))
  const bookWith = await partialBook(read, questions)
  // Only estimates need the priced places. Finding them reads all routes, so the first attempt goes without them.
  let isEstimated = false
  const fares = faresIn(
    bookWith(() => {
      isEstimated = true
      return new Set()
    }),
  )
  if (!isEstimated) return fares
  const priced = await pricedIds(read)
  return faresIn(bookWith(() => priced))
}

const later = (day: When['day'], first: string) => (day && day > first ? day : first)

/** Returns the place of each text, null if unknown, and whether the text is a street address. */
export async function understoodEnds(read: Sql, ends: End[]) {
  const book = await wholeBook(read)
  return ends.map((end) => {
    const found = endOf(book, end)
    return {
      place: found && { id: found.place.id, name: found.place.name },
      isAddress: found?.isAddress ?? false,
    }
  })
}

export async function wholeBook(read: Sql | Tx): Promise<FareBook<LocationRow>> {
  const [model, { on }, distances, settled] = await Promise.all([
    catalog(read),
    overlays(read),
    distanceRule(read),
    settledFor(read),
  ])
  return bookOf(
    {
      ...distances,
      lists: on,
      locations: model.locations,
      search: model.search,
      byPair: model.byPair,
      area: model.area,
      pricedPlaces: () => pricedPlaces(model.routes),
    },
    settled,
  )
}

/**
 * Reads only the routes that the questions need, for commands and for processes without a cached catalog. Returns the
 * book for given ids of priced places.
 */
async function partialBook(
  read: Sql | Tx,
  questions: FareQuestion[],
): Promise<(pricedPlaces: () => Set<number>) => FareBook<LocationRow>> {
  const [places, { on }, distances, settled] = await Promise.all([
    storedPlaces(read),
    overlays(read),
    distanceRule(read),
    settledFor(read),
  ])
  const { locations } = places
  const texts = questions.flatMap(({ from, to }) => [from, to].map(({ text, town }) => town || text))
  const isClear = texts.every((text) => places.search.called(text) || locations.has(Number(text)))
  // For an inexact name the search prefers places with more routes, so it needs the number of routes of each place.
  const search = isClear ? places.search : await rankedSearch(read, places)
  const ids = [...new Set(texts.flatMap((text) => placeOf({ locations, search }, text)?.place.id ?? []))]
  const routes = await routeRows(
    read,
    read`and departure_location_id = any(${ids}::bigint[]) and destination_location_id = any(${ids}::bigint[])`,
    routesMax,
  )
  const found = routes.flatMap((row) => {
    const [departure, destination] = [locations.get(row.departureId), locations.get(row.destinationId)]
    return departure && destination ? routeOf(row, departure, destination) : []
  })
  const byPair = Map.groupBy(found, ({ departure, destination }) => pairKey(departure.id, destination.id))
  return (pricedPlaces) =>
    bookOf(
      {
        ...distances,
        locations,
        search,
        byPair,
        lists: on,
        pricedPlaces,
        area: { priced: null, near: new Map(), km: distances.areaKm },
      },
      settled,
    )
}

const routesMax = 1_000

/** Returns the ids of places where a priced active route starts or ends. */
export async function pricedIds(read: Sql | Tx): Promise<Set<number>> {
  const hasPrice = Object.values(priceColumns).join(', ')
  const rows = await read<{ id: number }[]>`
    select departure_location_id as id from route_prices where is_active and (follows_id is not null or coalesce(${read.unsafe(hasPrice)}) > 0)
    union select destination_location_id from route_prices
      where is_active and (follows_id is not null or coalesce(${read.unsafe(hasPrice)}) > 0)`
  return new Set(rows.map(({ id }) => id))
}

function pricedPlaces(routes: Catalog['routes']): Set<number> {
  const priced = routes.filter((route) => priceFields.some((field) => route[field] !== null))
  return new Set(priced.flatMap(({ departure, destination }) => [departure.id, destination.id]))
}

interface Known extends Estimates, Pick<Catalog, 'search' | 'byPair'> {
  lists: readonly Overlay[]
}

type Settled = Pick<FareBook, 'mustConfirm' | 'discountPercent'>

async function settledFor(read: Sql | Tx): Promise<Settled> {
  const [confirm, discountPercent] = await Promise.all([mustConfirm(read), returnDiscountPercent(read)])
  return { mustConfirm: confirm, discountPercent }
}

function bookOf(known: Known, settled: Settled): FareBook<LocationRow> {
  const { byPair, lists } = known
  return {
    placeNamed: (text) => placeOf(known, text),
    isElsewhere: (text) => known.search.isElsewhere(text),
    listed: (from, to) => byPair.get(pairKey(from.id, to.id)) ?? [],
    pricesOn: (route, when) => dayPrices(route, lists, when),
    estimated: (from, to) => estimated(known, from, to),
    ...settled,
  }
}

function placeOf(
  { locations, search }: { locations: Map<number, LocationRow>; search: PlaceSearch },
  text: string,
) {
  const byId = /^\d{1,9}$/.test(text) ? locations.get(Number(text)) : undefined
  if (byId) return { place: byId, isAddress: false }
  const found = search.understood(text)
  const place = found && locations.get(found.place.id)
  return place ? { place, isAddress: found.isAddress } : null
}
