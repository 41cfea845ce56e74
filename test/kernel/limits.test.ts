import { expect, test } from 'vitest'
import { ReadLimits } from '../../src/api/limits.ts'

test('an address that keeps asking stays counted, however many others ask meanwhile', () => {
  const limits = new ReadLimits()
  const limit = { bucket: 'search', max: 120, seconds: 3600 }
  const ask = (address: string) => limits.count(limit, address)
  // Far more addresses than are stored, some of them between two requests of the busy one.
  for (let turn = 0; turn < limit.max; turn++) {
    ask('203.0.113.1')
    for (let other = 0; other < 1_500; other++) ask(`2001:db8:${turn}:${other}`)
  }
  expect(() => ask('203.0.113.1')).toThrow('Troppe richieste')
  ask('203.0.113.2')
})
