import { expect, test } from 'vitest'
import { deviceOf } from '../../src/web/admin/settings/staff/deviceOf.ts'

test.each([
  ['(Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36', 'Chrome su Android'],
  [
    '(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge su Windows',
  ],
  ['(X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 OPR/124.0', 'Opera su Linux'],
  [
    '(iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1 CriOS/142.0 Safari/604.1',
    'Chrome su iPhone',
  ],
  ['(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/26.1 Safari/605.1', 'Safari su Mac OS'],
  ['(X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox su Linux'],
])('a session with %s is shown as %s', (text, shown) => {
  expect(deviceOf(`Mozilla/5.0 ${text}`)).toBe(shown)
})

test('a session of a program is shown as such', () => {
  expect([deviceOf(null), deviceOf('curl/8.5')]).toEqual(['Programma', 'Programma'])
})
