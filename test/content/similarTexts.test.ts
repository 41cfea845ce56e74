import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jaccard, shinglesOf, similarPairs } from '../../src/modules/catalog/similarity.ts'
import { startApp } from '../app.ts'

test('texts are compared by runs of five words, whatever their case, accents and punctuation', () => {
  expect([...shinglesOf('Il mare è blu, a Otranto.')]).toEqual(['il mare e blu a', 'mare e blu a otranto'])
  expect([...shinglesOf('Ciao')]).toEqual(['ciao'])
  expect(shinglesOf(' … ').size).toBe(0)
  expect(jaccard(shinglesOf('IL MARE E BLU A OTRANTO'), shinglesOf('il mare è blu a Otranto!'))).toBe(1)
  expect(jaccard(new Set([1, 2, 3]), new Set([2, 3, 4]))).toBe(0.5)
  expect(jaccard(new Set(), new Set())).toBe(0)
})

test('exactly the pairs above the limit are found, as by comparing every text with every other', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 14 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
      const expected: string[] = []
      texts.forEach((one, first) => {
        texts.slice(first + 1).forEach((other, offset) => {
          if (jaccard(shinglesOf(one), shinglesOf(other)) > 0.5)
            expected.push(`${first}-${first + 1 + offset}`)
        })
      })
      const { pairs, hasMore } = similarPairs(texts, 0.5, 1000)
      expect(pairs.map(({ one, other }) => `${one}-${other}`).sort()).toEqual(expected.sort())
      expect(hasMore).toBe(false)
      const likeness = pairs.map(({ similarity }) => similarity)
      expect(likeness).toEqual(likeness.toSorted((one, other) => other - one))
    }),
  )
  expect(similarPairs(['x', 'x', 'x'], 0.5, 2)).toMatchObject({ pairs: [{}, {}], hasMore: true })
})

test('staff see route texts that are too similar, the most similar first', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  expect((await app.get('/api/admin/similar-texts', staff)).body).toEqual({
    pairs: [],
    texts: 0,
    hasMore: false,
  })
  const words =
    'uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici'
  const routes = await app.sql<{ id: number }[]>`select id from route_prices order by id limit 4`
  const texts = [
    words,
    `${words} sedici`,
    'Tutta un’altra cosa, scritta da una persona per questa sola tratta.',
    words,
  ]
  for (const [index, { id }] of routes.entries())
    await app.sql`
      update route_prices set long_description = ${texts[index] ?? ''}, tourist_info = ${index === 0 ? words : null}
      where id = ${id}`
  const { body } = await app.get('/api/admin/similar-texts', staff)
  expect([body.texts, body.hasMore]).toEqual([5, false])
  expect(body.pairs.map(({ similarity }: { similarity: number }) => similarity)).toEqual([1, 0.917, 0.917])
  expect(body.pairs[0]).toMatchObject({
    field: 'longDescription',
    one: { id: routes[0]?.id, words: 15, name: expect.stringContaining(' → ') },
    other: { id: routes[3]?.id },
  })
})
