import { parse } from 'csv/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inert, sheetOf, textOfInert } from '../../src/kernel/sheet.ts'
import { inFull } from '../length.ts'

const piece = fc.oneof(
  fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\r\n', "'", '"', ';', ',', ' ', '\ufeff', '\u2028'),
  fc.constantFrom('＝', '＋', '－', '＠', '\u0085', '\v', '\f', '\u00a0', '\0', 'a', '😀'),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const cell = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const sheet = fc
  .integer({ min: 2, max: 5 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
  )

const read = (text: string): string[][] => parse(text, { delimiter: ';', record_delimiter: '\r\n' })

test('a strict parser finds the written rows and columns, whatever text they contain', () => {
  fc.assert(
    fc.property(sheet, (rows) => {
      expect(read(sheetOf(rows))).toEqual(rows.map((row) => row.map(inert)))
    }),
    { numRuns: inFull(500, 5_000) },
  )
})

test('no cell and no line of a cell begins with a formula character', () => {
  fc.assert(
    fc.property(sheet, (rows) => {
      for (const line of read(sheetOf(rows))
        .flat()
        .join('\n')
        .split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/))
        expect(line).not.toMatch(/^(\t|\s*[=+\-@＝＋－＠])/)
    }),
    { numRuns: inFull(500, 5_000) },
  )
})

test('a text changes only in the form of its line breaks and by added apostrophes', () => {
  fc.assert(
    fc.property(cell, (text) => {
      const lines = text.split(/\r\n|\r|\n/)
      const written = inert(text).split('\n')
      expect(written).toHaveLength(lines.length)
      if (!/[\v\f\u0085\u2028\u2029]/.test(text))
        for (const [at, line] of lines.entries()) {
          const isFormula = /^'*(\t|\s*[=+\-@＝＋－＠])/.test(line)
          expect(written[at]).toBe(isFormula ? `'${line}` : line)
        }
    }),
    { numRuns: inFull(500, 5_000) },
  )
})

test('a cell is read back as the text from which it was written', () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(textOfInert(inert(text))).toBe(text.replaceAll(/\r\n?/g, '\n'))
    }),
    { numRuns: inFull(500, 5_000) },
  )
})

test('every kind of formula and line break is written as specified', () => {
  expect(
    Object.fromEntries(
      ['=1', '+39 347', '-5', '@SUM(1)', '\tx', '＝1', ' =1', 'a\n=1', 'a\r\n=1', 'a\r=1', 'a\r\n\r\nb'].map(
        (text) => [text, inert(text)],
      ),
    ),
  ).toEqual({
    '=1': "'=1",
    '+39 347': "'+39 347",
    '-5': "'-5",
    '@SUM(1)': "'@SUM(1)",
    '\tx': "'\tx",
    '＝1': "'＝1",
    ' =1': "' =1",
    'a\n=1': "a\n'=1",
    'a\r\n=1': "a\n'=1",
    'a\r=1': "a\n'=1",
    'a\r\n\r\nb': 'a\n\nb',
  })
  expect(sheetOf([['uno\ndue', ' tre', 4, null, 'a"b;c']])).toBe('"uno\ndue";" tre";4;;"a""b;c"\r\n')
})
