import { expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { configureMail, configureOffice, openMailbox } from '../mailbox.ts'
import { newAddress } from '../newAddress.ts'
import { giveTrip } from '../rides.ts'

const app = await openApp({ data: 'demo' })
const staff = await app.logIn()
const { sql } = app

/** Numbers as customers and staff write them, with the number that a phone must dial; null for no link. */
const written: [string, string | null][] = [
  ['+44 (0)7911 123456', '447911123456'],
  ['+49 (0) 171 1234567', '491711234567'],
  ['+33 (0)6 12 34 56 78', '33612345678'],
  ['+39 (0)832 123456', '390832123456'],
  ['347 1234567 / 0832 123456', '393471234567'],
  ['0832 123456 int. 12', '390832123456'],
  ['347.123.45.67 (dopo le 18)', '393471234567'],
  ['0832 1', null],
]

const linksTo = (dialled: string | null) => ({
  call: dialled && `tel:+${dialled}`,
  whatsapp: dialled && expect.stringMatching(new RegExp(`^https://wa\\.me/${dialled}(\\?|$)`)),
})

let count = 0

/** Stores a lead and a driver with the number, and their trip in an hour. */
async function tripOf(phone: string) {
  count += 1
  const headers = await app.logIn({ role: 'autista' })
  const adminUserId = (await app.get('/api/admin/session', headers)).body.adminUser.id
  const lead = await given.lead(app, 'booking', {
    name: `Anna ${count}`,
    phone,
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    date: dayIn(1),
    time: '14:30',
    email: `anna${count}@example.com`,
  })
  const [driver] = await sql`
    insert into drivers (name, phone, admin_user_id) values (${`Ugo ${count}`}, ${phone}, ${adminUserId}) returning id`
  const [trip] = await sql`
    with van as (insert into vehicles (plate, kind, seats, bags) values (${`GG${100 + count}HH`}, 'minivan', 8, 8) returning id)
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, state, vehicle_id, driver_id)
    select 'Aeroporto Brindisi', 'Gallipoli', now() + interval '1 hour', now() + interval '2 hours', 2, 1, 'assigned', id,
      ${driver?.id} from van returning id`
  await giveTrip(sql, lead.id, Number(trip?.id))
  await sql`update leads set status = 'confermata', email = null where kind = 'booking' and id = ${lead.id}`
  return { headers, lead, driverId: driver?.id as number }
}

test('every page dials the same number: inbox, customer, dashboard, driver, fleet and the guest’s page', async () => {
  for (const [phone, dialled] of written) {
    const { headers, lead, driverId } = await tripOf(phone)
    const wanted = linksTo(dialled)
    const read = async (path: string, by = staff) => (await app.get(path, by)).body
    expect([phone, (await read(`/api/admin/leads/booking/${lead.id}`)).links]).toMatchObject([phone, wanted])
    expect((await read(`/api/admin/leads/booking/${lead.id}/customer`)).phones).toContainEqual({
      phone,
      call: wanted.call,
    })
    expect((await read('/api/driver/trips', headers)).items[0].guests).toMatchObject([{ phone, ...wanted }])
    expect(await read(`/api/admin/drivers/${driverId}`)).toMatchObject({ phone, ...wanted })
    const { untold } = await read('/api/admin/today')
    expect(untold.find(({ leadId }: { leadId: number }) => leadId === lead.id)).toMatchObject({
      phone,
      ...wanted,
    })
    const { text } = await app.get(lead.statusPath)
    const links = [...text.matchAll(/tel:[^"]+/g)].map(([link]) => link)
    expect([phone, links.includes(wanted.call ?? ''), text.includes(`Ugo ${count}`)]).toEqual([
      phone,
      dialled !== null,
      true,
    ])
    // Everything else on the page dials the company.
    expect([...new Set(links)].filter((link) => link !== wanted.call)).toEqual(['tel:+390832000000'])
  }
})

test('the mail about a wish of the customer dials the first number, or none if it cannot be read', async () => {
  await using mailbox = await openMailbox()
  await configureMail(app, mailbox)
  await configureOffice(app)
  for (const [phone, dialled] of written) {
    const { statusPath } = await given.lead(app, 'booking', { phone, date: dayIn(1), time: '14:30' })
    const wish = { text: `Numero ${phone}` }
    const from = { 'x-forwarded-for': newAddress() }
    expect((await app.post(`/api/requests/${statusPath.split('/').at(-2)}/changes`, wish, from)).status).toBe(
      200,
    )
    await app.drain()
    const mails = mailbox.to('uno@office.example').map(({ text }) => text)
    const text = mails.find((one) => one.includes(`«${wish.text}»`)) ?? ''
    expect([phone, text.match(/tel:.*/)?.[0] ?? null]).toEqual([phone, linksTo(dialled).call])
    expect(text).toContain(`Cliente: ${phone}`)
  }
})

test('the site dials the number of the company, which staff cannot save unreadable; an old one is shown without a link', async () => {
  const { body: company } = await app.get('/api/admin/company-settings', staff)
  const save = (phone: string) =>
    app.send('PUT', '/api/admin/company-settings', { ...company, phone, updatedAt: undefined }, staff)
  expect((await save('da chiedere')).body.errors).toEqual([
    { path: 'phone', message: 'Inserisci un numero di telefono valido' },
  ])
  const phone = '0832 123456 int. 12 / 347 1234567'
  expect((await save(phone)).status).toBe(200)
  const links = async () => [
    ...new Set((await app.get('/contatti/')).text.match(/(?<=href=")(?:tel:|https:\/\/wa\.me\/)[^"?]*/g)),
  ]
  await expect.poll(links).toEqual(['tel:+390832123456', 'https://wa.me/390832123456'])
  await sql`update company_settings set phone = 'da chiedere', whatsapp_phone = null`
  await expect.poll(links).toEqual([])
  expect((await app.get('/contatti/')).text).toContain('da chiedere')
})
