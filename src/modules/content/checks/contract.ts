import { type Static, Type } from '@sinclair/typebox'
import { Id } from '../../../kernel/field.ts'
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
  Type.Object({ items: Type.Array(PageCheck), checked: Type.Integer() }),
  { summary: 'Published articles and pages of places with faults, most faults first' },
)
