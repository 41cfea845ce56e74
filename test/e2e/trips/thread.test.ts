import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { romanDay } from '../../../src/kernel/romanDay.ts'
import { languageWith } from '../../../src/languages/catalogs.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems, hydrate } from '../../browser.ts'
import { long } from '../../length.ts'
import { configureMail, configureOffice, openMailbox } from '../../mailbox.ts'
import { bringSession, openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })
const { sql } = app
const { t } = languageWith('en')

/** Opens the panel of the office. `presses` returns the number of calls of `press`. */
async function officePage(): Promise<{
  page: Page
  press: (name: string | RegExp) => Promise<void>
  presses: () => number
}> {
  const page = await openPanel(app, browser, { role: 'operatore', viewport: { width: 1440, height: 1000 } })
  let count = 0
  return {
    page,
    presses: () => count,
    press: async (name) => {
      count += 1
      await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click()
    },
  }
}

test(
  'a ride goes from the request to the review: nobody types anything twice, and the office presses six times',
  long,
  async () => {
    await using mailbox = await openMailbox()
    await configureOffice(app)
    await configureMail(app, mailbox)
    await sql`insert into vehicles (plate, kind, seats, bags) values ('GG123HH', 'minivan', 8, 8)`
    const driver = await app.logIn({ role: 'autista' })
    const { adminUser } = (await app.get('/api/admin/session', driver)).body
    await sql`insert into drivers (name, phone, admin_user_id) values ('Ugo Verdi', '347 1234567', ${adminUser.id})`

    // The guest asks on a phone for a ride in six hours.
    const pickup = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 6 * 3_600_000)
    const [day, time] = [
      romanDay(pickup),
      new Intl.DateTimeFormat('it-IT', { timeStyle: 'short', timeZone: 'Europe/Rome' }).format(pickup),
    ]
    const guest = await browser.page({
      baseURL: app.origin,
      viewport: { width: 390, height: 844 },
      locale: 'en-GB',
    })
    const italian = await app.get('/tratte/transfer-aeroporto-brindisi-gallipoli/')
    const page = italian.text.match(/hreflang="en" href="([^"]+)"/)?.[1] ?? ''
    await guest.goto(new URL(page).pathname)
    await hydrate(guest)
    await guest.locator('main').getByLabel(t('trip.passengers')).first().selectOption('4')
    await guest.locator('main .offer').first().waitFor()
    await guest
      .getByRole('button', { name: t('bar.request') })
      .first()
      .click()
    const form = guest.getByRole('dialog', { name: t('request.title') })
    const next = form.getByRole('button', { name: t('request.next') })
    await form.getByLabel(t('trip.day'), { exact: true }).fill(day)
    await form.getByLabel(t('request.time'), { exact: true }).fill(time)
    await next.click()
    await expect.poll(() => form.getByLabel(t('trip.passengers')).inputValue()).toBe('4')
    await next.click()
    await form.getByLabel(t('request.flight')).fill('FR 8871')
    await next.click()
    await form.getByLabel(t('request.name')).fill('Emma Clarke')
    await form.getByLabel(t('request.phone')).fill('+44 7700 900123')
    await form.getByLabel(t('request.email')).fill('emma@example.com')
    await form.getByRole('checkbox').last().check()
    await form.getByRole('button', { name: t('request.send') }).click()
    await guest.getByText(t('request.sent')).first().waitFor()
    await app.drain()

    const { page: office, press, presses } = await officePage()
    await office.goto('/admin/')
    await press(/Emma Clarke/)
    await press('Manda un preventivo')
    const offer = office.getByRole('dialog', { name: 'Preventivo' })
    await expect.poll(() => offer.getByLabel('Giorno').inputValue()).toBe(day)
    await expect.poll(() => offer.getByLabel('Ora').inputValue()).toBe(time)
    await press('Manda il preventivo')
    await offer.waitFor({ state: 'detached' })
    await app.drain()

    const mails = mailbox.to('emma@example.com')
    const link = mails.at(-1)?.html.match(/href="([^"]*\/[\w-]{20,}\/)"/)?.[1] ?? ''
    await guest.goto(new URL(link).pathname)
    await guest.getByRole('button', { name: t('proposal.accept') }).click()
    await guest
      .getByText(t('proposal.accepted', { moment: '' }).replace(/[:.\s]+$/, ''))
      .first()
      .waitFor()
    await app.drain()

    await office.goto(`/admin/calendario/?giorno=${day}`)
    await press(/Emma Clarke/)
    await press(/^GG123HH/)
    const tripRow = async () => {
      const [row] = await sql`
      select state, passengers, flight_or_train, total, from_place, to_place, pickup_at from trips`
      return row
    }
    await expect.poll(async () => (await tripRow())?.state).toBe('assigned')
    expect(await tripRow()).toMatchObject({
      passengers: 4,
      flightOrTrain: 'FR8871',
      pickupAt: pickup,
      fromPlace: 'Aeroporto Brindisi',
      toPlace: 'Gallipoli',
    })
    expect(presses()).toBeLessThanOrEqual(6)

    // The driver's phone has no network during two of the five taps.
    const phone = await browser.page({
      baseURL: app.origin,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      serviceWorkers: 'allow',
    })
    await bringSession(phone, driver.cookie ?? '')
    await phone.addInitScript(() => localStorage.setItem('adminUser', '{"username":"ugo"}'))
    await phone.goto('/admin/')
    await phone.getByRole('heading', { name: 'I Miei Viaggi' }).waitFor()
    const ride = phone.getByRole('article').filter({ hasText: 'Emma Clarke' })
    const km = async (event: string, value: string) => {
      const dialog = phone.getByRole('dialog', { name: event })
      await dialog.getByLabel('Chilometri').fill(value)
      await dialog.getByRole('button', { name: event }).click()
    }
    await ride.getByRole('button', { name: 'In viaggio' }).click()
    await km('In viaggio', '1000')
    await expect.poll(async () => (await tripRow())?.state).toBe('started')
    await phone.context().setOffline(true)
    await ride.getByRole('button', { name: 'Sul posto' }).click()
    await ride.getByRole('button', { name: 'A bordo' }).click()
    await phone.getByText('2 da inviare').waitFor()
    expect((await tripRow())?.state).toBe('started')
    await phone.context().setOffline(false)
    await expect.poll(async () => (await tripRow())?.state).toBe('aboard')
    await ride.getByRole('button', { name: 'Arrivato' }).click()
    await km('Arrivato', '1042')
    await expect.poll(async () => (await tripRow())?.state).toBe('finished')

    // The service sheet contains the data of the request, of the assignment and of the driver's taps.
    expect(
      await sql`select plate, driver_name, passenger_name, start_km, end_km, number from service_sheets`,
    ).toEqual([
      {
        plate: 'GG123HH',
        driverName: 'Ugo Verdi',
        passengerName: 'Emma Clarke',
        startKm: 1000,
        endKm: 1042,
        number: 1,
      },
    ])

    await app.drain()
    await guest.reload()
    await guest.getByRole('link', { name: t('review.write') }).click()
    await expect.poll(() => guest.getByLabel(t('review.name')).inputValue()).toBe('Emma')
    await guest.getByRole('radio').first().check()
    await guest.getByLabel(t('review.text')).fill('On time, and a quiet ride to the sea.')
    expect(await axeProblems(guest)).toEqual([])
    await guest.getByRole('button', { name: t('review.send') }).click()
    await guest.getByRole('heading', { name: t('review.done') }).waitFor()
    const shown = await app.get('/recensioni/')
    expect(shown.text).toContain('On time, and a quiet ride to the sea.')
    expect(browser.problems().filter((one) => !/ERR_INTERNET_DISCONNECTED/.test(one))).toEqual([])
  },
)
