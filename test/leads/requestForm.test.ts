import { expect, test } from 'vitest'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import { leadFields } from '../../src/modules/leads/requests/fields.contract.ts'
import { requestKind } from '../../src/modules/leads/requests/trip.contract.ts'
import { stepOf } from '../../src/web/site/request/steps.tsx'
import { openApp } from '../app.ts'
import { dayIn } from '../given.ts'
import { newAddress } from '../newAddress.ts'

const app = await openApp({ data: 'demo' })

const person = { name: 'Anna Conte', phone: '347 1234567', email: 'anna@example.com', privacyAccepted: 'on' }
const ride = { departure: 'Aeroporto Brindisi', destination: 'Gallipoli', passengers: '3', luggage: '2' }
const when = { date: dayIn(30), time: '10:30' }

const send = (path: string, fields: Record<string, string>) =>
  app.send('POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': newAddress(),
  })

/** Returns `view` of the JSON with which React starts in the browser. */
function viewIn(html: string) {
  const [, json = '{}'] = /<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json).view
}

const newest = async (table: string) =>
  (
    await app.sql`select code, date, time, message, address from ${app.sql(table)} order by id desc limit 1`
  )[0]

test('one plain form stores a booking, an availability request or a quote request, by price, day and time', async () => {
  for (const [table, fields] of [
    ['bookings', { ...ride, ...when }],
    ['availability_requests', { ...ride, whenUnknown: '1' }],
    ['availability_requests', { ...ride, date: when.date, time: '', whenUnknown: '1' }],
    ['contacts', { ...ride, ...when, destination: 'Roma' }],
    ['contacts', { ...ride, ...when, passengers: 'Più di 8' }],
    // A ride with an estimated price is a booking too.
    ['bookings', { ...ride, ...when, departure: 'Otranto' }],
  ] as const) {
    const sent = await send('/richiesta/', { ...person, ...fields, message: 'Ciao', address: 'Via Roma 5' })
    const lead = await newest(table)
    expect(lead).toMatchObject({
      message: 'Ciao',
      address: 'Via Roma 5',
      date: 'date' in fields ? fields.date : null,
    })
    const path = sent.headers.get('location') ?? ''
    expect([sent.status, path.startsWith(`/richiesta/${lead?.code}-`)]).toEqual([303, true])
    const { text } = await app.get(path)
    const { promise, ...view } = viewIn(text)
    expect(view).toMatchObject({ kind: 'status', code: lead?.code })
    expect(promise).toMatch(/^entro (15 minuti|le \d\d:\d\d)$/)
    expect(text).toContain(`Ti ricontattiamo ${promise} al numero`)
    expect(viewIn((await app.get(path.replace('?inviata=1', ''))).text).promise).toBe('')
    for (const change of [
      { created_at: new Date(Date.now() - 2 * 3_600_000), status: 'nuova' },
      { created_at: new Date(), status: 'persa' },
    ]) {
      await app.sql`update leads set ${app.sql(change)} where code = ${lead?.code}`
      expect(viewIn((await app.get(path)).text).promise).toBe('')
    }
  }
})

test('the rule of the form: without a price a quote, with day and time a booking, otherwise a question', () => {
  for (const [hasPrice, date, time, kind] of [
    [true, '2027-01-01', '10:00', 'booking'],
    [true, '', '10:00', 'availability'],
    [true, '2027-01-01', null, 'availability'],
    [false, '2027-01-01', '10:00', 'contact'],
  ] as const)
    expect(requestKind({ hasPrice, date, time })).toBe(kind)
})

test('each field belongs to a step of the form, which opens if the server refuses the field', () => {
  const inFirst = Object.keys(leadFields).filter((name) => stepOf(name) === 0)
  expect(inFirst).toEqual(['departure', 'destination'])
})

test('day and time are required unless the visitor does not know them; all errors come together, and no value is lost', async () => {
  const count = async () => (await app.sql`select 1 from leads`).length
  const before = await count()
  const faults = async (path: string, fields: Record<string, string>) => {
    const { status, text } = await send(path, fields)
    const view = viewIn(text)
    expect([status, view.values]).toEqual([422, { ...fields, key: expect.any(String) }])
    return view.errors.map((one: { path: string }) => one.path).toSorted()
  }
  expect(await faults('/richiesta/', { ...person, ...ride })).toEqual(['date', 'time'])
  expect(
    await faults('/richiesta/', { ...person, ...ride, name: '', date: dayIn(-1), position: 'x' }),
  ).toEqual([...['date', 'name', 'position', 'time']])
  expect(await faults('/richiesta/', { ...person, ...ride, email: '', whenUnknown: '1' })).toEqual(['email'])
  const back = { returnTrip: '1', returnDate: dayIn(29) }
  expect(await faults('/richiesta/', { ...person, ...ride, ...when, ...back })).toEqual(['returnDate'])
  expect(await faults('/prenotazione/', { ...person, ...ride, ...when, date: '2020-01-01' })).toEqual([
    'date',
  ])
  expect(await faults('/contatti/', { ...person, date: '2020-01-01' })).toEqual(['date'])
  expect(await count()).toBe(before)
  // On a phone, the form opens at the earliest step with an error.
  const stepIn = async (fields: Record<string, string>) =>
    [
      ...(await send('/richiesta/', fields)).text.matchAll(/<fieldset( data-current="true")?[^>]*><legend/g),
    ].findIndex(([, isCurrent]) => isCurrent)
  expect(await stepIn({ ...person, ...ride, name: '', date: dayIn(-1), position: 'x' })).toBe(1)
  expect(await stepIn({ ...person, ...ride, ...when, email: '', passengers: '' })).toBe(2)
  expect(await stepIn({ ...person, ...ride, ...when, email: '' })).toBe(4)
  // A refused form still shows the price of its trip.
  const { text } = await send('/richiesta/', { ...person, ...ride, ...back, ...when, email: '' })
  expect(viewIn(text)).toMatchObject({
    choice: { day: when.date, party: { passengers: 3, bags: 2 }, isReturn: true },
    fare: { source: 'listed' },
  })
})

test('the plain forms of the route page and of the contacts page lead to the status page as well', async () => {
  for (const [path, fields] of [
    ['/prenotazione/', { ...person, ...ride, ...when }],
    ['/contatti/', { ...person, message: 'Ciao' }],
  ] as const) {
    const sent = await send(path, fields)
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/richiesta\/[2-9A-Z]{6}-[\w-]{22}\/\?inviata=1$/),
    ])
  }
})

test('the page of the form starts from the trip in its address, and shows its fare', async () => {
  const choice = { giorno: dayIn(30), ritorno: dayIn(37), passeggeri: '6', bagagli: '9' }
  const ends = { departure: 'Aeroporto Brindisi', destination: 'Gallipoli' }
  const viewAt = async (query: object) =>
    viewIn((await app.get(`/richiesta/?${new URLSearchParams({ ...query })}`)).text)
  const view = await viewAt({ ...ends, ...choice, bagagli: '5' })
  expect(view.values).toEqual({
    ...ends,
    date: choice.giorno,
    returnTrip: '1',
    returnDate: choice.ritorno,
    passengers: '6',
    luggage: '5',
  })
  const asked = { from: ends.departure, to: ends.destination, day: choice.giorno, passengers: '6', bags: '5' }
  const question = new URLSearchParams({ ...asked, return: 'true', returnDay: choice.ritorno })
  expect(view.fare).toEqual((await app.get<FareAnswer>(`/api/fares?${question}`)).body)
  expect(view.choice).toMatchObject({ day: choice.giorno, isReturn: true, returnDay: choice.ritorno })
  // The server renders the price, so it appears without a script too.
  const { text } = await app.get(
    `/richiesta/?${new URLSearchParams({ ...ends, passeggeri: '3', bagagli: '2' })}`,
  )
  expect(text).toMatch(/110\u00a0€<\/span>/)
  const many = await viewAt({ ...ends, ...choice })
  expect([many.values.luggage, many.fare.reason]).toEqual(['Più di 8', 'tooMany'])
  const open = await viewAt({ ...ends, ar: '1' })
  expect([open.choice.isReturn, open.values.returnTrip, open.values.returnDate]).toEqual([
    true,
    '1',
    undefined,
  ])
  expect(open.fare.roundTrip).not.toBeNull()
  expect((await viewAt(ends)).fare.roundTrip).toBeNull()
  expect((await viewAt({})).fare).toBeNull()
  const masseria = {
    departure: 'Aeroporto Brindisi',
    destination: 'Masseria Bellavista',
    destinationTown: 'Otranto',
  }
  const near = await viewAt(masseria)
  expect([near.values.destination, near.fare.source]).toEqual(['Masseria Bellavista, Otranto', 'estimated'])
  expect((await viewAt({ ...ends, destinationTown: 'gallipoli' })).values).toMatchObject(ends)
  const past = await app.get(`/richiesta/?${new URLSearchParams({ ...ends, giorno: '2020-01-01' })}`)
  expect([past.status, viewIn(past.text).choice.errors[0].path]).toEqual([422, 'giorno'])
})
