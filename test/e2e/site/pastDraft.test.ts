import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { romanMoment } from '../../../src/kernel/romanDay.ts'
import { languageWith } from '../../../src/languages/catalogs.ts'
import { type LanguageCode, languages } from '../../../src/languages/messages.ts'
import { localPath } from '../../../src/languages/paths.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { newAddress } from '../../newAddress.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })
const { clock } = app.runtime.context
const realNow = clock.now
afterEach(() => {
  clock.now = realNow
})

const today = '2027-01-04'

async function itIs(page: Page, time: string): Promise<void> {
  const moment = romanMoment(today, time)
  clock.now = () => moment
  await page.clock.setFixedTime(moment)
}

const inNewYork = { timezoneId: 'America/New_York', viewport: { width: 390, height: 844 } }

async function openForm(language: LanguageCode = 'it'): Promise<Page> {
  const { t } = languageWith(language)
  const { locale } = t
  const extraHTTPHeaders = { 'x-forwarded-for': newAddress() }
  const page = await browser.page({ baseURL: app.origin, extraHTTPHeaders, ...inNewYork, locale })
  await itIs(page, '16:34')
  const path = localPath(t, '/richiesta/')
  await page.goto(`${path}?departure=Lecce&destination=Otranto`)
  return page
}

/** Fills in the steps of the form on a phone, and returns before the request is sent. */
async function fill(page: Page | Locator, language: (typeof languages)[number], time: string): Promise<void> {
  const { t } = languageWith(language)
  const next = () => page.getByRole('button', { name: t('request.next'), exact: true }).click()
  await page.locator('[name=date]').fill(today)
  await page.locator('[name=time]').fill(time)
  await next()
  await page.locator('[name=passengers]').selectOption('2')
  await next()
  await page.locator('[name=flightOrTrain]').fill('FR1234')
  await page.locator('[name=message]').fill('Due seggiolini, per favore')
  await next()
  await page.locator('[name=name]').fill('Anna Rete')
  await page.locator('[name=phone]').fill('347 1234567')
  await page.locator('[name=email]').fill('rete@example.com')
  await page.locator('[name=privacyAccepted]').check()
}

test('the form asks again for a past time in four languages, by the time of Rome', async () => {
  for (const language of languages) {
    const { t } = languageWith(language)
    const page = await openForm(language)
    await page.locator('[name=date]').fill(today)
    await page.locator('[name=time]').fill('08:00')
    await page.getByRole('button', { name: t('request.next'), exact: true }).click()
    await page.getByText(t('check.pastTime')).waitFor()
    await expect
      .poll(() => page.locator('[name=time]').evaluate((one) => one === document.activeElement))
      .toBe(true)
    expect(await axeProblems(page)).toEqual([])
    await page.locator('[name=time]').fill('18:00')
    await page.getByRole('button', { name: t('request.next'), exact: true }).click()
    await page.locator('[name=passengers]').waitFor()
    await page.context().close()
  }
  expect(browser.problems()).toEqual([])
})

test('a request within two hours is sent, and the page asks to call', async () => {
  const page = await openForm()
  await fill(page, 'it', '17:30')
  await page.getByRole('button', { name: 'Invia la richiesta' }).click()
  await page.getByText('Il viaggio comincia tra poco').waitFor()
  await page.locator('main a[href^="tel:"]').first().waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Segui la richiesta' }).click()
  await page.getByText('Il viaggio comincia tra poco').waitFor()
  expect(browser.problems()).toEqual([])
})

test('a draft whose time passed without a connection is offered as a message, and nothing of it is lost', async () => {
  const page = await openForm()
  await fill(page, 'it', '17:30')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Invia la richiesta' }).click()
  await page.getByText('Quello che hai scritto è ancora qui').waitFor()
  await itIs(page, '17:45')
  await page.context().setOffline(false)
  const offer = page.getByRole('button', { name: 'Invia come messaggio' })
  await offer.waitFor()
  expect(await axeProblems(page)).toEqual([])
  // After a reload the draft is still there, and so is the offer.
  await page.reload()
  await page.mouse.move(5, 5)
  await page.mouse.move(9, 9)
  await offer.waitFor()
  // The consent is not part of the draft, so the visitor gives it again.
  while (!(await page.locator('[name=privacyAccepted]').isVisible())) await offer.click()
  await page.locator('[name=privacyAccepted]').check()
  await offer.click()
  await page.getByRole('heading', { name: 'Richiesta Inviata con Successo!' }).waitFor()
  const [row] = await app.sql`select * from contacts where email = 'rete@example.com'`
  expect(row).toMatchObject({
    departure: 'Lecce',
    destination: 'Otranto',
    date: '4 gennaio 2027',
    time: '17:30',
    passengers: '2',
    flightOrTrain: 'FR1234',
    message: 'Due seggiolini, per favore',
    name: 'Anna Rete',
    phone: '347 1234567',
  })
  expect(await app.sql`select id from bookings where email = 'rete@example.com'`).toHaveLength(1)
})

test('a phone whose clock is days ahead or behind sends a request for a time that is to come', async () => {
  for (const wrong of ['2027-01-09', '2026-12-30']) {
    const page = await openForm()
    await page.clock.setFixedTime(romanMoment(wrong, '19:00'))
    await page.reload()
    await fill(page, 'it', '17:30')
    await page.locator('[name=email]').fill(`orologio-${wrong}@example.com`)
    await page.getByRole('button', { name: 'Invia la richiesta' }).click()
    await page.getByRole('heading', { name: 'Richiesta Inviata con Successo!' }).waitFor()
    await page.context().close()
  }
  const sent = await app.sql`select date, time from bookings where email like 'orologio-%'`
  expect(sent).toEqual([
    { date: today, time: '17:30' },
    { date: today, time: '17:30' },
  ])
})

test('on a page without prices, too, no wrong clock of a phone refuses a request', async () => {
  const page = await openForm()
  await page.goto('/contatti/')
  await page.clock.setFixedTime(romanMoment('2027-01-09', '19:00'))
  await page.reload()
  await page
    .getByRole('region', { name: 'Contattaci' })
    .getByRole('button', { name: 'RICHIEDI DISPONIBILITÀ' })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('[name=departure]').fill('Lecce')
  await dialog.locator('[name=destination]').fill('Otranto')
  await dialog.getByRole('button', { name: 'Avanti', exact: true }).click()
  await expect.poll(() => dialog.locator('[name=date]').getAttribute('min')).toBe(today)
  await fill(dialog, 'it', '17:30')
  await dialog.locator('[name=email]').fill('senza-prezzi@example.com')
  await dialog.getByRole('button', { name: 'Invia la richiesta' }).click()
  await dialog.getByRole('heading', { name: 'Richiesta Inviata con Successo!' }).waitFor()
})

test('a draft whose day ended without a connection is offered as a message at once, with the chosen vehicle', async () => {
  const page = await openForm()
  await itIs(page, '23:50')
  await page.goto('/richiesta/?departure=Aeroporto+Brindisi&destination=Gallipoli')
  await fill(page, 'it', '23:58')
  await page.locator('[name=email]').fill('mezzanotte@example.com')
  for (let step = 0; step < 2; step++)
    await page.getByRole('button', { name: 'Indietro', exact: true }).click()
  await page.getByRole('radio', { name: /^Economy/ }).check()
  for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Avanti', exact: true }).click()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Invia la richiesta' }).click()
  await page.getByText('Quello che hai scritto è ancora qui').waitFor()
  const tomorrow = romanMoment('2027-01-05', '00:10')
  clock.now = () => tomorrow
  await page.clock.setFixedTime(tomorrow)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Invia come messaggio' }).click()
  await page.getByRole('heading', { name: 'Richiesta Inviata con Successo!' }).waitFor()
  const [row] = await app.sql`select date, time, quote from contacts where email = 'mezzanotte@example.com'`
  expect(row).toMatchObject({
    date: '4 gennaio 2027',
    time: '23:58',
    quote: expect.stringMatching(/^Economy/),
  })
})
