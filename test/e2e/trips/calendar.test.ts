import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { dayAfter, romanMoment, weekdayOf } from '../../../src/kernel/romanDay.ts'
import { showClock, showDay, showFullDay } from '../../../src/web/admin/kit/format.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { dayIn, given } from '../../given.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })
const staff = await app.logIn({ role: 'operatore' })
const day = dayIn(20)

const post = async (path: string, body: object): Promise<{ id: number }> => {
  const reply = await app.post<{ id: number }>(`/api/admin/${path}`, body, staff)
  expect(reply.status, path).toBe(201)
  return reply.body
}
await post('vehicles', { plate: 'AA111AA', kind: 'berlina', seats: 3, bags: 3 })
await post('vehicles', { plate: 'BB222BB', kind: 'minivan', seats: 8, bags: 8 })
await post('drivers', { name: 'Ugo Verdi', phone: '347 1234567' })

async function confirmedLead(name: string, form: object): Promise<number> {
  const lead = await given.lead(app, 'booking', {
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    passengers: '2',
    date: day,
    name,
    ...form,
  })
  await app.send('PATCH', `/api/admin/bookings/${lead.id}`, { status: 'confermata' }, staff)
  await app.drain()
  return lead.id
}

const tripOf = async (leadId: number) => {
  const [row] = await app.sql`
    select trips.state, plate, drivers.name as driver, trips.pickup_at
    from trips join rides on trip_id = trips.id
      left join vehicles on vehicles.id = vehicle_id left join drivers on drivers.id = driver_id
    where lead_id = ${leadId}`
  return row
}

const region = (page: Page, name: string) => page.getByRole('region', { name })
/** Presses «Annulla» in the toast with this title. The toast of an earlier act may still be visible. */
async function undo(page: Page, title: string): Promise<void> {
  const toast = page.locator('[aria-live="polite"]').filter({ hasText: title })
  await toast.getByRole('button', { name: 'Annulla', exact: true }).click()
}

test('a trip is assigned by keyboard and by drag, moved after a question, and each act is undone', async () => {
  const anna = await confirmedLead('Anna Rossi', { time: '10:00', phone: '347 1000001' })
  const bruno = await confirmedLead('Bruno Conte', { time: '15:00', phone: '347 1000002', passengers: '5' })
  await given.lead(app, 'request', {
    name: 'Carla Blu',
    date: day,
    time: '12:00',
    phone: '347 1000003',
    passengers: '1',
  })
  await confirmedLead('Dina Neri', { time: 'mattina', phone: '347 1000004' })
  const page = await openPanel(app, browser, { viewport: { width: 1440, height: 1000 } })
  await page.goto(`/admin/calendario/?giorno=${day}`)
  const waiting = region(page, 'Da assegnare')
  await waiting.getByRole('button', { name: /Anna Rossi/ }).waitFor()
  await region(page, 'Da confermare')
    .getByRole('button', { name: /Carla Blu.* 1 passeggero/ })
    .waitFor()
  await region(page, 'Confermate, ancora senza viaggio')
    .getByRole('button', { name: /Dina Neri/ })
    .waitFor()
  expect(await axeProblems(page)).toEqual([])

  // Enter chooses the trip and focuses the first vehicle that can take the trip; Enter again assigns that vehicle.
  await waiting.getByRole('button', { name: /Anna Rossi/ }).press('Enter')
  const panel = region(page, '10:00, da Aeroporto Brindisi a Gallipoli')
  await expect.poll(() => panel.getByRole('button', { name: 'AA111AA' }).evaluate(isFocused)).toBe(true)
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect
    .poll(() => tripOf(anna))
    .toMatchObject({ state: 'assigned', plate: 'AA111AA', driver: 'Ugo Verdi' })
  await undo(page, 'Viaggio assegnato')
  await expect.poll(() => tripOf(anna)).toMatchObject({ state: 'planned', plate: null })
  await panel.getByRole('button', { name: 'Chiudi' }).click()
  // The returning card moves the cards below it, which would slip away from under the mouse.
  await waiting.getByRole('button', { name: /Anna Rossi/ }).waitFor()

  // Before the drop, the column of the small car shows that the car has too few seats. The drop assigns nothing.
  const grid = region(page, 'Viaggi assegnati')
  const slot = (plate: string) => grid.getByRole('button', { name: new RegExp(`^Nuovo viaggio, ${plate}`) })
  const drag = async (name: RegExp, plate: string, { drop = true } = {}) => {
    const card = waiting.getByRole('button', { name })
    await card.waitFor()
    const [from, to] = [await card.boundingBox(), await slot(plate).boundingBox()]
    const seen = await grid.boundingBox()
    if (!from || !to || !seen) throw new Error('nothing to drag')
    await page.mouse.move(from.x + 20, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, seen.y + seen.height / 2, { steps: 5 })
    if (drop) await page.mouse.up()
  }
  await drag(/Bruno Conte/, 'AA111AA', { drop: false })
  await page.getByText('Il veicolo AA111AA ha 3 posti per 5 passeggeri.').first().waitFor()
  await page.mouse.up()
  await expect.poll(() => tripOf(bruno)).toMatchObject({ state: 'planned' })
  await drag(/Bruno Conte/, 'BB222BB')
  await expect.poll(() => tripOf(bruno)).toMatchObject({ state: 'assigned', plate: 'BB222BB' })
  await undo(page, 'Viaggio assegnato')
  await expect.poll(() => tripOf(bruno)).toMatchObject({ state: 'planned' })
  await drag(/Bruno Conte/, 'BB222BB')
  await expect.poll(() => tripOf(bruno)).toMatchObject({ state: 'assigned' })

  const card = grid.getByRole('button', { name: /Bruno Conte/ })
  await expect.poll(() => card.getAttribute('title')).toBe('Aeroporto Brindisi → Gallipoli, Bruno Conte')
  const box = await card.boundingBox()
  if (!box) throw new Error('no card')
  await page.mouse.move(box.x + 20, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + 8 - 48, { steps: 5 })
  await page.mouse.up()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/Dalle 15:00 alle 14:00/).waitFor()
  await dialog.getByRole('button', { name: 'Sposta' }).click()
  await expect.poll(async () => (await tripOf(bruno))?.pickupAt).toEqual(romanMoment(day, '14:00'))
  await undo(page, 'Viaggio spostato')
  await expect.poll(async () => (await tripOf(bruno))?.pickupAt).toEqual(romanMoment(day, '15:00'))
  await page.getByRole('button', { name: 'Settimana' }).click()
  await card.waitFor()
  expect(await axeProblems(page)).toEqual([])

  // On a Monday the day before is in another week.
  const other = dayAfter(day, weekdayOf(day) === 1 ? 1 : -1)
  const otherLane = page.getByRole('button', { name: `Nuovo viaggio, BB222BB, ${showFullDay(other)}` })
  await otherLane.scrollIntoViewIfNeeded()
  const [from, to] = [await card.boundingBox(), await otherLane.boundingBox()]
  if (!from || !to) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, from.y + 8, { steps: 5 })
  await page.mouse.up()
  await dialog.getByText(`Da ${showFullDay(day)}, 15:00, a ${showFullDay(other)}, 15:00.`).waitFor()
  await dialog.getByRole('button', { name: 'Sposta' }).click()
  await expect.poll(async () => (await tripOf(bruno))?.pickupAt).toEqual(romanMoment(other, '15:00'))
  await page.getByText(`${showDay(other)}, 15:00`).waitFor()
  await undo(page, 'Viaggio spostato')
  await expect.poll(async () => (await tripOf(bruno))?.pickupAt).toEqual(romanMoment(day, '15:00'))
})

const isFocused = (element: Element) => element === document.activeElement

test('a dropped trip that was cancelled meanwhile stays cancelled, and a moved customer without email stands in Oggi', async () => {
  const date = dayIn(24)
  const lead = await confirmedLead('Elsa Verri', { date, time: '10:00', phone: '347 1000009' })
  const [trip] = await app.sql<[{ id: number }]>`select trip_id as id from rides where lead_id = ${lead}`
  const [fleet] = await app.sql<[{ vehicleId: number; driverId: number }]>`
    select vehicles.id as vehicle_id, drivers.id as driver_id from vehicles, drivers where plate = 'AA111AA' limit 1`
  const change = (form: object) => app.send('PATCH', `/api/admin/trips/${trip.id}`, form, staff)
  const assign = () => app.post(`/api/admin/trips/${trip.id}/assign`, fleet, staff)
  expect((await assign()).status).toBe(200)
  const page = await openPanel(app, browser, { viewport: { width: 1440, height: 1000 } })
  await page.goto(`/admin/calendario/?giorno=${date}`)
  const card = region(page, 'Viaggi assegnati').getByRole('button', { name: /Elsa Verri/ })
  const update = page.getByRole('button', { name: 'Aggiorna il calendario' })
  /** Waits for the card to come or go. Changes by others may wait for a press, because the calendar is in use. */
  const waitForCard = (isThere: boolean) =>
    expect
      .poll(async () => {
        if (await update.isVisible()) await update.click()
        return card.isVisible()
      })
      .toBe(isThere)
  const grab = async () => {
    await card.waitFor()
    const box = await card.boundingBox()
    if (!box) throw new Error('no card')
    await page.mouse.move(box.x + 20, box.y + 8)
    await page.mouse.down()
    return box
  }

  await grab()
  const waiting = await region(page, 'Da assegnare').boundingBox()
  if (!waiting) throw new Error('no list')
  await page.mouse.move(waiting.x + 40, waiting.y + 8, { steps: 5 })
  expect((await change({ state: 'cancelled' })).status).toBe(200)
  await page.mouse.up()
  await page.getByText('Il viaggio è cambiato nel frattempo: guarda com’è ora e riprova.').waitFor()
  expect(await tripOf(lead)).toMatchObject({ state: 'cancelled' })
  await waitForCard(false)

  await change({ state: 'planned' })
  expect((await assign()).status).toBe(200)
  await waitForCard(true)
  const box = await grab()
  await page.mouse.move(box.x + 20, box.y + 8 - 48, { steps: 5 })
  await page.mouse.up()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/Al cliente non arrivano email: chiamalo/).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Sposta' }).click()
  await expect.poll(async () => (await tripOf(lead))?.pickupAt).toEqual(romanMoment(date, '09:00'))

  await page.goto('/admin/')
  const untold = page.getByRole('region', { name: 'Da avvisare a voce o con WhatsApp' })
  await untold.getByText('Un cliente non sa che la sua corsa è cambiata').waitFor()
  await untold.getByText('spostato').waitFor()
  await untold.getByText('Testo da dire').click()
  await untold.getByText(/Il tuo transfer è cambiato/).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await untold.getByRole('button', { name: /^Avvisato/ }).click()
  await untold.waitFor({ state: 'detached' })
  expect(browser.problems().filter((one) => !/409/.test(one))).toEqual([])
})

test('on a phone the day is a list, and a trip is assigned with two presses', async () => {
  const lead = await confirmedLead('Dora Neri', {
    date: dayIn(22),
    time: '10:00',
    phone: '347 1000004',
    flightOrTrain: 'FR 1234',
  })
  const page = await openPanel(app, browser, { viewport: { width: 390, height: 844 } })
  await page.goto(`/admin/calendario/?giorno=${dayIn(22)}`)
  await page.getByRole('link', { name: 'Dora Neri' }).waitFor()
  // The flight is below the route, not below the label of the field.
  const leftOf = async (text: string) => (await page.getByText(text).first().boundingBox())?.x
  expect(await leftOf('FR1234')).toBe(await leftOf('Aeroporto Brindisi'))
  await page.getByRole('button', { name: 'Assegna il viaggio delle 10:00' }).click()
  const dialog = page.getByRole('dialog', { name: /^10:00/ })
  await dialog.getByRole('button', { name: 'Assegna' }).click()
  await expect.poll(() => tripOf(lead)).toMatchObject({ state: 'assigned', driver: 'Ugo Verdi' })
  await dialog.waitFor({ state: 'detached' })
  expect(await axeProblems(page)).toEqual([])
})

test('on a phone a finger drags a trip to a lane before the free vehicles are known', long, async () => {
  const lead = await confirmedLead('Elsa Bruni', { date: dayIn(23), time: '10:00', phone: '347 1000009' })
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  const page = await openPanel(app, browser, phone)
  await page.goto(`/admin/calendario/?giorno=${dayIn(23)}&vista=giorno`)
  const card = region(page, 'Da assegnare').getByRole('button', { name: /Elsa Bruni/ })
  const lane = page.getByRole('button', { name: /^Nuovo viaggio, BB222BB/ })
  await lane.waitFor()
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
  const drag = async () => {
    await card.evaluate((one) => one.scrollIntoView({ block: 'center' }))
    const [from, to, grid] = await Promise.all(
      [card, lane, region(page, 'Viaggi assegnati')].map((one) => one.boundingBox()),
    )
    if (!from || !to || !grid) throw new Error('nothing to drag')
    const start = { x: from.x + 40, y: from.y + 10 }
    const end = { x: to.x + to.width / 2, y: grid.y + 100 }
    await touch('touchStart', [start])
    for (const part of [0.1, 0.5, 1])
      await touch('touchMove', [
        { x: start.x + part * (end.x - start.x), y: start.y + part * (end.y - start.y) },
      ])
    await touch('touchEnd', [])
  }
  const fits = '**/api/admin/trips/*/fits*'
  await page.route(fits, (route) => route.abort())
  await drag()
  const toast = page.locator('[aria-live="assertive"], [aria-live="polite"]')
  await toast.filter({ hasText: 'Impossibile assegnare il viaggio' }).first().waitFor()
  await page.unroute(fits)

  const dropped = Promise.withResolvers<void>()
  await page.route(fits, async (route) => {
    await dropped.promise
    // The page has cancelled the request that the start of the drag sent.
    await route.continue().catch(() => {})
  })
  await drag()
  dropped.resolve()
  await expect.poll(() => tripOf(lead)).toMatchObject({ state: 'assigned', plate: 'BB222BB' })
})

test('shared rides are joined into one trip, which is undone and split again', long, async () => {
  const shared = { date: dayIn(24), departure: 'Aeroporto Brindisi' }
  const first = await confirmedLead('Elsa Gialli', { ...shared, time: '10:00', phone: '347 1000005' })
  const second = await confirmedLead('Furio Viola', {
    ...shared,
    destination: 'Santa Maria al Bagno',
    time: '10:30',
    phone: '347 1000006',
  })
  const isOne = async () => {
    const [row] = await app.sql`
      select count(distinct trip_id)::int as trips from rides where lead_id in (${first}, ${second})`
    return row?.trips === 1
  }
  const page = await openPanel(app, browser, { viewport: { width: 1440, height: 1000 } })
  await page.goto(`/admin/calendario/?giorno=${dayIn(24)}`)
  const pools = region(page, 'Corse Economy da unire')
  await pools.getByRole('button', { name: 'Unisci in un viaggio' }).click()
  await expect.poll(isOne).toBe(true)
  await undo(page, 'Viaggi uniti')
  await expect.poll(isOne).toBe(false)
  await pools.getByRole('button', { name: 'Unisci in un viaggio' }).click()
  await expect.poll(isOne).toBe(true)
  await region(page, 'Da assegnare')
    .getByRole('button', { name: /2 corse/ })
    .click()
  await page.getByRole('button', { name: 'Dividi Furio Viola' }).click()
  await expect.poll(isOne).toBe(false)
})

test(
  'a trip that arrives while the keyboard has focused another one waits behind a button',
  long,
  async () => {
    const other = { date: dayIn(26) }
    await confirmedLead('Elsa Neri', { ...other, time: '10:00', phone: '347 1000011' })
    const page = await openPanel(app, browser, { viewport: { width: 1440, height: 1000 } })
    await page.goto(`/admin/calendario/?giorno=${other.date}`)
    const waiting = region(page, 'Da assegnare')
    const card = waiting.getByRole('button', { name: /Elsa Neri/ })
    await card.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    const before = await card.boundingBox()
    await confirmedLead('Fabio Gialli', { ...other, time: '08:00', phone: '347 1000012' })
    await page.getByRole('button', { name: 'Aggiorna il calendario' }).waitFor()
    expect(await card.boundingBox()).toEqual(before)
    await page.getByRole('button', { name: 'Aggiorna il calendario' }).click()
    await waiting.getByRole('button', { name: /Fabio Gialli/ }).waitFor()
  },
)

test('on a tablet eight waiting trips stand above the grid, whose column of hours stays while it scrolls', async () => {
  const day = dayIn(40)
  await app.sql`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags)
    select 'Masseria ' || n, 'Lecce', start, start + interval '30 minutes', 2, 1
    from generate_series(1, 10) n, lateral (select ${`${day}T07:00:00Z`}::timestamptz + n * interval '1 minute' as start) at`
  const page = await openPanel(app, browser, { viewport: { width: 768, height: 1024 } })
  await page.goto(`/admin/calendario/?vista=settimana&giorno=${day}`)
  const waiting = region(page, 'Da assegnare')
  const cards = waiting.getByRole('button', { name: /Masseria/ })
  await expect.poll(() => cards.count()).toBe(8)
  await waiting.getByText(`${showDay(day)}, ${showClock(`${day}T07:01:00Z`)}`).waitFor()
  await waiting.getByRole('button', { name: 'Altri 2' }).press('Enter')
  await expect.poll(() => cards.nth(8).evaluate(isFocused)).toBe(true)
  await expect.poll(() => cards.count()).toBe(10)

  const grid = region(page, 'Viaggi assegnati')
  const leftOfHours = async () => (await grid.getByText('09:00', { exact: true }).boundingBox())?.x
  const scrollTo = (left: number) =>
    grid.evaluate((box, left) => {
      box.scrollLeft = left
      return box.scrollLeft
    }, left)
  await scrollTo(0)
  const left = await leftOfHours()
  expect(await scrollTo(9_999)).toBeGreaterThan(300)
  await expect.poll(leftOfHours).toBe(left)
})
