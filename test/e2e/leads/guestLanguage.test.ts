import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '../../app.ts'
import { axeProblems, type OpenBrowser, openBrowser } from '../../browser.ts'
import { given } from '../../given.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'

let browser: OpenBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser[Symbol.asyncDispose]())

test(
  'staff see a guest’s language, read the reply in Italian, and read the mails of every language',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const { id } = await given.lead(app, 'booking', {
      name: 'Jonas Weber',
      email: 'jonas@example.com',
      language: 'de',
      departure: 'Flughafen Brindisi',
      destination: 'Gallipoli',
      time: '09:00',
    })
    // The browser prefers English, but the panel is Italian.
    const page = await openPanel(app, browser, { isSuperAdmin: true, locale: 'en-US' })
    await page.goto('/admin/richieste/')
    const row = page.getByRole('row').filter({ hasText: 'Jonas Weber' })
    await row.getByText('Tedesco').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.goto(`/admin/richieste/booking/${id}/`)
    const reply = page.getByRole('region', { name: 'Risposta' })
    await expect.poll(() => reply.getByLabel('Testo').inputValue()).toContain('Guten Tag Jonas Weber')
    await reply.getByText('In italiano').click()
    await reply.getByText('Ciao Jonas Weber').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByLabel('Posizione').fill('laggiù')
    await page.getByRole('button', { name: 'Salva' }).click()
    await page.getByText('Incolla le coordinate, per esempio').first().waitFor()
    await page.getByLabel('Posizione').fill('')
    await page.getByLabel('Lingua del cliente').selectOption('en')
    await page.getByRole('button', { name: 'Salva' }).click()
    await expect.poll(async () => (await app.sql`select language from bookings`)[0]?.language).toBe('en')

    await page.goto('/admin/brevo-email/')
    const mails = page.getByRole('region', { name: 'Prova delle email ai clienti' })
    for (const name of ['Italiano', 'Inglese', 'Tedesco', 'Francese'])
      await mails.getByRole('heading', { name, exact: true }).waitFor()
    await mails.getByText('Guten Tag Anna Rossi,').waitFor()
    await mails.getByLabel('Email').selectOption('newsletter')
    await mails.getByText('Bitte bestätigen Sie').waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(browser.problems().filter((one) => !one.includes('422'))).toEqual([])
  },
)
