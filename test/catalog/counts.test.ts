import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countOf, partyOf } from '../../src/modules/catalog/fares/counts.contract.ts'

test('words with a number in them are that number, and a range is its larger end', () => {
  for (const [text, count] of [
    ['3', 3],
    ['3 grandi', 3],
    ['due valigie', 2],
    ['Due valigie e uno zaino', 3],
    ['2 valigie + 1 zaino', 3],
    ['1-4', 4],
    ['5 – 8', 8],
    ['4 o 5', 5],
    ['da 4 a 6', 6],
    ['8+', 9],
    ['Più di 8', 9],
    ['piu di otto', 8],
    ['2 valigie da 20 kg', 2],
    ['4 (2 bambini)', 4],
    ['2 adulti, 1 bambino di 5 anni', 3],
    ['nessuno', 0],
    ['senza bagagli', 0],
    ['three bags', 3],
    ['zwei Koffer und ein Rucksack', 3],
    ['mehr als 8', 9],
    ['4 bis 6 Personen', 6],
    ['2 Erwachsene, 1 Kind, 5 Jahre', 3],
    ['ohne Gepäck', 0],
    ['deux valises et une poussette', 3],
    ['plus de 8', 9],
    ['4 à 6', 6],
    ['2 adultes, 1 enfant de 5 ans', 3],
    ['sans bagages', 0],
    ['0', 0],
    ['-2', -2],
    ['', null],
    ['solo zaini', null],
    ['tante valigie', null],
  ] as const)
    expect([text, countOf(text)]).toEqual([text, count])
})

test('a party without a word about luggage has none; one whose number cannot be read is no party', () => {
  expect(partyOf({ passengers: '1-4', luggage: '' })).toEqual({ passengers: 4, bags: 0 })
  expect(partyOf({ passengers: '2', luggage: '3 grandi' })).toEqual({ passengers: 2, bags: 3 })
  for (const wrong of [
    { passengers: '0' },
    { passengers: '' },
    { passengers: '-1' },
    { passengers: 'noi' },
    { passengers: '2', luggage: 'tante' },
  ])
    expect(partyOf(wrong)).toBeNull()
})

test('whatever is written around one number, it is read', () => {
  const word = fc.constantFrom('valigie', 'grandi', 'e', 'di', 'zaini', 'persone', 'circa', '')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99 }), word, word, (count, before, after) => {
      expect(countOf(`${before} ${count} ${after}`)).toBe(count)
    }),
  )
})
