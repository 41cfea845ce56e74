import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import type { Limit } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { type LanguageCode, languages } from '../languages/messages.ts'
import { readFares, searchLocations, understandPlace } from '../modules/catalog/module.ts'
import { readServiceRules } from '../modules/settings/module.ts'
import { visitor } from './sessions.ts'

// Tools for assistants at `/mcp`, described in English. They only run queries, because only a person may send a form.

const [places, understood, fares] = [searchLocations.message, understandPlace.message, readFares.message]

const lang = Type.Optional(
  Type.Union(
    languages.map((code) => Type.Literal(code)),
    { description: 'Language of names, sentences and linked pages' },
  ),
)
const RequestUrl = Type.String({ description: 'Page with the form that the person checks and sends' })

function described<P extends Record<string, TSchema>>(properties: P, texts: { [K in keyof P]: string }): P {
  const entries = Object.entries(properties).map(([name, schema]) => [
    name,
    { ...schema, description: texts[name] },
  ])
  return Object.fromEntries(entries)
}

const { exclude: _exclude, lang: _placeLang, ...placeQuestion } = places.input.properties
const PlaceQuestion = Type.Object({
  ...described(placeQuestion, {
    q: 'Name of a town, airport, port, station or beach in any language, an airport code, a hotel with its town, coordinates such as "40.35, 18.17", or the link of a map',
  }),
  lang,
})

const { lang: _fareLang, ...fareQuestion } = fares.input.properties
const FareQuestion = Type.Object({
  ...described(fareQuestion, {
    from: 'Departure: name or id of a place, a street address, coordinates, or the link of a map',
    fromTown: 'Town of a departure that is a street address',
    to: 'Destination: name or id of a place, a street address, coordinates, or the link of a map',
    toTown: 'Town of a destination that is a street address',
    day: 'Day of travel in Italy, such as 2027-07-15; today by default',
    time: 'Time of departure in Italy, such as 14:30; some prices depend on it',
    passengers: 'Number of passengers as text, such as "3"; 1 by default',
    bags: 'Number of large bags as text, such as "2"; 0 by default',
    return: 'Whether the person also travels back',
    returnDay: 'Day of the return; the day of travel by default',
  }),
  lang,
})

interface Tool<I extends TObject, O extends TObject> {
  name: string
  title: string
  description: string
  input: I
  output: O
  /** Limit of the call that the tool runs. */
  limit?: Limit | undefined
  answer(input: Static<I>, asked: Asked): Promise<Static<O>>
}

export interface Asked {
  runtime: Runtime
  request: FastifyRequest
  lang: LanguageCode
  /** Returns the URL of a page in the language of the answer, with the page's parameters in `query`. */
  urlOf(path: string, query?: Record<string, string | null | undefined>): string
}

const tool = <I extends TObject, O extends TObject>(one: Tool<I, O>) =>
  one as unknown as Tool<TObject, TObject>

export const tools = [
  tool({
    name: 'search_places',
    title: 'Search places',
    description:
      'Finds up to 10 places by name, best first: use it when a name is unclear or get_fare does not know it. ' +
      '`isHub` marks airports, ports and stations. `isAddress` means that the text is an address or a hotel in that ' +
      'town. An empty list has a `reason`: unknownPlace (nothing matches) or notServed (a town or position outside the ' +
      'served area; the person can still ask the operator with a request).',
    input: PlaceQuestion,
    output: Type.Object({
      places: places.output,
      reason: understood.output.properties.reason,
      requestUrl: RequestUrl,
    }),
    limit: places.limit,
    async answer({ q }, { runtime, request, lang, urlOf }) {
      const found = await run(runtime, searchLocations, { q, lang }, visitor(request))
      const isEmpty = found.length === 0
      const { reason } = isEmpty
        ? await run(runtime, understandPlace, { q, lang }, visitor(request))
        : { reason: null }
      return { places: found, reason, requestUrl: urlOf('/richiesta/') }
    },
  }),
  tool({
    name: 'get_fare',
    title: 'Get the fare of a ride',
    description:
      'Returns the price of a ride between two places for a party on a day, with the return if asked. Each offer has ' +
      'the `total` in euro for all passengers and the `vehicle`: berlina (private car), minivan (private van), ' +
      'economy (shared ride), premium (private premium car). `unit` says what `price` covers: persona (each person), ' +
      'gruppo (the group), veicolo (the vehicle). With `isIndicative` the operator must confirm the ride, so never ' +
      'call the price fixed; it is an estimate if `source` is "estimated". Without offers, `reason` says why: ' +
      'unknownPlace (search the place, or give its town), notServed (no price for these places; `from` or `to` is null ' +
      'if it is outside the served area) or tooMany. For the last two the operator makes an offer after a request. ' +
      '`roundTrip` has the totals of both ways, with the discount included.',
    input: FareQuestion,
    output: Type.Object({
      fare: fares.output,
      currency: Type.Literal('EUR'),
      pricesUrl: Type.String({ description: 'Page with these prices' }),
      requestUrl: RequestUrl,
    }),
    limit: fares.limit,
    async answer(question, { runtime, request, lang, urlOf }) {
      const fare = await run(runtime, readFares, { ...question, lang }, visitor(request))
      const trip = {
        departure: placeText(question.from, fare.from),
        departureTown: question.fromTown,
        destination: placeText(question.to, fare.to),
        destinationTown: question.toTown,
        giorno: fare.day,
        passeggeri: question.passengers || '1',
        bagagli: question.bags || '0',
        ...(question.return && { ar: '1', ritorno: question.returnDay }),
      }
      return {
        fare,
        currency: 'EUR' as const,
        pricesUrl: urlOf('/risultati-ricerca/', trip),
        requestUrl: urlOf('/richiesta/', trip),
      }
    },
  }),
  tool({
    name: 'service_rules',
    title: 'Read the rules of the service',
    description:
      'Returns the rules of the operator as sentences: waiting time, rides at night, refunds, changes, payment, late ' +
      'flights and trains, opening hours; and the licence, languages and contacts of the operator.',
    input: Type.Object({ lang }),
    output: Type.Object({
      rules: readServiceRules.message.output,
      termsUrl: Type.String({ description: 'Page with all terms' }),
      requestUrl: RequestUrl,
    }),
    async answer(_input, { runtime, request, lang, urlOf }) {
      const rules = await run(runtime, readServiceRules, { lang }, visitor(request))
      return { rules, termsUrl: urlOf('/termini-condizioni/'), requestUrl: urlOf('/richiesta/') }
    },
  }),
]

/** Returns the place's name if the text is an id and the place is known, otherwise the text itself. */
const placeText = (text: string, place: { name: string } | null) =>
  /^\d+$/.test(text) && place ? place.name : text
