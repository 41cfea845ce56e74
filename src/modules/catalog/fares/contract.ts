import { type Static, Type } from '@sinclair/typebox'
import { shortClockPattern } from '../../../kernel/clockTime.ts'
import { Day, Id, Maybe, Moment, Nullable, Price, Text, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'
import { linkMax, textOrLink } from '../placeSearch/links.contract.ts'
import { OnePriceField, PriceChange, priceLabels, Vehicle } from '../prices/contract.ts'

// Mails, commands, scripts and most pages take fares from `FareAnswer`, so that all show the same price.

const End = Text(linkMax, { pattern: textOrLink(200), message: (t) => t('check.ends') })
const Count = Maybe(40)

/**
 * Source of the price. `listed`: an active route in this direction with its own prices. `reverse`: a route in
 * the opposite direction. `estimated`: the distance rule, or the price for the town of a street address.
 */
export const FareSource = Type.Union([
  Type.Literal('listed'),
  Type.Literal('reverse'),
  Type.Literal('estimated'),
])
export type FareSource = Static<typeof FareSource>

/**
 * `unknownPlace`: a place is not known. `notServed`: no price, because there is no route and the distance rule does not
 * reach so far, or because `from` or `to` is outside the served area and therefore null. `tooMany`: more than one vehicle.
 */
export const NoFare = Type.Union([
  Type.Literal('unknownPlace'),
  Type.Literal('notServed'),
  Type.Literal('tooMany'),
])
export type NoFare = Static<typeof NoFare>

const KnownPlace = Nullable(Type.Object({ id: Id, name: Type.String() }))
const DayOrNull = Nullable(Type.String())

export const FareAnswer = Type.Object({
  from: KnownPlace,
  to: KnownPlace,
  day: Type.String(),
  source: Nullable(FareSource),
  reason: Nullable(NoFare),
  offers: Type.Array(
    Type.Object({
      vehicle: Vehicle,
      unit: Type.Union([Type.Literal('persona'), Type.Literal('gruppo'), Type.Literal('veicolo')]),
      price: Type.String(),
      /** Price for all passengers. */
      total: Type.String(),
      /** `validFrom` and `validUntil` are the first and last day of this price; null without a limit. */
      validFrom: DayOrNull,
      validUntil: DayOrNull,
      /** True if the price is an estimate or staff must confirm the ride. No text may then call the price fixed. */
      isIndicative: Type.Boolean(),
    }),
  ),
  roundTrip: Nullable(
    Type.Object({
      discountPercent: Type.Integer(),
      offers: Type.Array(Type.Object({ vehicle: Vehicle, there: Price, back: Price, total: Type.String() })),
    }),
  ),
})
export type FareAnswer = Static<typeof FareAnswer>

export const ReadFares = query(
  'GET /api/fares',
  'public',
  Type.Object({
    /**
     * `from` and `to` are a place's id or name, coordinates, the link of a map, or a street address whose town can be in
     * `fromTown` or `toTown`.
     */
    from: End,
    fromTown: Maybe(200),
    to: End,
    toTown: Maybe(200),
    /** Day of travel in Rome; today by default. */
    day: Type.Optional(Day({ message: (t) => t('check.noDay') })),
    time: Type.Optional(Type.String({ pattern: shortClockPattern, message: (t) => t('check.clock') })),
    /** `passengers` and `bags` are numbers, or texts such as `3 grandi`. */
    passengers: Count,
    bags: Count,
    return: Type.Boolean({ default: false }),
    returnDay: Type.Optional(Day({ message: (t) => t('check.noDay') })),
    lang: Maybe(10),
  }),
  FareAnswer,
  {
    maxAgeSeconds: 5,
    limit: { bucket: 'search', max: 120, seconds: 60 },
    summary: 'The fare of a ride for a day and a party, with the return if asked; amounts are text',
  },
)

const Amount = Type.String({
  minLength: 1,
  maxLength: 20,
  isDecimal: true,
  message: 'Scrivi l’importo in euro',
})

/** Amounts in euro. The price is `start + perKm × km`, at least `minimum` and a multiple of `step`. */
const BandForm = Type.Object({
  start: titled('Partenza (€)', Amount),
  perKm: titled('Al km (€)', Amount),
  minimum: titled('Minimo (€)', Amount),
  step: titled('Passo (€)', Amount),
})
const maybeBand = Nullable(BandForm)

export const FareSettings = Type.Object({
  /** Null for a band without a price by distance. */
  bands: titled(
    'Tariffe al chilometro',
    Type.Object({
      priceMin2Pax: titled(priceLabels.priceMin2Pax, maybeBand),
      price3to4Pax: titled(priceLabels.price3to4Pax, maybeBand),
      price5to7Pax: titled(priceLabels.price5to7Pax, maybeBand),
      price1to3Pax: titled(priceLabels.price1to3Pax, maybeBand),
      price4to8Pax: titled(priceLabels.price4to8Pax, maybeBand),
      pricePremium1to3Pax: titled(priceLabels.pricePremium1to3Pax, maybeBand),
      pricePremium4to7Pax: titled(priceLabels.pricePremium4to7Pax, maybeBand),
    }),
  ),
  /** Start and destination of an estimated ride are at most this far by road from a place with a priced route. */
  areaKm: titled(
    'Raggio della zona (km)',
    Type.Integer({ minimum: 0, maximum: 500, message: 'Scrivi i chilometri, da 0 a 500' }),
  ),
  /** Whether price lists for nights (`nights`) and for days of the week (`weekdays`) apply. */
  nights: titled('Listini per la notte', Type.Boolean()),
  weekdays: titled('Listini per giorni della settimana', Type.Boolean()),
  updatedAt: Moment,
})

export const ReadFareSettings = query(
  'GET /api/admin/fare-settings',
  ['operatore', 'contabile'],
  Type.Object({}),
  FareSettings,
  { tables: ['fare_settings', 'fare_bands'] },
)

const Places = Type.Object({ count: Type.Integer(), names: Type.Array(Type.String()) })

/** Effects of changed settings, which never change the base prices of routes. */
export const FareSettingsChanges = Type.Object({
  /** Estimated prices from each hub to a sample of the places that have no route from or to the hub. */
  estimates: Type.Object({
    total: Type.Integer(),
    changed: Type.Integer(),
    examples: Type.Array(PriceChange),
  }),
  /** Places that would enter (`gained`) or leave (`lost`) the area in which rides get an estimate. */
  places: Type.Object({ gained: Places, lost: Places }),
  /** Names of price lists that would begin (`on`) or cease (`off`) to apply. */
  lists: Type.Object({ on: Type.Array(Type.String()), off: Type.Array(Type.String()) }),
})
export type FareSettingsChanges = Static<typeof FareSettingsChanges>

export const fareSettingsChanged = act('catalog:fareSettingsChanged', 'Regole tariffarie modificate')

export const SaveFareSettings = command(
  'PUT /api/admin/fare-settings',
  'admin',
  Type.Object({ ...FareSettings.properties, dryRun: Type.Boolean({ default: false }) }),
  Type.Object({
    ...FareSettings.properties,
    /** Changed prices of the distance rule, for sample distances. */
    changes: Type.Array(Type.Object({ km: Type.Integer(), field: OnePriceField, from: Price, to: Price })),
    /** Present only in a dry run. */
    preview: Type.Optional(FareSettingsChanges),
  }),
  {
    acts: [fareSettingsChanged],
    timeoutMs: 15_000,
    summary: 'Changes the settings of fares; `dryRun` only returns what would change',
  },
)

export type FareSettingsForm = Static<typeof SaveFareSettings.input>
export type SavedFareSettings = Static<typeof SaveFareSettings.output>
