import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceFields } from '../../src/modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../src/modules/catalog/priceGrid/contract.ts'
import { readBlock, writeBlock } from '../../src/web/admin/catalog/prices/block.ts'
import {
  changesOf,
  type Edits,
  editsReducer,
  noEdits,
  type Writing,
} from '../../src/web/admin/catalog/prices/edits.ts'
import { hasRouteNames, namedWritings } from '../../src/web/admin/catalog/prices/pasteByName.ts'

const routeOf = (id: number, price: string | null = '40'): PricedRoute => ({
  id,
  departure: 'Aeroporto Brindisi',
  destination: `Località ${id}`,
  transferTypeId: 1,
  transferType: 'Transfer',
  distanceKm: 40,
  estimatedDuration: '40 min',
  priceMin2Pax: price,
  price3to4Pax: price,
  price5to7Pax: price,
  price1to3Pax: price,
  price4to8Pax: price,
  pricePremium1to3Pax: null,
  pricePremium4to7Pax: null,
  slug: `localita-${id}`,
  isMainRoute: true,
  isActive: true,
  hasOwnPrices: true,
  canFollow: false,
  updatedAt: '2026-11-21T10:00:00.000Z',
})

const routes = Array.from({ length: 20 }, (_, index) => routeOf(index + 1))

const write = (edits: Edits, ...cells: Writing[]) => editsReducer(edits, { type: 'write', cells })
const said = (edits: Edits) =>
  changesOf(edits).map(({ route, field, cents, was }) => [route.id, field, was, cents])

const writing = fc.record({
  route: fc.constantFrom(...routes),
  field: fc.constantFrom(...priceFields),
  text: fc.oneof(
    fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2).replace('.', ',')),
    fc.constantFrom('', 'Su richiesta', '40', ' 40,00 ', '4o', '40.123'),
  ),
})
const steps = fc.array(fc.array(writing, { minLength: 1, maxLength: 8 }), { maxLength: 12 })

test('every step can be undone, one by one, and redone', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const last = all.reduce((edits, cells) => write(edits, ...cells), noEdits)
      let edits = last
      while (edits.past.length > 0) edits = editsReducer(edits, { type: 'undo' })
      expect(said(edits)).toEqual([])
      while (edits.future.length > 0) edits = editsReducer(edits, { type: 'redo' })
      expect(said(edits)).toEqual(said(last))
    }),
  )
})

test('a price equal to the stored one is no edit, in any notation', () => {
  const [route = routeOf(1)] = routes
  for (const text of ['40', '40,00', ' 40.0 ', '€ 40', '40,-']) {
    const once = write(noEdits, { route, field: 'price3to4Pax', text: '55' })
    expect(said(once)).toEqual([[1, 'price3to4Pax', 4000, 5500]])
    expect(said(write(once, { route, field: 'price3to4Pax', text }))).toEqual([])
  }
  expect(said(write(noEdits, { route, field: 'pricePremium1to3Pax', text: 'Su richiesta' }))).toEqual([])
  expect(write(noEdits, { route, field: 'price3to4Pax', text: '40,00' })).toBe(noEdits)
})

test('invalid input stays as it was typed', () => {
  const [route = routeOf(1)] = routes
  const [change] = changesOf(write(noEdits, { route, field: 'price3to4Pax', text: ' 4o ' }))
  expect(change).toMatchObject({ text: '4o', cents: undefined, was: 4000 })
})

test('a price that somebody else saved meanwhile is shown, and resolved one way or the other', () => {
  const [route = routeOf(1)] = routes
  const mine = write(noEdits, { route, field: 'price3to4Pax', text: '50' })
  const theirs = { ...routeOf(1, '45'), updatedAt: '2026-11-21T10:05:00.000Z' }
  const seen = editsReducer(mine, { type: 'seen', routes: [theirs] })
  expect(changesOf(seen)).toMatchObject([{ was: 4000, cents: 5000, theirs: 4500 }])
  const cells = [{ id: 1, field: 'price3to4Pax' as const }]
  const kept = editsReducer(seen, { type: 'keepMine', cells })
  expect(changesOf(kept)).toEqual([expect.not.objectContaining({ theirs: 4500 })])
  expect(said(kept)).toEqual([[1, 'price3to4Pax', 4500, 5000]])
  expect(said(editsReducer(seen, { type: 'drop', cells }))).toEqual([])
  const same = editsReducer(mine, { type: 'seen', routes: [{ ...theirs, price3to4Pax: '50' }] })
  expect(changesOf(same)[0]).not.toHaveProperty('theirs')
})

test('any block of prices, in Italian or English notation, is pasted to the same cents', () => {
  const cents = fc.integer({ min: 0, max: 99_999_999 })
  const italian = (value: number) =>
    new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2, useGrouping: 'always' }).format(value / 100)
  const english = (value: number) =>
    new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, useGrouping: 'always' }).format(value / 100)
  const styles = fc.constantFrom(
    italian,
    english,
    (value: number) => `€ ${italian(value)}`,
    (value: number) => `${italian(value)} €`,
    (value: number) => (value / 100).toFixed(2).replace('.', ','),
    (value: number) => (value / 100).toFixed(2),
  )
  const block = fc.array(fc.array(fc.tuple(cents, styles), { minLength: 5, maxLength: 5 }), {
    minLength: 1,
    maxLength: 20,
  })
  fc.assert(
    fc.property(block, fc.constantFrom('\n', '\r\n'), (rows, end) => {
      const clipboard =
        rows.map((row) => row.map(([value, style]) => style(value)).join('\t')).join(end) + end
      const read = readBlock(clipboard)
      const cells = read.flatMap((row, index) =>
        row.map((text, column): Writing => {
          const route = routes[index] ?? routeOf(99)
          return {
            route: { ...route, [priceFields[column] ?? 'x']: '1.01' },
            field: priceFields[column] ?? 'price3to4Pax',
            text,
          }
        }),
      )
      const found = changesOf(write(noEdits, ...cells)).map((change) => change.cents)
      const wanted = rows.flat().flatMap(([value]) => (value === 101 ? [] : [value || null]))
      expect(found).toEqual(wanted)
    }),
  )
})

test('a pasted block goes to the routes that it names, in any order; a name that is not in the list is a fault', () => {
  const columns = ['route', 'distanceKm', ...priceFields, 'origin']
  const named = (text: string) => namedWritings(readBlock(text), columns, routes)
  const cells = ({ writings }: ReturnType<typeof named>) =>
    writings.map(({ route, field, text }) => [route.id, field, text])
  expect(hasRouteNames(readBlock('40\t50'))).toBe(false)
  const order = fc.shuffledSubarray(routes, { minLength: 1 })
  fc.assert(
    fc.property(order, fc.constantFrom(' → ', ' -> ', '→', ' – '), fc.boolean(), (some, arrow, isLower) => {
      const lines = some.map(({ departure, destination, id }) => {
        const name = `${departure}${arrow}${destination}`
        return [isLower ? name.toLowerCase() : name, '87', `${id},50`]
      })
      const found = named(writeBlock(lines))
      expect(found.faults).toEqual([])
      expect(cells(found)).toEqual(some.map(({ id }) => [id, 'priceMin2Pax', `${id},50`]))
    }),
  )
  const wanted = [
    [3, 'price4to8Pax', '70'],
    [3, 'price1to3Pax', '60'],
  ]
  const head = 'Partenza\tDestinazione\tPrivato 4-8\tPrivato 1-3\n'
  expect(cells(named(`${head}Aeroporto Brindisi\tLocalità 3\t70\t60`))).toEqual(wanted)
  // A spreadsheet, a web page and a word processor write other blanks, dashes and headings; a title may stand above.
  expect(
    cells(
      named(
        `Listino 2027\n\n\u200e${head.replace('Privato 4-8', 'Privato\u00a04\u20138')}Aeroporto\u00a0Brindisi\tLocalità  3\t70\t60`,
      ),
    ),
  ).toEqual(wanted)
  // The columns of the exported file.
  expect(cells(named(`ID\tPartenza\tPrivato 4-8\tPrivato 1-3\n3\tAeroporto Brindisi\t70\t60`))).toEqual(
    wanted,
  )
  expect(named(`${head}Aeroporto Brindisi\tAtlantide\t70\t60`).faults).toEqual([
    'Riga 2, Tratta: nessuna tratta da Aeroporto Brindisi a Atlantide in questo elenco',
  ])
})

test('a pasted block whose cells may belong to other headings is a fault that names line and column', () => {
  const columns = ['route', 'distanceKm', ...priceFields, 'origin']
  const route = 'Aeroporto Brindisi → Località 3'
  const faulty: [string, string][] = [
    [
      `Tratta\tPrivato 1-3\tPrivato 1-3\n${route}\t150\t160`,
      'La colonna «Privato 1-3» compare due volte (colonne B e C): tienine una sola.',
    ],
    [
      `Tratta\tPrezzo auto\n${route}\t150`,
      'Riga 1: nessuna colonna di prezzo riconosciuta. Le intestazioni dei prezzi sono Economy da 2 (a persona), Economy 3-4, Economy 5-7, Privato 1-3, Privato 4-8, Premium 1-3, Premium 4-7.',
    ],
    [
      `Tratta\tPrivato 1-3\tNote\n${route}\t150\tx`,
      'Colonna non riconosciuta «Note» (colonna C): toglila, oppure usa una di queste intestazioni: ID, Tratta, Partenza, Destinazione, Tipologia, Economy da 2 (a persona), Economy 3-4, Economy 5-7, Privato 1-3, Privato 4-8, Premium 1-3, Premium 4-7.',
    ],
    // Without a known heading for the route, the block must not be pasted by position.
    [
      `Percorso\tPrivato 1-3\n${route}\t150`,
      'Riga 1: manca la colonna ID. Senza ID servono la colonna Tratta, oppure Partenza e Destinazione.',
    ],
    [
      `Tratta\tPrivato 1-3\n${route}\t\t150`,
      'Riga 2: una cella in più delle intestazioni (colonna C, «150»).',
    ],
    [
      `Tratta\tPrivato 1-3\tPrivato 4-8\n${route}\t150`,
      'Riga 2: manca una cella (colonna C, «Privato 4-8»). Ogni riga ha tante celle quante la prima.',
    ],
    [`${route}\t87\t40\n${route}\t87\t41\t42`, 'Riga 2: una cella in più delle colonne (colonna D, «42»).'],
    [`${route}\t87\t40\n${route}\t87\t41`, 'Riga 2, Tratta: ripete la riga 1: tieni una sola delle due'],
    [
      `ID\tTratta\tPrivato 1-3\n4\t${route}\t150`,
      'Riga 2, Tratta: la tratta 4 va da Aeroporto Brindisi a Località 4',
    ],
  ]
  for (const [text, sentence] of faulty) {
    const block = readBlock(text)
    expect([text, hasRouteNames(block)]).toEqual([text, true])
    const { writings, faults } = namedWritings(block, columns, routes)
    expect([text, faults[0], writings]).toEqual([text, sentence, []])
  }
})

test('copied cells are pasted unchanged, with line breaks and quotes in a name too', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ',', 'è', ' '), maxLength: 6 })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1 }), (rows) => {
      expect(readBlock(writeBlock(rows))).toEqual(rows)
    }),
  )
  expect(readBlock('')).toEqual([])
})
