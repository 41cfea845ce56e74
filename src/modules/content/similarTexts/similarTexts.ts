import { answer } from '../../../kernel/message.ts'
import { listRouteTexts, type RouteTexts, similarPairs } from '../../catalog/routes/texts.queries.ts'
import { ListSimilarTexts, type SimilarPair } from './contract.ts'

const limit = 0.5
/** Maximum number of pairs. Further pairs appear after staff changed the listed texts. */
const pairsMax = 200

export const listSimilarTexts = answer(ListSimilarTexts, async (read) => {
  const routes = await listRouteTexts(read)
  const reports = (['longDescription', 'touristInfo'] as const).map((field) => resembling(routes, field))
  return {
    pairs: reports
      .flatMap(({ pairs }) => pairs)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, pairsMax),
    texts: reports.reduce((sum, { texts }) => sum + texts, 0),
    hasMore:
      reports.some(({ hasMore }) => hasMore) ||
      reports.reduce((sum, { pairs }) => sum + pairs.length, 0) > pairsMax,
  }
})

function resembling(routes: RouteTexts[], field: SimilarPair['field']) {
  const texts = routes.flatMap((route) => {
    const text = route[field]
    return text ? [{ route, text }] : []
  })
  const { pairs, hasMore } = similarPairs(
    texts.map(({ text }) => text),
    limit,
    pairsMax,
  )
  const endAt = (place: number): SimilarPair['one'][] => {
    const found = texts[place]
    if (!found) return []
    const { id, name, slug } = found.route
    return [{ id, name, slug, words: found.text.split(/\s+/).length }]
  }
  const named = pairs.flatMap(({ one, other, similarity }): SimilarPair[] => {
    const [first, second] = [...endAt(one), ...endAt(other)]
    return first && second
      ? [{ field, one: first, other: second, similarity: Math.round(similarity * 1000) / 1000 }]
      : []
  })
  return { pairs: named, texts: texts.length, hasMore }
}
