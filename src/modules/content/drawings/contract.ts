import { type Static, Type } from '@sinclair/typebox'
import type { Coordinates } from '../../catalog/placeSearch/coordinates.contract.ts'

// Input of the drawings in src/web/drawn.

/** A place and its position in degrees. */
export interface Placed extends Coordinates {
  name: string
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

/** Text of a page's picture for social networks. */
export interface SocialWords {
  /** Line above the title with the departure of a route; empty for other pages. */
  lead: string
  title: string
  note: string
  brand: string
}

/** A map in a frame of 600 × 400 SVG units. All maps of a page share one drawing of the coast. */
export const Picture = Type.Object({
  /** SVG transform of the coast within the frame. */
  coast: Type.String(),
  /** Start and end of the route; empty for a map without a route. */
  ends: Type.Array(Type.Object({ name: Type.String(), x: Type.Number(), y: Type.Number() })),
})
export type Picture = Static<typeof Picture>
