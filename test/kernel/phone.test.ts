import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { phoneLinks, readPhones } from '../../src/kernel/phone.ts'

test.each([
  ['+44 (0)7911 123456', '+447911123456', '+44 7911 123456'],
  ['+49 (0) 171 1234567', '+491711234567', '+49 171 1234567'],
  ['+33 (0)6 12 34 56 78', '+33612345678', '+33 6 12 34 56 78'],
  ['+39 (0)832 123456', '+390832123456', '+39 0832 123456'],
  ['347 1234567 / 0832 123456', '+393471234567', '+39 347 123 4567'],
  ['347 1234567, 0832 123456', '+393471234567', '+39 347 123 4567'],
  ['347 1234567 - 348 7654321', '+393471234567', '+39 347 123 4567'],
  ['+39 347 1234567 +49 171 1234567', '+393471234567', '+39 347 123 4567'],
  ['080 5555555 / 6', '+390805555555', '+39 080 555 5555'],
  ['0832 123456 int. 12', '+390832123456', '+39 0832 123456'],
  ['347 1234567 interno 7', '+393471234567', '+39 347 123 4567'],
  ['+44 20 7946 0958 ext. 12', '+442079460958', '+44 20 7946 0958'],
  ['347.123.45.67 (dopo le 18)', '+393471234567', '+39 347 123 4567'],
  ['0832 123456', '+390832123456', '+39 0832 123456'],
  ['+39 0832 123456', '+390832123456', '+39 0832 123456'],
  ['0039 333 1234567', '+393331234567', '+39 333 123 4567'],
  ['391 234 5678', '+393912345678', '+39 391 234 5678'],
  ['0832/123456', '+390832123456', '+39 0832 123456'],
  ['(+33) 6 12 34 56 78', '+33612345678', '+33 6 12 34 56 78'],
  ['0049 171 1234567', '+491711234567', '+49 171 1234567'],
  ['39 391 234 5678', '+393912345678', '+39 391 234 5678'],
  ['\u202a+39\u00a0347\u20111234567\u202c', '+393471234567', '+39 347 123 4567'],
])('%j is read as %s', (text, e164, shown) => {
  expect(readPhones(text)[0]).toMatchObject({ e164, shown })
  const { call, whatsapp } = phoneLinks(text, 'a & b')
  expect(call).toBe(`tel:${e164}`)
  expect(whatsapp).toBe(`https://wa.me/${e164.slice(1)}?text=a%20%26%20b`)
})

test.each(['', 'da chiedere', '12345', '0832 1', '1234567890123456789', '+39'])(
  '%j is no number and gets no link',
  (text) => expect(phoneLinks(text, '')).toEqual({ call: null, whatsapp: null }),
)

test('a single number in any spelling is read as libphonenumber reads it', () => {
  const digits = (length: number) =>
    fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((all) => all.join(''))
  const italian = fc.oneof(
    fc.tuple(fc.constantFrom('320', '333', '347', '389', '392'), digits(7)),
    fc.tuple(fc.constantFrom('0832', '0831', '080', '06'), digits(6)),
  )
  const prefix = fc.constantFrom('', '+39', '0039', '+39 ')
  const gap = fc.constantFrom('', ' ', '-', '.', '/')
  fc.assert(
    fc.property(italian, prefix, gap, ([start, rest], before, between) => {
      const text = `${before}${start}${between}${rest}`
      expect(readPhones(text).map(({ e164 }) => e164)).toEqual([
        parsePhoneNumberFromString(text, 'IT')?.number,
      ])
    }),
  )
})
