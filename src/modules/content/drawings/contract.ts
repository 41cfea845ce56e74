import { languages } from '../../../languages/messages.ts'
import type { Translate } from '../../../languages/translate.ts'

// Input of the drawings in src/web/drawn.

/** A place and its position in degrees. */
export interface Placed {
  name: string
  latitude: number
  longitude: number
}

export interface Drawing {
  /** `width` and `height` are in SVG user units. */
  width: number
  height: number
  arcs: { from: Placed; to: Placed }[]
  /** Places with a name in the drawing. Other ends of arcs are plain dots. */
  labels: Placed[]
  /** Visible area: all of Salento (`heel`), or the arcs with a margin. */
  frame: 'heel' | 'arcs'
  /** Factor for the widths of lines and dots; 1 by default. */
  weight?: number
  /** Text alternative; screen readers skip a drawing without a title. */
  title?: string
}

/** Path of a page's picture for social networks; without `name`, the path of the general picture. */
export function socialPath({ language }: Pick<Translate, 'language'>, name?: string): string {
  const start = language === languages[0] ? '' : `/${language}`
  return `${start}/condivisione${name ? `/${name}` : ''}.png`
}

/** Text of a page's picture for social networks. */
export interface SocialWords {
  /** Line above the title with the departure of a route; empty for other pages. */
  lead: string
  title: string
  note: string
  brand: string
}
