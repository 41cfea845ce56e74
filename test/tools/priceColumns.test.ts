import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')

/** A column with a base price, or a list of such columns. */
const priceColumn =
  /\bprice(_min2|3to4|5to7|1to3|4to8|_premium1to3|_premium4to7)_pax\b|\b(priceColumns|effectivePrices)\b/

/** Files that may read base prices, to serve staff who edit base prices or to compute fares. */
const readers = [
  'src/modules/catalog/fares/fares.queries.ts',
  'src/modules/catalog/book/',
  'src/modules/catalog/generator/',
  'src/modules/catalog/priceGrid/',
  'src/modules/catalog/prices/',
  'src/modules/catalog/routes/',
]

const offenders = (files: Record<string, string>) =>
  Object.keys(files).filter(
    (file) => priceColumn.test(files[file] ?? '') && !readers.some((reader) => file.startsWith(reader)),
  )

test('only the catalogue’s own files read base prices; everything else asks for a fare', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root })
  expect(files.length).toBeGreaterThan(400)
  const texts = Object.fromEntries(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
  expect(offenders(texts)).toEqual([])
  const planted = { 'src/modules/leads/planted.ts': 'select price1to3_pax from route_prices' }
  expect(offenders(planted)).toEqual(Object.keys(planted))
})
