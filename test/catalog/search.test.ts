import { readFileSync } from 'node:fs'
import { parse } from 'csv/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalized, placeSearch, type SearchablePlace } from '../../src/modules/catalog/placeSearch.ts'
import { inFull } from '../length.ts'

const rows: Record<string, string>[] = parse(readFileSync('data/locations.csv', 'utf8'), { columns: true })
const places = rows.map(
  (row): SearchablePlace => ({
    id: Number(row.id),
    name: row.name ?? '',
    cap: row.cap ?? '',
    iata: row.iata_code || null,
    locationType: row.location_type as SearchablePlace['locationType'],
    routeCount: 0,
  }),
)
const search = placeSearch(places)
const names = (text: string, exclude?: number) => search.find(text, 10, exclude).map(({ name }) => name)
const anyPlace = fc.constantFrom(...places)

test('a place is the first result for its own name, in any case and without accents', () => {
  for (const { name } of places) {
    expect(names(name)[0]).toBe(name)
    expect(names(name.toUpperCase())[0]).toBe(name)
    expect(names(normalized(name))[0]).toBe(name)
  }
})

test('a whole name means this place alone, in any case, word order and without small words', () => {
  for (const { name } of places) {
    const words = normalized(name).split(' ')
    for (const text of [name, name.toUpperCase(), words.join(' '), words.toReversed().join(' ')])
      expect([text, search.named(text).map((place) => place.name)]).toEqual([text, [name]])
  }
  const named = (text: string) => search.named(text).map(({ name }) => name)
  expect(named('porto brindisi')).toEqual(['Porto di Brindisi'])
  expect(named('BRI')).toEqual(['Aeroporto Bari'])
  // A beginning means all places with a word that begins so, but no place with the letters inside a word.
  expect(named('brind').toSorted()).toEqual([
    ...['Aeroporto Brindisi', 'Brindisi', 'Porto di Brindisi', 'Stazione Brindisi'],
  ])
  expect(named('porto').every((name) => /^porto| porto/i.test(name))).toBe(true)
})

test('after a town with exactly the typed name come its airport, its station and its port', () => {
  expect(names('brindisi').slice(0, 4)).toEqual([
    ...['Brindisi', 'Aeroporto Brindisi', 'Stazione Brindisi', 'Porto di Brindisi'],
  ])
  expect(names('Gallipoli').slice(0, 3)).toEqual(['Gallipoli', 'Stazione Gallipoli', 'Porto di Gallipoli'])
  expect(names('Lecce').slice(0, 2)).toEqual(['Lecce', 'Stazione Lecce'])
})

test('common words for hubs find them first', () => {
  for (const [typed, name] of [
    ['bds', 'Aeroporto Brindisi'],
    ['BRI', 'Aeroporto Bari'],
    ['aeroporto di bari', 'Aeroporto Bari'],
    ['brindisi aeroporto', 'Aeroporto Brindisi'],
    ['stazione di lecce', 'Stazione Lecce'],
    ['S. Maria di Leuca', 'Santa Maria di Leuca'],
    ['galipoli', 'Gallipoli'],
    ['otrnato', 'Otranto'],
    ['nardo', 'Nardò'],
  ])
    expect([typed, names(typed ?? '')[0]]).toEqual([typed, name])
})

test('the beginning of any word ranks before the middle of one', () => {
  const kindOf = (name: string, typed: string) =>
    ` ${normalized(name)}`.includes(` ${typed}`) ? 0 : normalized(name).includes(typed) ? 1 : 2
  fc.assert(
    fc.property(anyPlace, fc.nat(), fc.integer({ min: 3, max: 6 }), ({ name }, from, length) => {
      const word =
        normalized(name)
          .split(' ')
          .filter((one) => one.length >= 3)
          .at(0) ?? 'lecce'
      const start = from % Math.max(1, word.length - 2)
      const typed = word.slice(start, start + length)
      // An airport's code is found before any name.
      fc.pre(!places.some(({ iata }) => iata?.toLowerCase() === typed))
      const kinds = names(typed).map((found) => kindOf(found, typed))
      expect(kinds).toEqual(kinds.toSorted())
    }),
  )
})

test('a postal code with a wrong digit finds no other town', () => {
  const known = new Set(places.map(({ cap }) => cap))
  const wrong = [...known].flatMap((cap) =>
    [...'0123456789'].map((digit) => cap.slice(0, -1) + digit).filter((other) => !known.has(other)),
  )
  expect(wrong.length).toBeGreaterThan(20)
  expect(wrong.filter((cap) => names(cap).length > 0)).toEqual([])
})

test('one typing error anywhere in a word of five letters or more is forgiven', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  fc.assert(
    fc.property(
      fc.constantFrom(...places.filter(({ name }) => /^[a-z]{5,}$/.test(normalized(name)))),
      fc.nat(),
      fc.constantFrom('insert', 'delete', 'substitute', 'swap'),
      fc.constantFrom(...letters),
      ({ name }, where, kind, letter) => {
        const right = normalized(name)
        const at = where % right.length
        const typed =
          kind === 'insert'
            ? right.slice(0, at) + letter + right.slice(at)
            : kind === 'delete'
              ? right.slice(0, at) + right.slice(at + 1)
              : kind === 'substitute'
                ? right.slice(0, at) + letter + right.slice(at + 1)
                : right.slice(0, at) + (right[at + 1] ?? '') + (right[at] ?? '') + right.slice(at + 2)
        // Texts of fewer than five letters may contain no error. A text with an error may also match the beginning of
        // other places.
        fc.pre(typed.length >= 5)
        expect([typed, names(typed).includes(name)]).toEqual([typed, true])
      },
    ),
    { numRuns: inFull(200, 2_000) },
  )
})

test('names of object properties are words like any other', () => {
  for (const text of ['constructor', 'Constructor Lecce']) expect(search.find(text, 10)).toEqual([])
})

test('no place is offered twice, the other field’s place never, and ten at most', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), anyPlace, (text, other) => {
      const found = search.find(text, 10, other.id)
      expect(found.length).toBeLessThanOrEqual(10)
      expect(new Set(found).size).toBe(found.length)
      expect(found).not.toContain(other)
    }),
  )
  expect(names('Lecce', places.find(({ name }) => name === 'Lecce')?.id)).not.toContain('Lecce')
})
