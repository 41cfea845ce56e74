import { type Static, Type } from '@sinclair/typebox'
import { Id, listOf } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'

export const PageCheck = Type.Object({
  kind: Type.Union([Type.Literal('articolo'), Type.Literal('località')]),
  id: Id,
  name: Type.String(),
  path: Type.String(),
  defects: Type.Array(Type.String()),
})
export type PageCheck = Static<typeof PageCheck>

export const ListPageChecks = query(
  'GET /api/admin/page-checks',
  'admin',
  Type.Object({}),
  /** `checked` is the number of all pages, also of those without faults. */
  Type.Object({ ...listOf(PageCheck).properties, checked: Type.Integer() }),
  { summary: 'Published articles and pages of places with faults, most faults first' },
)
