import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { expect, test } from 'vitest'
import { formatEuro } from '../ui/money.ts'
import { pathOf, routePath } from './paths.ts'
import { telLink, whatsAppLink } from './phone.ts'

test.each([
  ['42.50', '42,50\u00a0€'],
  ['40', '40\u00a0€'],
  ['40.00', '40\u00a0€'],
  ['0', 'Su richiesta'],
  ['', 'Su richiesta'],
  [null, 'Su richiesta'],
])('the price %j reads %j', (price, shown) => expect(formatEuro(price)).toBe(shown))

test.each([
  ['0832 123456', 'tel:+390832123456'],
  ['+39 0832 123456', 'tel:+390832123456'],
  ['0039 333 1234567', 'tel:+393331234567'],
  ['333.123.4567', 'tel:+393331234567'],
  ['391 234 5678', 'tel:+393912345678'],
  ['39 391 234 5678', 'tel:+393912345678'],
  ['+44 20 7946 0958', 'tel:+442079460958'],
])('the number %j is dialled as %j, which is what libphonenumber says', (phone, link) => {
  expect(telLink(phone)).toBe(link)
  const isPrefixed = /^(\+|00)/.test(phone)
  const known = parsePhoneNumberFromString(phone.replace(/^00/, '+'), isPrefixed ? undefined : 'IT')
  expect(link).toBe(`tel:${known?.number}`)
})

test('a WhatsApp link holds the number without plus and the message as written', () => {
  expect(whatsAppLink('0832 123456', 'Bari → Leuca & ritorno')).toBe(
    'https://wa.me/390832123456?text=Bari%20%E2%86%92%20Leuca%20%26%20ritorno',
  )
})

test('a slug leads to its page with and without the prefix', () => {
  expect(routePath('lecce-otranto')).toBe('/tratte/transfer-lecce-otranto/')
  expect(routePath('transfer-lecce-otranto')).toBe('/tratte/transfer-lecce-otranto/')
})

test('a canonical address never leads to another site', () => {
  expect(pathOf('https://www.example.it/tratte/transfer-a-b/')).toBe('/tratte/transfer-a-b/')
  expect(pathOf('https://www.example.it//evil.it/')).toBe('/tratte/')
  expect(pathOf('javascript:alert(1)')).toBe('/tratte/')
})
