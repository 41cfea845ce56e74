/** Column of `rides` for each direction in which a ride has the field. */
interface AskedColumns {
  there?: `asked_${string}`
  back?: `asked_${string}`
}

interface AskedRule extends AskedColumns {
  /** Word for staff. */
  name: string
  /** Form of the text, which each language writes in its own words. */
  form?: 'day' | 'count'
}

/**
 * All that a lead says of its rides, in the order of lists. The product stores, reads, shows, mails and exports each entry
 * (CONTRIBUTING.md); its word for the customer is the message `lead.<name>`. The way back begins where the way there ends, and
 * the flight is that of the way there.
 */
export const askedFields = {
  departure: { there: 'asked_from', back: 'asked_to', name: 'Partenza' },
  destination: { there: 'asked_to', back: 'asked_from', name: 'Destinazione' },
  /** Day such as `2026-12-24`, or words such as `metà luglio`. */
  date: { there: 'asked_day', name: 'Data', form: 'day' },
  time: { there: 'asked_time', name: 'Orario' },
  passengers: {
    there: 'asked_passengers',
    back: 'asked_passengers',
    name: 'Passeggeri',
    form: 'count',
  },
  luggage: {
    there: 'asked_luggage',
    back: 'asked_luggage',
    name: 'Bagagli',
    form: 'count',
  },
  flightOrTrain: { there: 'asked_flight', name: 'Volo o treno' },
  returnDate: { back: 'asked_day', name: 'Data del ritorno', form: 'day' },
  returnTime: { back: 'asked_time', name: 'Orario del ritorno' },
  /** Street address in the destination for a ride from an airport, station or port, otherwise in the departure. */
  address: { there: 'asked_address', back: 'asked_address', name: 'Indirizzo' },
  /** Coordinates, or the URL of a map. */
  position: { there: 'asked_position', back: 'asked_position', name: 'Posizione' },
} as const satisfies Record<string, AskedRule>

export type AskedField = keyof typeof askedFields
/** Null for what the lead does not say. */
export type Asked = Record<AskedField, string | null>

export const askedNames = Object.keys(askedFields) as readonly AskedField[]

export const columnsOf = (name: AskedField): AskedColumns => askedFields[name]
export const formOf = (name: AskedField): AskedRule['form'] => (askedFields[name] as AskedRule).form

/** Returns the value that `of` returns for each field. */
export const eachAsked = <V>(of: (name: AskedField) => V): Record<AskedField, V> =>
  Object.fromEntries(askedNames.map((name) => [name, of(name)])) as Record<AskedField, V>
