import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { airKm, durationText, estimateWay, roadEstimate } from '../../src/modules/catalog/roadEstimate.ts'

const data = path.join(import.meta.dirname, '..', '..', 'data')
const rows = (file: string): Record<string, string>[] =>
  parse(readFileSync(path.join(data, file), 'utf8'), { columns: true })

const places = new Map(
  rows('locations.csv').map(({ name, latitude, longitude }) => [
    name,
    { latitude: Number(latitude), longitude: Number(longitude) },
  ]),
)

/** Returns the mean of the published distances of each pair, without those that the data set excludes. */
function publishedPairs() {
  const kept = rows('distance-reference.csv').filter(({ used_for_fit }) => used_for_fit === 'yes')
  const pairs = Map.groupBy(kept, ({ from = '', to = '' }) => [from, to].sort().join(' > '))
  return [...pairs].map(([pair, found]) => {
    const [from = '', to = ''] = pair.split(' > ')
    const km = found.reduce((sum, { reference_km }) => sum + Number(reference_km), 0) / found.length
    return { from, to, km }
  })
}

function place(name: string) {
  const found = places.get(name)
  if (!found) throw new Error(`data/locations.csv has no ${name}`)
  return found
}

test('the error of the estimate against published distances is within the bounds of the data set', () => {
  const errors = publishedPairs().map(({ from, to, km }) =>
    Math.abs(estimateWay(place(from), place(to)).km - km),
  )
  expect(errors).toHaveLength(67)
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
  expect(mean).toBeLessThan(2.7)
  expect(Math.max(...errors)).toBeLessThan(10.8)
})

test('the mean error of the estimate against published times is about seven minutes', () => {
  const timed = rows('distance-reference.csv').filter(({ reference_min }) => reference_min)
  const errors = timed.map(({ from = '', to = '', reference_min }) =>
    Math.abs(estimateWay(place(from), place(to)).minutes - Number(reference_min)),
  )
  expect(errors).toHaveLength(13)
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(7.5)
})

test('the bundled routes are within about four kilometres of the estimate', () => {
  const routes = rows('routes-demo.csv')
  expect(routes).toHaveLength(273)
  for (const { departure = '', destination = '', distance_km } of routes) {
    const { distanceKm } = roadEstimate(place(departure), place(destination))
    expect(Math.abs(distanceKm - Number(distance_km)), `${departure} → ${destination}`).toBeLessThanOrEqual(4)
  }
})

const position = fc.record({
  latitude: fc.double({ min: 39.75, max: 41.2, noNaN: true }),
  longitude: fc.double({ min: 16.6, max: 18.55, noNaN: true }),
})

test('the estimate is symmetric, never shorter than the straight line, and always finite', () => {
  fc.assert(
    fc.property(position, position, (from, to) => {
      const there = estimateWay(from, to)
      const back = estimateWay(to, from)
      expect(there.km).toBeCloseTo(back.km, 6)
      expect(there.minutes).toBeCloseTo(back.minutes, 6)
      expect(there.km).toBeGreaterThanOrEqual(airKm(from, to) - 0.1)
      expect(there.km).toBeLessThan(airKm(from, to) * 4 + 30)
      expect(roadEstimate(from, to).distanceKm).toBeGreaterThanOrEqual(1)
    }),
    { numRuns: 200 },
  )
})

test.each([
  [3, '10 min'],
  [44, '45 min'],
  [58, '1 h'],
  [64, '1 h 05 min'],
  [78, '1 h 20 min'],
  [121, '2 h'],
])('%d minutes are written as %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text)
})
