import { expect, test } from 'vitest'
import { ReadCounts } from '../../src/api/readCounts.ts'

test('an IP address that keeps asking stays counted, however many others ask meanwhile', () => {
  const max = 120
  const store = new ReadCounts().storeOf([{ bucket: 'search', max, seconds: 3_600 }])
  const ask = (address: string) => {
    let counted = 0
    store.incr(address, (_error, found) => (counted = found?.current ?? 0), 3_600_000, max)
    return counted
  }
  // More IP addresses ask than the limiter can store: 1,500 others between two requests of 203.0.113.1.
  for (let turn = 0; turn < max; turn++) {
    ask('203.0.113.1')
    for (let other = 0; other < 1_500; other++) ask(`2001:db8:${turn}:${other}`)
  }
  expect(ask('203.0.113.1')).toBe(max + 1)
  expect(ask('203.0.113.2')).toBe(1)
})
