import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { given } from '../../given.ts'
import { openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

test('a German page asks for the prefix at the field before it sends, and then sends the number with it', async () => {
  const phoneSize = { width: 390, height: 844 }
  const page = await browser.page({ viewport: phoneSize, baseURL: app.origin, locale: 'de-DE' })
  await page.goto('/de/kontakt/')
  await page.getByLabel('Vor- und Nachname').fill('Jonas Weber')
  const phone = page.getByLabel('Telefon')
  await phone.fill('0171 1234567')
  await page.getByLabel('E-Mail').fill('info@müller-reisen.example')
  await page.getByRole('main').getByRole('checkbox').check()
  const send = page.getByRole('button', { name: 'NACHRICHT SENDEN' })
  await send.click()
  await page.getByText(/^Bitte beginnen Sie mit \+ und der Landesvorwahl/).waitFor()
  await expect.poll(() => phone.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await axeProblems(page)).toEqual([])
  expect(await app.sql`select 1 from contacts`).toHaveLength(0)
  await phone.fill('\u202a+49\u00a0171 1234567\u202c')
  await send.click()
  await expect
    .poll(async () => (await app.sql`select phone, email from contacts`)[0])
    .toEqual({ phone: '+49 171 1234567', email: 'info@müller-reisen.example' })
})

test('staff are warned of an old foreign request whose number has no prefix, and cannot open WhatsApp', async () => {
  const { id } = await given.lead(app, 'booking', {
    name: 'Lucy Old',
    email: 'lucy@example.com',
    language: 'en',
  })
  await app.sql`update leads set phone = '07911 123456' where kind = 'booking' and id = ${id}`
  const page = await openPanel(app, browser)
  await page.goto(`/admin/richieste/booking/${id}/`)
  await page
    .getByText(/^Numero senza prefisso da una pagina in inglese/)
    .first()
    .waitFor()
  await page.getByText('07911 123456').first().waitFor()
  await expect.poll(() => page.locator('a[href^="tel:"], a[href*="wa.me"]').count()).toBe(0)
  expect(await axeProblems(page)).toEqual([])
})
