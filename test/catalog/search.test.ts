import { readFileSync } from 'node:fs'
import { parse } from 'csv/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  placeSearch,
  type SearchablePlace,
} from '../../src/modules/catalog/placeSearch/placeSearch.queries.ts'
import { elsewhere, normalized } from '../../src/modules/catalog/placeSearch/placeWords.queries.ts'
import { inFull } from '../length.ts'

const rows: Record<string, string>[] = parse(readFileSync('data/locations.csv', 'utf8'), { columns: true })
const places = rows.map(
  (row): SearchablePlace => ({
    id: Number(row.id),
    name: row.name ?? '',
    cap: row.cap ?? '',
    iata: row.iata_code || null,
    locationType: row.location_type as SearchablePlace['locationType'],
    latitude: Number(row.latitude),
    longitude: Number(row.longitude),
    otherNames: [],
    routeCount: 0,
  }),
)
const search = placeSearch(places)
const names = (text: string, exclude?: number) =>
  search.find(text, 10, exclude).map(({ place }) => place.name)
const anyPlace = fc.constantFrom(...places)

test('a place is the first result for its own name, in any case and without accents', () => {
  for (const { name } of places) {
    expect(names(name)[0]).toBe(name)
    expect(names(name.toUpperCase())[0]).toBe(name)
    expect(names(normalized(name))[0]).toBe(name)
  }
})

test('a full place name finds exactly that place, in any letter case and word order and without articles and prepositions', () => {
  for (const { name } of places) {
    const words = normalized(name).split(' ')
    for (const text of [name, name.toUpperCase(), words.join(' '), words.toReversed().join(' ')])
      expect([text, search.understood(text)?.place.name]).toEqual([text, name])
  }
  const means = (text: string) => search.understood(text)?.place.name
  expect(means('porto brindisi')).toBe('Porto di Brindisi')
  expect(names('Porto di Brindisi')).toEqual(['Porto di Brindisi'])
  expect(means('BRI')).toBe('Aeroporto Bari')
  // The beginning of a town's name finds the town, although its hubs match too.
  expect(means('brind')).toBe('Brindisi')
  expect(names('brind').toSorted()).toEqual([
    ...['Aeroporto Brindisi', 'Brindisi', 'Porto di Brindisi', 'Stazione Brindisi'],
  ])
  // A word in many names identifies no place.
  for (const text of ['porto', 'aeroporto', 'torre', 'san', 'mare', 'villa', 'Salento', '73010'])
    expect([text, means(text)]).toEqual([text, undefined])
  expect(names('porto').every((name) => /^porto| porto/i.test(name))).toBe(true)
})

test('after a town with exactly the typed name come its airport, its station and its port', () => {
  expect(names('brindisi').slice(0, 4)).toEqual([
    ...['Brindisi', 'Aeroporto Brindisi', 'Stazione Brindisi', 'Porto di Brindisi'],
  ])
  expect(names('Gallipoli').slice(0, 3)).toEqual(['Gallipoli', 'Stazione Gallipoli', 'Porto di Gallipoli'])
  expect(names('Lecce').slice(0, 2)).toEqual(['Lecce', 'Stazione Lecce'])
})

test('an address finds its town; a street, house, airport or distant city named after a town does not', () => {
  const found = (text: string) =>
    search.find(text, 10).map(({ place, isAddress }) => `${place.name}${isAddress ? ', address' : ''}`)
  for (const [text, ...expected] of [
    ['Hotel Palazzo del Corso Gallipoli', 'Gallipoli, address'],
    ['Hotel X, via Roma 3, Otranto, Lecce, Italy', 'Otranto, address'],
    ['Masseria Le Noci, Savelletry', 'Savelletri, address'],
    ['Hotel Leuca, Gallipoli', 'Gallipoli, address'],
    ["Torre dell'Orso, Melendugno", "Torre dell'Orso"],
    ['Hotel stazione Lecce', 'Stazione Lecce, address'],
    ['bus station Lecce', 'Lecce, address'],
    ['from Brindisi airport to Gallipoli', 'Aeroporto Brindisi', 'Gallipoli'],
    ['via Lecce 12'],
    ['Hotel Le Noci'],
    ['Porto di Lecce', 'Lecce, address'],
    ['Il Melograno Monopoli contrada Torricella', 'Monopoli, address'],
    ['Castro Marna', 'Castro Marina'],
    ['Castro, Lecce', 'Castro'],
    ['Porto Cesario, Lecce', 'Porto Cesareo, address'],
    ['Gallipoli, Turkey'],
    ['Bari to Matera'],
    ['Villa Maria'],
    ['Villa Giuseppe'],
    ['Hotel San Cataldo'],
    ['apartment in San Cataldo', 'San Cataldo, address'],
    ['Hotel Santa Maria di Leuca', 'Santa Maria di Leuca, address'],
    ['spiaggia'],
    ['Gallipoli airport'],
    ['Hotel Salento Roma'],
    ['Hotel Lecce, Milano'],
    ['Lecco'],
    ['Latina'],
  ])
    expect([text, ...found(text ?? '')]).toEqual([text, ...expected])
  expect(search.understood('from Brindisi airport to Gallipoli')).toBeNull()
})

test('common words for hubs find them first', () => {
  for (const [typed, name] of [
    ['bds', 'Aeroporto Brindisi'],
    ['BRI', 'Aeroporto Bari'],
    ['bri', 'Aeroporto Bari'],
    ['bri arrivi', 'Aeroporto Bari'],
    // With other words, three letters are rather the beginning of a town, unless they are typed as a code.
    ['aeroporto bri', 'Aeroporto Brindisi'],
    ['Aeroporto Bri', 'Aeroporto Brindisi'],
    ['AEROPORTO BRI', 'Aeroporto Brindisi'],
    ['bri aeroporto', 'Aeroporto Brindisi'],
    ['stazione bri', 'Stazione Brindisi'],
    ['aeroporto BRI', 'Aeroporto Bari'],
    ['BRI airport', 'Aeroporto Bari'],
    ['aeroporto bds', 'Aeroporto Brindisi'],
    ['aeroporto bar', 'Aeroporto Bari'],
    ['aeroporto di bari', 'Aeroporto Bari'],
    ['brindisi aeroporto', 'Aeroporto Brindisi'],
    ['stazione di lecce', 'Stazione Lecce'],
    ['S. Maria di Leuca', 'Santa Maria di Leuca'],
    ['galipoli', 'Gallipoli'],
    ['otrnato', 'Otranto'],
    ['Ｏｔｒａｎｔｏ', 'Otranto'],
    ['nardo', 'Nardò'],
  ])
    expect([typed, names(typed ?? '')[0]]).toEqual([typed, name])
})

test('the beginning of any word ranks before the middle of one', () => {
  // A shorter text is not sought in the middle of words.
  const isInside = (name: string, typed: string) => typed.length >= 5 && normalized(name).includes(typed)
  const kindOf = (name: string, typed: string) =>
    ` ${normalized(name)}`.includes(` ${typed}`) ? 0 : isInside(name, typed) ? 1 : 2
  fc.assert(
    fc.property(anyPlace, fc.nat(), fc.integer({ min: 3, max: 6 }), ({ name }, from, length) => {
      const word =
        normalized(name)
          .split(' ')
          .filter((one) => one.length >= 3)
          .at(0) ?? 'lecce'
      const start = from % Math.max(1, word.length - 2)
      const typed = word.slice(start, start + length)
      // Leaves out the codes of airports, because the search lists an airport before all names if its code was typed.
      fc.pre(!places.some(({ iata }) => iata?.toLowerCase() === typed))
      const kinds = names(typed).map((found) => kindOf(found, typed))
      expect(kinds).toEqual(kinds.toSorted())
    }),
  )
})

test('no word of a place is a town outside the served area, and none begins like one', () => {
  const names = parse<Record<string, string>>(readFileSync('data/place-names.csv', 'utf8'), { columns: true })
  const known = [...rows.map(({ name }) => name ?? ''), ...names.flatMap((row) => Object.values(row))]
  const words = new Set(known.flatMap((name) => normalized(name).split(' ')))
  expect(words.size).toBeGreaterThan(300)
  expect([...elsewhere].filter((town) => [...words].some((word) => word.startsWith(town)))).toEqual([])
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
        // The search corrects texts of five letters or more, but never the name of a town outside the served area.
        fc.pre(typed.length >= 5 && !elsewhere.has(typed))
        expect([typed, names(typed).includes(name)]).toEqual([typed, true])
      },
    ),
    { numRuns: inFull(200, 1_000) },
  )
})

test('names of object properties are words like any other', () => {
  expect(names('constructor')).toEqual([])
  expect(search.find('Constructor Lecce', 10)).toMatchObject([{ place: { name: 'Lecce' }, isAddress: true }])
})

test('no place is offered twice, the other field’s place never, and ten at most', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), anyPlace, (text, other) => {
      const found = search.find(text, 10, other.id).map(({ place }) => place)
      expect(found.length).toBeLessThanOrEqual(10)
      expect(new Set(found).size).toBe(found.length)
      expect(found).not.toContain(other)
    }),
  )
  expect(names('Lecce', places.find(({ name }) => name === 'Lecce')?.id)).not.toContain('Lecce')
})
