import { languages } from '../../../languages/messages.ts'
import type { Translate } from '../../../languages/translate.ts'

// Input of the drawings that src/web/drawn renders.

/** A place and its position in degrees. */
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
  /** Places whose names are drawn. Other ends of arcs are dots without a name. */
  labels: Placed[]
  /** The visible area, which is all of Salento (`heel`) or the arcs with a margin. */
  frame: 'heel' | 'arcs'
  /** Factor of line widths and dot sizes; 1 by default, as on pages. */
  weight?: number
  /** Text alternative; screen readers skip a drawing without one. */
  title?: string
}

/**
 * Returns the path of the picture that social networks show for a page in a language, such as
 * `/en/condivisione/blog-lecce.png`; without a name that of the general picture.
 */
export function socialPath({ language }: Pick<Translate, 'language'>, name?: string): string {
  const start = language === languages[0] ? '' : `/${language}`
  return `${start}/condivisione${name ? `/${name}` : ''}.png`
}

/** Text of the picture that social networks show for a shared page. */
export interface SocialWords {
  /** Line above the title, which is a route's departure or empty. */
  lead: string
  title: string
  note: string
  brand: string
}
