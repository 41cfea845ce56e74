import type { Sql, Tx } from './db.ts'

// Interface of the external map provider. `createContext` chooses it; without a key the product uses its own data.

export interface MapPlace {
  placeId: string
  name: string
  /** The provider's terms, such as `locality` or `airport`. */
  types: string[]
  cap: string | null
  latitude: number | null
  longitude: number | null
}

export interface MapSuggestion {
  placeId: string
  name: string
  /** Distinguishes it from places of the same name. */
  where: string
  types: string[]
}

export type MapPoint = { placeId: string } | { latitude: number; longitude: number } | { address: string }

export interface MapService {
  suggest(text: string, session: string): Promise<MapSuggestion[]>
  /** Null for an unknown id. */
  find(placeId: string, session: string): Promise<MapPlace | null>
  /** Distance by road; null if there is no road. */
  measure(from: MapPoint, to: MapPoint): Promise<{ km: number; minutes: number } | null>
}

type FailureKind = 'denied' | 'invalid' | 'quota' | 'network' | 'failed'

/** Why the provider did not answer. The message goes to the log and never holds a key. */
export class MapFailure extends Error {
  readonly kind: FailureKind
  /** The quota returns tomorrow, not within a minute. */
  readonly isDayOver: boolean

  constructor(kind: FailureKind, message: string, isDayOver = false) {
    super(message)
    this.kind = kind
    this.isDayOver = isDayOver
  }
}

export interface Maps {
  /** The provider in use; null if no key is active. */
  service(sql: Sql | Tx): Promise<MapService | null>
  /** The key that pages may show; null if only the site's own map is shown. */
  embedKey(read: Sql): Promise<string | null>
}
