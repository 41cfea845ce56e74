// Input of the drawings; src/web/drawn renders them.

/** A place with a position. */
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
  /** Named places; the ends of arcs are dots, named or not. */
  labels: Placed[]
  /** The framed area: the whole heel, or the arcs with a margin. */
  frame: 'heel' | 'arcs'
  /** Factor of line and dot sizes relative to a page; default 1. */
  weight?: number
  /** Text alternative; without one the picture is decorative. */
  title?: string
}

/** Text of the picture that social networks show for a shared page. */
export interface SocialWords {
  /** Above the title: the departure, or empty. */
  lead: string
  title: string
  note: string
  brand: string
}
