import { expect, test } from 'vitest'
import { clockOf, romanDay } from '../../../src/kernel/romanDay.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { dayIn, given } from '../../given.ts'
import { openMobileNetwork } from '../../mobileNetwork.ts'
import { openPanel } from '../../panel.ts'
import { giveTrip } from '../../rides.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })
const { sql } = app

/** Stores an assigned trip with one customer. The pick-up is `hours` hours from now. */
async function newTrip(driverId: number, name: string, hours: number): Promise<number> {
  const { id: leadId } = await given.lead(app, 'booking', {
    name,
    phone: '+39 347 7654321',
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    date: dayIn(1),
    time: '14:30',
  })
  const [{ id }] = await sql<[{ id: number }]>`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, state, vehicle_id, driver_id)
    select 'Aeroporto Brindisi', 'Gallipoli', now() + make_interval(hours => ${hours}),
      now() + make_interval(hours => ${hours}, mins => 30), 2, 1, 'assigned', id, ${driverId}
    from vehicles limit 1 returning id`
  await giveTrip(sql, leadId, id)
  return id
}

test('a driver enters by a link, and every tap made without a network arrives once and in order', async () => {
  await sql`insert into vehicles (plate, kind, seats, bags) values ('GG123HH', 'minivan', 8, 8)`
  const account = await app.addStaff('ugo', { role: 'autista' })
  const [driver, colleague] = await sql<{ id: number }[]>`
    insert into drivers (name, phone, admin_user_id)
    values ('Ugo Verdi', '347 1234567', ${account}), ('Ada Blu', '347 7654321', null) returning id`
  const [driverId, colleagueId] = [driver?.id ?? 0, colleague?.id ?? 0]
  const trip = await newTrip(driverId, 'Maximiliane Oberhuber-Schwarzenbach', 1)
  const lost = await newTrip(driverId, 'Ken Li', 3)

  const office = await openPanel(app, browser, { role: 'operatore' })
  await office.goto('/admin/autisti/')
  await office.getByRole('button', { name: 'Link per il telefono di Ugo Verdi' }).click()
  const making = office.getByRole('dialog', { name: 'Link per il telefono di Ugo Verdi' })
  await making.getByRole('button', { name: 'Crea il link' }).click()
  const link = await making.getByText('/admin/entra/#').first().textContent()
  await making.getByRole('link', { name: 'Manda con WhatsApp' }).waitFor()
  expect(await axeProblems(office)).toEqual([])

  await using network = await openMobileNetwork()
  const phone = await browser.page({
    baseURL: app.origin,
    serviceWorkers: 'allow',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    proxy: { server: network.url },
  })
  await phone.goto(`/admin/entra/${link?.slice(link.indexOf('#'))}`)
  await phone.getByRole('button', { name: 'Entra', exact: true }).click()
  await phone.getByRole('heading', { name: 'I Miei Viaggi' }).waitFor()
  const card = (name: string) => phone.getByRole('article').filter({ hasText: name })
  const [own, other] = [card('Maximiliane'), card('Ken Li')]
  await own.getByRole('link', { name: 'Chiama' }).waitFor()
  await expect
    .poll(() => own.getByRole('link', { name: 'WhatsApp' }).getAttribute('href'))
    .toMatch(/^https:\/\/wa\.me\/393477654321/)
  await expect.poll(() => phone.getByRole('navigation').count()).toBe(0)
  expect(await axeProblems(phone)).toEqual([])
  const small = await phone
    .locator('main :is(a, button)')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 48).map((one) => one.textContent),
    )
  expect(small).toEqual([])

  await own.getByRole('button', { name: 'Cartello' }).click()
  const sign = phone.getByRole('dialog', { name: /^Cartello: Maximiliane/ })
  const word = sign.getByText('Oberhuber')
  await expect
    .poll(() => word.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
    .toBeGreaterThan(50)
  const box = await word.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844).toBe(true)
  await sign.getByRole('button').press('Enter')
  await sign.waitFor({ state: 'detached' })

  await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => phone.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const kept = () => phone.evaluate(async () => (await (await caches.open('driver-page')).keys()).length)
  await expect.poll(kept).toBeGreaterThan(3)
  network.isOff = true
  await phone.context().setOffline(true)
  await phone.goto('/admin/')
  await phone.getByText('Senza rete.').waitFor()
  await own.getByRole('button', { name: 'In viaggio' }).click()
  const asked = (name: string) => phone.getByRole('dialog', { name })
  await asked('In viaggio').getByLabel('Chilometri').fill('1000')
  await asked('In viaggio').getByRole('button', { name: 'In viaggio' }).click()
  await own.getByRole('button', { name: 'Sul posto' }).click()
  await own.getByRole('button', { name: 'A bordo' }).click()
  await phone.getByText('3 da inviare').waitFor()
  await phone.reload()
  await own.getByRole('button', { name: 'Arrivato' }).click()
  const arrived = asked('Arrivato')
  await arrived.getByLabel('Chilometri').fill('990')
  await arrived.getByRole('button', { name: 'Arrivato' }).click()
  await arrived.getByText(/^Sono meno di quelli alla partenza \(1000\)/).waitFor()
  await arrived.getByLabel('Chilometri').fill('1.042')
  await arrived.getByRole('button', { name: 'Arrivato' }).click()
  await own.getByText('concluso').waitFor()
  await other.getByRole('button', { name: 'In viaggio' }).click()
  await asked('In viaggio').getByLabel('Chilometri').fill('1042')
  await asked('In viaggio').getByRole('button', { name: 'In viaggio' }).click()
  await other.getByRole('button', { name: 'Sul posto' }).click()
  await phone.getByText('6 da inviare').waitFor()
  expect(await axeProblems(phone)).toEqual([])

  await phone.getByRole('button', { name: 'Esci' }).click()
  const leaving = phone.getByRole('dialog', { name: 'Uscire con 6 da inviare?' })
  await leaving.getByText('si inviano quando rientri').waitFor()
  await leaving.getByRole('button', { name: 'Annulla' }).click()
  const rows = () => sql`select event, km from driver_events where trip_id = ${trip} order by id`
  expect(await rows()).toEqual([])
  await sql`update trips set driver_id = ${colleagueId} where id = ${lost}`

  // The first call fails only after the network is back and the browser has sent its event, and the second fails too.
  const reports = '**/api/driver/trips/*/events'
  const calls: number[] = []
  phone.on('request', (request) => {
    if (request.url().endsWith('/events') && request.method() === 'POST') calls.push(Date.now())
  })
  await phone.route(
    reports,
    async (route) => {
      if (calls.length === 1) await phone.evaluate(() => dispatchEvent(new Event('online')))
      await route.abort('internetdisconnected')
    },
    { times: 2 },
  )
  network.isOff = false
  await phone.context().setOffline(false)
  await expect.poll(rows).toEqual([
    { event: 'started', km: 1000 },
    { event: 'onSite', km: null },
    { event: 'aboard', km: null },
    { event: 'finished', km: 1042 },
  ])
  // The page reads the trips each 30 s. It sends reports again after 3 s, also on a busy machine in less than 30 s.
  const [, second = 0, third = Number.POSITIVE_INFINITY] = calls
  expect(third - second).toBeLessThan(30_000)
  // The trip is no longer in the list, so the refusal names it, once for both reports.
  const [{ pickupAt: lostAt }] = await sql<
    [{ pickupAt: Date }]
  >`select pickup_at from trips where id = ${lost}`
  const refusal = phone.getByRole('alert')
  // Late in the evening the trip is tomorrow's, and the refusal names its day too.
  await refusal
    .getByText(new RegExp(`^Viaggio delle ${clockOf(lostAt)}( di .+)?: 2 non registrati$`))
    .waitFor()
  await refusal.getByText(/^\d\d:\d\d «In viaggio», km 1042$/).waitFor()
  await refusal.getByText(/^\d\d:\d\d «Sul posto»$/).waitFor()
  await expect.poll(() => refusal.getByText('Questo viaggio non è tra i tuoi.').count()).toBe(1)
  await refusal.getByText('chiama l’ufficio').waitFor()
  await phone.getByText('da inviare').first().waitFor({ state: 'detached' })

  await phone.route('**/api/driver/trips', (route) => route.fulfill({ status: 503, body: '{}' }))
  await phone.evaluate(() => dispatchEvent(new Event('online')))
  await phone.getByText('Il server non risponde. Vedi i viaggi come erano alle').waitFor()
  await phone.unroute('**/api/driver/trips')
  const answers = [
    { status: 429, contentType: 'application/problem+json', body: '{"detail":"Troppe richieste."}' },
    { status: 407, contentType: 'text/html', body: '<h1>Accesso al Wi-Fi</h1>' },
  ]
  for (const [index, text] of ['Troppe richieste.', 'Il server non risponde.'].entries()) {
    await phone.route('**/api/driver/trips', (route) => route.fulfill(answers[index]), { times: 1 })
    await phone.evaluate(() => dispatchEvent(new Event('online')))
    await phone.getByText(`${text} Vedi i viaggi come erano alle`).waitFor()
  }
  await phone.evaluate(() => dispatchEvent(new Event('online')))
  await phone.getByText('Vedi i viaggi come erano alle').waitFor({ state: 'detached' })
  await refusal.getByRole('button', { name: 'Ho capito' }).click()
  await refusal.waitFor({ state: 'detached' })
  await other.waitFor({ state: 'detached' })
  // The trip that a colleague drives now is reported as gone, too.
  const changes = phone.getByRole('status').filter({ hasText: 'Ho capito' })
  await changes.getByText('non è più tra i tuoi di oggi e domani').waitFor()
  await changes.getByRole('button', { name: 'Ho capito' }).click()
  await changes.waitFor({ state: 'detached' })
  const moving = await newTrip(driverId, 'Lia Sole', 5)
  const readAgain = () => phone.evaluate(() => dispatchEvent(new Event('online')))
  await readAgain()
  await card('Lia Sole').waitFor()
  await sql`
    update trips set pickup_at = pickup_at + interval '10 minutes', ends_at = ends_at + interval '10 minutes'
    where id = ${moving}`
  await readAgain()
  await changes.getByText(/^Viaggio delle \d\d:\d\d.*: è cambiato$/).waitFor()
  const [{ movedTo }] = await sql<[{ movedTo: Date }]>`
    select pickup_at as moved_to from trips where id = ${moving}`
  await changes.getByText(`Adesso: ${clockOf(movedTo)}`).waitFor()
  expect(await axeProblems(phone)).toEqual([])
  await sql`update trips set state = 'cancelled', driver_id = null, vehicle_id = null where id = ${moving}`
  await readAgain()
  await card('Lia Sole').waitFor({ state: 'detached' })
  await changes
    .getByText('È annullato, spostato o dato a un collega. Se hai dubbi chiama l’ufficio.')
    .waitFor()
  await phone.reload()
  await changes.getByRole('button', { name: 'Ho capito' }).click()
  await changes.waitFor({ state: 'detached' })
  await phone.reload()
  await phone.getByRole('heading', { name: 'I Miei Viaggi' }).waitFor()
  await readAgain()
  await expect.poll(() => changes.count()).toBe(0)

  const [sent] = await sql`select count(*) as sent from outbox where type like 'trips:%'`
  expect(sent).toEqual({ sent: 4 })

  const [{ pickupAt }] = await sql<[{ pickupAt: Date }]>`select pickup_at from trips where id = ${trip}`
  await office.goto(`/admin/calendario/?vista=elenco&giorno=${romanDay(pickupAt)}`)
  const events = office.getByRole('list', { name: 'Eventi dell’autista' }).first()
  await events.getByText(/^Arrivato .*, km 1042/).waitFor()

  await phone.getByRole('button', { name: 'Esci' }).click()
  await phone.getByLabel('Username').waitFor()
  await expect.poll(() => phone.evaluate(() => caches.keys())).toEqual([])
  await expect.poll(() => phone.evaluate(() => JSON.stringify(localStorage))).not.toContain('Maximiliane')
})

test('a page of the panel that began without the service worker asks for it and gets it', async () => {
  const page = await browser.page({ baseURL: app.origin, serviceWorkers: 'allow' })
  await page.goto('/admin/login/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // Loads the page past the service worker, as happens to a page that begins while the service worker starts.
  const browserProtocol = await page.context().newCDPSession(page)
  await browserProtocol.send('Page.reload', { ignoreCache: true })
  await page.waitForLoadState()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
})
