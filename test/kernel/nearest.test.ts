import { expect, test } from 'vitest'
import { nearest } from '../../src/kernel/nearest.ts'

test('a misspelt name gets the nearest names first, and a long foreign text gets none', () => {
  expect(nearest('gallipolli', ['Otranto', 'Gallipoli'])).toEqual(['Gallipoli'])
  expect(nearest('x'.repeat(200), ['Otranto', 'Gallipoli'])).toEqual([])
})
