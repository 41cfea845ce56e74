import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { given } from '../../given.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser()

test(
  'an open request shows the earlier ones of the person, and three presses show the whole history',
  long,
  async () => {
    const first = await given.lead(app, 'booking', { name: 'Anna Rossi' })
    const contact = { name: 'Anna Rossi', email: 'anna@example.com', phone: '0039 347 1234567' }
    const second = await given.lead(app, 'contact', { ...contact, message: 'Nessuno mi richiama!' })
    await given.lead(app, 'contact', { name: 'Anna Neri', email: 'neri@example.com', phone: '347 1234567' })
    await app.drain()
    const page = await openPanel(app, browser)
    await page.goto('/admin/richieste/')
    const search = page.getByLabel('Cerca nome, telefono, email, località, codice')
    const placeholderColor = search.evaluate((box) => getComputedStyle(box, '::placeholder').color)
    // This colour has at least 4.5:1 on white.
    expect(await placeholderColor).toBe('rgb(70, 86, 107)')
    await page
      .getByRole('row')
      .filter({ hasText: 'anna@example.com' })
      .getByRole('link', { name: /^Anna Rossi/ })
      .click()
    const lead = page.getByRole('complementary', { name: 'Richiesta aperta' })
    const others = lead.getByRole('region', { name: 'Altre richieste di questa persona' })
    await others.getByRole('link', { name: 'Lecce → Otranto' }).waitFor()
    await others.getByRole('link', { name: 'Storia del cliente' }).click()

    await page.getByRole('heading', { level: 1, name: 'Anna Rossi' }).waitFor()
    // The number is written as in the lists; the link calls its international form.
    const number = page
      .getByRole('region', { name: 'Contatti' })
      .getByRole('link', { name: '0039 347 1234567' })
    await expect.poll(() => number.getAttribute('href')).toBe('tel:+393471234567')
    for (const text of [`Prenotazione ${first.code}: Lecce → Otranto`, `Messaggio ${second.code}`])
      await page.getByRole('link', { name: text }).waitFor()
    for (const text of ['Nessuno mi richiama!', 'Email, all’ufficio', 'Oggi,'])
      await page.getByText(text).first().waitFor()

    await page.getByLabel('Nuova nota').fill('Ha aspettato un’ora.')
    await page.getByRole('button', { name: 'Aggiungi la nota' }).click()
    const notes = page.getByRole('region', { name: 'Note' })
    await notes.getByText('Ha aspettato un’ora.').waitFor()
    await expect.poll(() => page.getByLabel('Nuova nota').inputValue()).toBe('')

    await page.getByRole('button', { name: 'Unisci Anna Neri' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unisci' }).click()
    const joins = page.getByRole('region', { name: 'Stessa persona' })
    await joins.getByText('Unita con Anna Neri').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await joins.getByRole('button', { name: 'Separa Anna Neri' }).click()
    await page.getByRole('button', { name: 'Unisci Anna Neri' }).waitFor()

    await page.goto('/admin/account/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Sezione o dato da cercare').fill('rossi')
    await page.getByRole('option', { name: /Anna Rossi.*Cliente/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Anna Rossi' }).waitFor()
    expect(browser.problems()).toEqual([])
  },
)
