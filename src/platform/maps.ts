import type { Sql, Tx } from './db.ts'

// Maps from outside: what the modules may ask of a map service. `createContext` chooses the service; without a key there
// is none, and the product's own data answer.

export interface MapPlace {
  placeId: string
  name: string
  /** The service's own words for what it is: `locality`, `airport`. */
  types: string[]
  cap: string | null
  latitude: number | null
  longitude: number | null
}

export interface MapSuggestion {
  placeId: string
  name: string
  /** What tells it from others of its name. */
  where: string
  types: string[]
}

/** A service's point: an id of its own, or a position. */
export type MapPoint = { placeId: string } | { latitude: number; longitude: number } | { address: string }

export interface MapService {
  suggest(text: string, session: string): Promise<MapSuggestion[]>
  /** Null for an id that it does not know. */
  find(placeId: string, session: string): Promise<MapPlace | null>
  /** By road; null where no road leads. */
  measure(from: MapPoint, to: MapPoint): Promise<{ km: number; minutes: number } | null>
}

type FailureKind = 'denied' | 'invalid' | 'quota' | 'network' | 'failed'

/** Why a map service did not answer. The message is for the log: it never holds a key. */
export class MapFailure extends Error {
  readonly kind: FailureKind
  /** A quota that comes back tomorrow, not in a minute. */
  readonly isDayOver: boolean

  constructor(kind: FailureKind, message: string, isDayOver = false) {
    super(message)
    this.kind = kind
    this.isDayOver = isDayOver
  }
}

/** What the process offers of maps from outside. */
export interface Maps {
  /** The map service in use; null while no key is active. */
  service(sql: Sql | Tx): Promise<MapService | null>
  /** The key that pages may show; null where only our own map is shown. */
  embedKey(read: Sql): Promise<string | null>
}
