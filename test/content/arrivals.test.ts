import { expect, test } from 'vitest'
import { type App, eventually, startApp } from '../app.ts'
import { given } from '../given.ts'
import { asStaff } from '../mailbox.ts'

const route = '/tratte/transfer-aeroporto-brindisi-gallipoli/'

const mainOf = async (app: App, path: string) =>
  ((await app.get(path)).text.match(/<main[\s\S]*<\/main>/)?.[0] ?? '')
    .replaceAll(/<(?!a |h2)[^>]+>/g, ' ')
    .replaceAll(/[\s\u00a0]+/g, ' ')

test('a route from a terminal says where and when the driver waits, and staff change the words in the form of the place', async () => {
  await using app = await startApp({ data: 'demo' })
  const before = await mainOf(app, route)
  for (const words of [
    'All’arrivo: Aeroporto Brindisi',
    'Dove ti aspettiamo',
    'Ti aspettiamo nella sala arrivi, dopo il ritiro bagagli, con un cartello con il tuo nome.',
    '15 minuti di attesa compresi, dall’atterraggio del volo .',
    'Seguiamo voli e treni con il numero che ci dai',
    'Viaggiamo anche di notte',
    'Resta al punto d’incontro e chiama',
    'rispondiamo a ogni ora',
    'href="https://www.google.com/maps/search/?api=1&amp;query=Aeroporto+Brindisi%2C+Puglia"',
    'Ti aspetta nella sala arrivi, dopo il ritiro bagagli, con un cartello con il tuo nome.',
  ])
    expect(before).toContain(words)

  const staff = await app.logIn({ isSuperAdmin: false })
  const [{ id }] = await app.sql<[{ id: number }]>`select id from locations where name = 'Aeroporto Brindisi'`
  const { body: place } = await app.get(`/api/admin/locations/${id}`, staff)
  const form = { ...place, meetingPoint: 'davanti al bar degli arrivi, con un cartello blu.' }
  expect((await app.send('PUT', `/api/admin/locations/${id}`, form, staff)).status).toBe(200)
  await eventually(async () =>
    expect(await mainOf(app, route)).toContain(
      'Ti aspettiamo davanti al bar degli arrivi, con un cartello blu.',
    ),
  )
  const after = await mainOf(app, route)
  expect(after).toContain('Ti aspetta davanti al bar degli arrivi, con un cartello blu. 15 minuti')
  expect(after).not.toContain('nella sala arrivi')
  const tooLong = await app.send(
    'PUT',
    `/api/admin/locations/${id}`,
    { ...form, meetingPoint: 'x'.repeat(301) },
    staff,
  )
  expect([tooLong.status, tooLong.body.errors[0].path]).toEqual([422, 'meetingPoint'])
})

test('a route to a terminal shows when to leave; a route between towns does not', async () => {
  await using app = await startApp({ data: 'demo' })
  await given.route(app)
  const back = '/tratte/transfer-gallipoli-aeroporto-brindisi/'
  const main = await eventually(async () => {
    const main = await mainOf(app, back)
    expect(main).toContain('Per partire da Aeroporto Brindisi')
    return main
  })
  expect(main).toContain('in aeroporto almeno 2 ore prima del volo')
  expect(main).toContain('15 minuti di attesa compresi, dall’ora concordata')
  expect(main).not.toContain('All’arrivo:')
  await app.sql`update locations set location_type = 'Città' where name = 'Aeroporto Brindisi'`
  await eventually(async () => expect(await mainOf(app, back)).not.toContain('Per partire da'))
  expect(await mainOf(app, route)).not.toContain('All’arrivo:')
})

test('a station counts from the train, and a night without rides or phone is stated', async () => {
  await using app = await startApp({ data: 'demo' })
  const [{ slug }] = await app.sql<[{ slug: string }]>`
    select slug from route_prices join locations l on l.id = departure_location_id
    where l.name = 'Stazione Lecce' and is_active order by route_prices.id limit 1`
  await asStaff(app, 'PUT /api/admin/company-settings', {
    companyName: 'Salento Transfer',
    vatNumber: '01234567890',
    phone: '+39 0832 123456',
    email: 'info@salento.example',
    leadsEmail: 'richieste@salento.example',
    isPhoneAlwaysOn: false,
    hasNightRides: false,
  })
  await eventually(async () => {
    const main = await mainOf(app, `/tratte/transfer-${slug}/`)
    expect(main).toContain('Ti aspettiamo all’uscita principale della stazione')
    expect(main).toContain('15 minuti di attesa compresi, dall’arrivo del treno')
    expect(main).toContain('Le corse notturne si concordano prima')
    expect(main).toContain('rispondiamo dalle 06:00 alle 24:00')
  })
})
