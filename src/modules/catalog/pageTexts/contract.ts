import { type Static, Type } from '@sinclair/typebox'
import { Id, listInput, listOf, Moment } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'

/** Texts about a route or a place that visitors read. */
export const TextsKind = Type.Union([Type.Literal('route'), Type.Literal('place')], {
  message: 'Scegli tratte o località',
})
export type TextsKind = Static<typeof TextsKind>

export const PageTexts = Type.Object({
  kind: TextsKind,
  id: Id,
  /** Name of the place, or the two places of the route, such as `Brindisi → Gallipoli`. */
  name: Type.String(),
  /** True if the site shows the texts: the route is active, or an active route goes to the place. */
  isShown: Type.Boolean(),
  descriptionChars: Type.Integer(),
  touristInfoChars: Type.Integer(),
  updatedAt: Moment,
})
export type PageTexts = Static<typeof PageTexts>

export const ListPageTexts = query(
  'GET /api/admin/page-texts',
  'redazione',
  Type.Object({
    ...listInput('name', 'updatedAt', 'descriptionChars', 'touristInfoChars'),
    kind: Type.Optional(TextsKind),
    /** True selects pages that lack a text. */
    missing: Type.Optional(Type.Boolean()),
  }),
  listOf(PageTexts),
  { tables: ['route_prices', 'locations'], summary: 'The texts of routes and places, without prices' },
)
