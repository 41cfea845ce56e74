// What is drawn, and by what: the drawings themselves are made in src/web/drawn.

/** A place that can stand on a map. */
export interface Placed {
  name: string
  latitude: number
  longitude: number
}

export interface Drawing {
  /** SVG user units. */
  width: number
  height: number
  arcs: { from: Placed; to: Placed }[]
  /** Places written by name; arcs' ends are dots whether named or not. */
  labels: Placed[]
  /** What the picture frames: the whole heel, or the arcs with some room around them. */
  frame: 'heel' | 'arcs'
  /** How much heavier lines and dots are than on a page; 1 unless said. */
  weight?: number
  /** For those who cannot see it; without one the picture is decoration. */
  title?: string
}

/** What the picture says that networks show for a shared page. */
export interface SocialWords {
  /** Above the title: where from, or nothing. */
  lead: string
  title: string
  note: string
  brand: string
}
