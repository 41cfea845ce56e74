import type { Sql, Tx } from './db.ts'

// Interface of the external map provider. Without a key the product uses the bundled data.

export interface MapPlace {
  placeId: string
  name: string
  /** The provider's names for the kinds of the place, such as `locality` or `airport`. */
  types: string[]
  cap: string | null
  latitude: number | null
  longitude: number | null
}

export interface MapSuggestion {
  placeId: string
  name: string
  /** Region that distinguishes places with the same name. */
  where: string
  types: string[]
}

export type MapPoint = { placeId: string } | { latitude: number; longitude: number } | { address: string }

export interface MapService {
  suggest(text: string, session: string): Promise<MapSuggestion[]>
  /** Returns null for an unknown id. */
  find(placeId: string, session: string): Promise<MapPlace | null>
  /** Returns null if no road connects the points. */
  measure(from: MapPoint, to: MapPoint): Promise<{ km: number; minutes: number } | null>
}

type FailureKind = 'denied' | 'invalid' | 'quota' | 'network' | 'failed'

/** The message is logged, so callers must not put a key into it. */
export class MapFailure extends Error {
  readonly kind: FailureKind
  /** True if the daily quota is used up, so that a retry succeeds only tomorrow. */
  readonly isDayOver: boolean

  constructor(kind: FailureKind, message: string, isDayOver = false) {
    super(message)
    this.kind = kind
    this.isDayOver = isDayOver
  }
}

export interface Maps {
  /** Returns null if no key is active. */
  service(sql: Sql | Tx): Promise<MapService | null>
  /** Key that pages may contain; null if they show only the site's own map. */
  embedKey(read: Sql): Promise<string | null>
}
