import { type Static, Type } from '@sinclair/typebox'
import { Id } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'

const end = Type.Object({ id: Id, name: Type.String(), slug: Type.String(), words: Type.Integer() })

export const SimilarPair = Type.Object({
  field: Type.Union([Type.Literal('longDescription'), Type.Literal('touristInfo')]),
  one: end,
  other: end,
  /** Jaccard similarity above 0.5; 1 means identical texts. */
  similarity: Type.Number(),
})
export type SimilarPair = Static<typeof SimilarPair>

export const ListSimilarTexts = query(
  'GET /api/admin/similar-texts',
  'redazione',
  Type.Object({}),
  Type.Object({
    pairs: Type.Array(SimilarPair),
    texts: Type.Integer(),
    hasMore: Type.Boolean(),
  }),
  { summary: 'Route texts that resemble each other too much: 5-word shingles, Jaccard above 0.5' },
)
