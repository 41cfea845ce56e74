import { readFileSync } from 'node:fs'
import { parse } from 'csv/sync'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import type { LocationSuggestion } from '../../src/modules/catalog/search/contract.ts'
import { openApp } from '../app.ts'
import { inFull } from '../length.ts'

// Queries as visitors type them. `unseen` is older than the file of names and aliases, so no alias was made for its
// queries. `later` is newer than that file, and `made` comes from templates.

interface Query {
  language: string
  /** Italian name of the place; null if the query names no place. */
  place: string | null
  text: string
}

const lines = (file: string) =>
  readFileSync(`test/fixtures/places/${file}`, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split(' | '))
const rows = (file: string): Record<string, string>[] =>
  parse(readFileSync(`data/${file}`, 'utf8'), { columns: true })

const written = (file: string) =>
  lines(file).map(
    ([language = '', place = '', text = '']): Query => ({
      language,
      place: place === '-' ? null : place,
      text,
    }),
  )
const unseen = written('unseen-queries.txt')
const later = written('later-queries.txt')
const templates = lines('query-templates.txt').map(([language = '', kind = '', text = '']) => ({
  language,
  kind,
  text,
}))
const translated = new Map(rows('place-names.csv').map((row) => [row.name, row]))
const languages = ['it', 'en', 'de', 'fr']

/** Two queries for each bundled place. The quick run uses a third of them. */
const made = rows('locations.csv').flatMap(({ name = '', zone }, index) => {
  const kind = zone === 'Hub' ? 'hub' : 'place'
  return [0, 1].map((turn): Query => {
    const language = languages[(index + turn * 2) % languages.length] ?? 'it'
    const fitting = templates.filter((one) => one.language === language && one.kind === kind)
    const template = fitting[(index * 2 + turn) % fitting.length]?.text ?? '{name}'
    const own = translated.get(name)?.[language] || name
    return {
      language,
      place: name,
      text: template.replace('{name}', own).replace('{typo}', misspelt(own, index)),
    }
  })
})

/** Returns the name with one letter of its longest word missing, doubled or swapped with the next. */
function misspelt(name: string, seed: number): string {
  const word = name.match(/\p{L}+/gu)?.toSorted((one, other) => other.length - one.length)[0] ?? ''
  if (word.length < 6) return name
  const at = 1 + (seed % (word.length - 3))
  const letters = [...word]
  if (seed % 3 === 0) letters.splice(at, 1)
  else if (seed % 3 === 1) letters.splice(at, 0, letters[at] ?? '')
  else letters.splice(at, 2, letters[at + 1] ?? '', letters[at] ?? '')
  return name.replace(word, letters.join(''))
}

const app = await openApp({ data: 'bundled' })
const ids = new Map<string, number>()
beforeAll(async () => {
  const places = await app.sql<{ id: number; name: string }[]>`select id, name from locations`
  for (const { id, name } of places) ids.set(name, id)
})

const find = async ({ text, language }: Query) =>
  (
    await app.get<LocationSuggestion[]>(
      `/api/locations/search?${new URLSearchParams({ q: text, lang: language })}`,
    )
  ).body

const airport = 'Aeroporto Brindisi'

/**
 * Requests the fare from Brindisi airport to `end`, or from `end` to Gallipoli if `place` is the airport. Returns null
 * if the API found no place for `end`.
 */
async function fareTo(end: string, place: string | null) {
  const ends = place === airport ? { from: end, to: 'Gallipoli' } : { from: '4', to: end }
  const { body } = await app.get<FareAnswer>(
    `/api/fares?${new URLSearchParams({ ...ends, passengers: '2' })}`,
  )
  const understood = place === airport ? body.from : body.to
  return (
    understood && {
      id: understood.id,
      totals: body.offers.map(({ vehicle, total }) => `${vehicle} ${total}`),
    }
  )
}

/** Calls `check` for 20 queries at a time, because a machine does not allow a thousand connections at once. */
async function inGroups<T>(all: readonly Query[], check: (query: Query) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let at = 0; at < all.length; at += 20)
    results.push(...(await Promise.all(all.slice(at, at + 20).map(check))))
  return results
}

const asked = made.filter((_, index) => inFull(index % 3 === 0, true))
const all = [...unseen, ...later, ...asked]

test('a thousand queries in four languages find their place among the first three; a query without a place finds none', async () => {
  const total = unseen.length + later.length + made.length
  expect([total >= 1_000, unseen.length >= total / 3]).toEqual([true, true])
  const missed = (group: readonly Query[]) =>
    inGroups(group, async (query) => {
      const found = (await find(query)).slice(0, 3).map(({ id }) => id)
      const isRight = query.place === null ? found.length === 0 : found.includes(ids.get(query.place) ?? 0)
      return isRight ? [] : [`${query.language} ${query.text} (${query.place})`]
    }).then((found) => found.flat())
  for (const group of [unseen, later, asked]) {
    const found = await missed(group)
    expect([found, found.length <= group.length * 0.03]).toEqual([found, true])
  }
  const negative = all.filter(({ place }) => place === null)
  expect(negative.length).toBeGreaterThan(40)
  expect(await missed(negative)).toEqual([])
})

/** Everyday words and texts that name no place of the data. */
const everyday = lines('everyday-words.txt').map(
  ([language = '', text = '']): Query => ({ language, place: null, text }),
)

/** 300 random words of 5 to 12 letters. Some have few distinct letters, as if a hand rested on the keys. */
const wordsOf = (letters: string) =>
  fc.string({ unit: fc.constantFrom(...letters), minLength: 5, maxLength: 12 })
const random = fc.sample(
  fc.oneof(
    { weight: 2, arbitrary: wordsOf('abcdefghijklmnopqrstuvwxyz') },
    { weight: 1, arbitrary: fc.constantFrom('q', 'wkj', 'zx', 'vyw', 'jkh').chain(wordsOf) },
  ),
  { seed: 20_261_129, numRuns: 300 },
)

test('random words and everyday words of four languages find no place', async () => {
  expect([everyday.length, random.length]).toEqual([200, 300])
  const typed = ['qqqqqq', 'wwkkjj', ...random].map((text): Query => ({ language: 'it', place: null, text }))
  const found = await inGroups([...everyday, ...typed], async (query) => {
    const names = (await find(query)).map(({ name }) => name)
    const { body } = await app.get(`/api/locations/understood?${new URLSearchParams({ q: query.text })}`)
    return names.length > 0 || body.reason !== 'unknownPlace'
      ? [`${query.text}: ${names.join(', ')} ${body.reason}`]
      : []
  })
  expect(found.flat()).toEqual([])
})

test('each query gets the fare of the right places or no fare', async () => {
  let answered = 0
  const wrong = await inGroups(all, async (query) => {
    const fare = await fareTo(query.text, query.place)
    if (!fare) return []
    if (fare.totals.length > 0) answered += 1
    const right = query.place && (await fareTo(String(ids.get(query.place)), query.place))
    const isRight = right && fare.id === right.id && fare.totals.join() === right.totals.join()
    return isRight ? [] : [`${query.text} (${query.place}): ${JSON.stringify(fare)}`]
  })
  expect(wrong.flat()).toEqual([])
  // Few queries may stay without a fare, because their words fit several places.
  expect(answered).toBeGreaterThan(all.filter(({ place }) => place !== null).length * 0.95)
})
