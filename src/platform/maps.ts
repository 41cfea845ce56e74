import type { Sql, Tx } from './db.ts'

// Interface of the external map provider. `createContext` chooses the provider. Without a key, the product uses bundled
// data.

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
  /** Distinguishes the place from places of the same name. */
  where: string
  types: string[]
}

export type MapPoint = { placeId: string } | { latitude: number; longitude: number } | { address: string }

export interface MapService {
  suggest(text: string, session: string): Promise<MapSuggestion[]>
  /** Returns null for an unknown id. */
  find(placeId: string, session: string): Promise<MapPlace | null>
  /** Returns the distance by road; null if the points have no road between them. */
  measure(from: MapPoint, to: MapPoint): Promise<{ km: number; minutes: number } | null>
}

type FailureKind = 'denied' | 'invalid' | 'quota' | 'network' | 'failed'

/** Why the provider did not answer. The message is logged and never contains a key. */
export class MapFailure extends Error {
  readonly kind: FailureKind
  /** Whether the exhausted quota is the daily one, which is restored tomorrow instead of within a minute. */
  readonly isDayOver: boolean

  constructor(kind: FailureKind, message: string, isDayOver = false) {
    super(message)
    this.kind = kind
    this.isDayOver = isDayOver
  }
}

export interface Maps {
  /** Returns the provider in use; null if no key is active. */
  service(sql: Sql | Tx): Promise<MapService | null>
  /** Returns the key that pages may show; null if pages show only the site's own map. */
  embedKey(read: Sql): Promise<string | null>
}
