import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { romanMoment } from '../../../src/kernel/romanDay.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { fewCases } from '../../length.ts'
import { openOfficeMailbox } from '../../mailbox.ts'
import { newAddress } from '../../newAddress.ts'
import { bringSession, openPanel } from '../../panel.ts'
import { openZone } from '../../zone.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })
const mailbox = await openOfficeMailbox(app)
const { clock } = app.runtime.context
const realNow = clock.now
const setZone = openZone()
afterAll(() => {
  clock.now = realNow
})

/** Sets the clocks of the server and, in New York, of the phone to the same moment. */
async function itIs(moment: Date, ...phones: Page[]): Promise<void> {
  clock.now = () => moment
  for (const phone of phones) await phone.clock.setFixedTime(moment)
}

const staff = await app.logIn()
const driverHeaders = await app.logIn({ role: 'autista' })
const adminUserId = (await app.get('/api/admin/session', driverHeaders)).body.adminUser.id
const ugo = { name: 'Ugo Passo', phone: '347 1234567', adminUserId }
const { body: driver } = await app.post('/api/admin/drivers', ugo, staff)
const van = { plate: 'RT100AA', kind: 'minivan', seats: 8, bags: 8 }
const { body: vehicle } = await app.post('/api/admin/vehicles', van, staff)
const feeds = await Promise.all(
  [{}, { driverId: driver.id }].map(async (whose) => {
    const { body } = await app.post('/api/admin/calendar-feed', whose, staff)
    return new URL(body.url).pathname
  }),
)

/** Night, and morning of the day before it, at which the request is sent. */
const nights = [
  { day: '2026-10-25', time: '02:30', start: '20261025T003000Z', before: '2026-10-20' },
  { day: '2027-03-28', time: '03:30', start: '20270328T013000Z', before: '2027-03-20' },
  { day: '2026-12-31', time: '23:30', start: '20261231T223000Z', before: '2026-12-30' },
  { day: '2027-01-01', time: '00:30', start: '20261231T233000Z', before: '2026-12-31' },
  { day: '2027-10-31', time: '02:30', start: '20271031T003000Z', before: '2027-10-20' },
]

const inNewYork = { timezoneId: 'America/New_York', locale: 'en-US', viewport: { width: 390, height: 844 } }

async function fillRequest(page: Page, email: string): Promise<void> {
  const form = page.locator('main form').filter({ has: page.locator('[name=privacyAccepted]') })
  await form.locator('[name=passengers]').selectOption('2')
  for (const [name, value] of [
    ['name', 'Anna Notte'],
    ['phone', '347 1234567'],
    ['email', email],
  ] as const)
    await form.locator(`[name=${name}]`).fill(value)
  await form.locator('[name=privacyAccepted]').check()
}

for (const zone of ['UTC', 'Europe/Rome'])
  test(`form, mail, status page, panel, driver and feeds show the same Roman time; server in ${zone}, phone in New York`, async () => {
    setZone(zone)
    for (const { day, time, start, before } of fewCases(nights)) {
      const email = `notte-${zone.slice(0, 3)}-${day}@example.com`.toLowerCase()
      const visitor = await browser.page({
        baseURL: app.origin,
        ...inNewYork,
        viewport: { width: 1280, height: 900 },
        isFirstVisit: true,
        extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
      })
      await itIs(romanMoment(before, '12:00'), visitor)
      await visitor.goto('/richiesta/?departure=Lecce&destination=Aeroporto+Brindisi')
      await visitor.getByRole('button', { name: 'Solo Cookie Necessari', exact: true }).click()
      await visitor.locator('[name=date]').fill(day)
      // The night in which summer time begins has no 2:30, and the form says so.
      if (day === '2027-03-28') {
        await visitor.locator('[name=time]').fill('02:30')
        await fillRequest(visitor, email)
        await visitor.getByRole('button', { name: 'Invia la richiesta' }).click()
        await visitor.getByText('Le 02:30 di quel giorno non esistono').waitFor()
      }
      await visitor.locator('[name=time]').fill(time)
      await fillRequest(visitor, email)
      await visitor
        .getByText(new RegExp(`, ${time}`))
        .first()
        .waitFor()
      await visitor.getByRole('button', { name: 'Invia la richiesta' }).click()
      await visitor.getByRole('link', { name: 'Segui la richiesta' }).click()
      await visitor.locator('dd', { hasText: time }).waitFor()

      await app.drain()
      const receipt = mailbox.to(email)[0]
      expect([day, receipt?.text.includes(time)]).toEqual([day, true])
      expect(receipt?.attachments[0]?.content).toContain(`DTSTART:${start}`)

      const [lead] = await app.sql<{ id: number; quote: string; date: string; time: string }[]>`
        select id, quote, date, time from bookings where email = ${email}`
      expect(lead).toMatchObject({ date: day, time })
      const change = { status: 'confermata' }
      expect((await app.send('PATCH', `/api/admin/bookings/${lead?.id}`, change, staff)).status).toBe(200)
      await app.drain()
      const [trip] = await app.sql<{ id: number }[]>`
        select trip_id as id from rides where lead_kind = 'booking' and lead_id = ${lead?.id ?? 0}`
      await app.sql`update trips set state = 'cancelled', vehicle_id = null, driver_id = null where id <> ${trip?.id ?? 0}`
      const pair = { vehicleId: vehicle.id, driverId: driver.id }
      expect((await app.post(`/api/admin/trips/${trip?.id}/assign`, pair, staff)).status).toBe(200)

      for (const path of feeds) {
        const { text } = await app.get(path)
        const event = text.split('BEGIN:VEVENT').find((one) => one.includes(`UID:viaggio-${trip?.id}@`))
        expect([day, path.length, event?.includes(`DTSTART:${start}`)]).toEqual([day, path.length, true])
      }

      const panel = await openPanel(app, browser, { ...inNewYork, viewport: { width: 1440, height: 900 } })
      await panel.clock.setFixedTime(romanMoment(before, '12:00'))
      await panel.goto(`/admin/calendario/?giorno=${day}`)
      await panel.getByText(time).filter({ visible: true }).first().waitFor()
      await panel.goto(`/admin/richieste/booking/${lead?.id}/`)
      await expect.poll(() => panel.locator('[name=time]').inputValue()).toBe(time)

      const phone = await browser.page({ baseURL: app.origin, ...inNewYork })
      await bringSession(phone, driverHeaders.cookie ?? '')
      await phone.addInitScript(() => localStorage.setItem('adminUser', '{"username":"ugo"}'))
      await itIs(romanMoment(day, '00:05'), phone)
      await phone.goto('/admin/miei-viaggi/')
      await phone.getByRole('article').getByText(time, { exact: true }).first().waitFor()
      for (const page of [visitor, panel, phone]) await page.context().close()
    }
    expect(browser.problems()).toEqual([])
  })
