import { expect, test } from 'vitest'
import { euro } from '../../src/kernel/money.ts'
import { dayWords, shortDayWords } from '../../src/kernel/romanDay.ts'
import { italian, languageWith } from '../../src/languages/catalogs.ts'
import { promiseAt } from '../../src/modules/settings/company/sentences.contract.ts'
import { brandOf } from '../../src/web/site/parts/brand.ts'
import { pathOf, routePath } from '../../src/web/site/parts/paths.ts'
import { formatEuro } from '../../src/web/ui/money.ts'
import { withMessage } from '../../src/web/ui/phone.ts'

test.each([
  ['42.50', '42,50\u00a0€'],
  ['40', '40\u00a0€'],
  ['40.00', '40\u00a0€'],
  ['0', 'Su richiesta'],
  ['', 'Su richiesta'],
  [null, 'Su richiesta'],
])('the price %j reads %j', (price, shown) => expect(formatEuro(italian, price)).toBe(shown))

test.each([
  [1234.5, '1.234,50 €'],
  [12345, '12.345 €'],
  ['1234567.80', '1.234.567,80 €'],
  [-5, '-5 €'],
  [0, '0 €'],
])('%j euro read %j in plain text', (amount, shown) => expect(euro(italian, amount, ' ')).toBe(shown))

test.each([
  ['en', '€1,234.50', '€40', 'Thursday 15 July 2027', '15 July'],
  ['de', '1.234,50 €', '40 €', 'Donnerstag, 15. Juli 2027', '15. Juli'],
  ['fr', '1 234,50 €', '40 €', 'jeudi 15 juillet 2027', '15 juillet'],
  ['it', '1.234,50 €', '40 €', 'giovedì 15 luglio 2027', '15 luglio'],
])('%s writes prices and days as its readers do', (code, cents, whole, day, shortDay) => {
  const { t } = languageWith(code)
  expect([euro(t, '1234.5', ' '), euro(t, '40', ' ')]).toEqual([cents, whole])
  expect([dayWords(t, '2027-07-15'), shortDayWords(t, '2027-07-15')]).toEqual([day, shortDay])
})

test('a WhatsApp link takes another message, and no message without a link', () => {
  for (const link of ['https://wa.me/390832123456', 'https://wa.me/390832123456?text=Ciao'])
    expect(withMessage(link, 'Bari → Leuca & ritorno')).toBe(
      'https://wa.me/390832123456?text=Bari%20%E2%86%92%20Leuca%20%26%20ritorno',
    )
  expect(withMessage(null, 'Ciao')).toBeUndefined()
})

test('a slug links to its page with and without the prefix', () => {
  expect(routePath('lecce-otranto')).toBe('/tratte/transfer-lecce-otranto/')
  expect(routePath('transfer-lecce-otranto')).toBe('/tratte/transfer-lecce-otranto/')
})

test('a canonical address never points to another site', () => {
  expect(pathOf('https://www.example.it/tratte/transfer-a-b/')).toBe('/tratte/transfer-a-b/')
  expect(pathOf('https://www.example.it//evil.it/')).toBe('/tratte/')
  expect(pathOf('javascript:alert(1)')).toBe('/tratte/')
})

test.each([
  ['2026-12-01T04:59:00Z', '06:00', '24:00', 'entro le 06:15'],
  ['2026-12-01T05:00:00Z', '06:00', '24:00', 'entro 15 minuti'],
  ['2026-12-01T22:59:00Z', '06:00', '24:00', 'entro 15 minuti'],
  ['2026-12-01T23:00:00Z', '06:00', '24:00', 'entro le 06:15'],
  ['2026-07-01T18:30:00Z', '08:30', '20:30', 'entro le 08:45'],
  ['2026-07-01T03:00:00Z', '00:00', '24:00', 'entro 15 minuti'],
])('at %s an office open from %s to %s promises an answer %s', (now, from, to, promise) =>
  expect(promiseAt(italian, new Date(now), { openingFrom: from, openingTo: to })).toBe(promise),
)

test.each([
  ['Salento Transfer', 'Salento Transfer'],
  ['Salento Transfer Società Cooperativa', 'Salento Transfer'],
  ['Rossi Autonoleggio S.r.l.', 'Rossi Autonoleggio'],
  ['NCC Leuca s.a.s. di Mario Rossi', 'NCC Leuca'],
  ['Sole Spa', 'Sole'],
  ['Spazio Salento', 'Spazio Salento'],
  ['S.r.l.', 'S.r.l.'],
])('the company %j is shown as %j beside its logo', (name, brand) => expect(brandOf(name)).toBe(brand))
