import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slugOf } from '../../src/kernel/slug.ts'

test('place names become the slugs of the bundled routes', () => {
  expect(slugOf("Aeroporto Brindisi Torre dell'Orso")).toBe('aeroporto-brindisi-torre-dellorso')
  expect(slugOf('Nardò')).toBe('nardo')
  expect(slugOf(' Città -- Bianca ')).toBe('citta-bianca')
})

test('a slug is lowercase words joined by single hyphens, at most 255 long, and its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const slug = slugOf(text)
      expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(slug.length).toBeLessThanOrEqual(255)
      expect(slugOf(slug)).toBe(slug)
    }),
  )
})
