import { test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { hydrate } from '../../browser.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

test.each([
  [
    '/',
    'Inserisci sia la partenza che la destinazione per procedere.',
    'Destinazione',
    'Indica da dove parti',
  ],
  [
    '/tratte/',
    'Seleziona sia la partenza che la destinazione dalle località disponibili.',
    'Partenza',
    'Indica dove vai',
  ],
] as const)(
  'a search on %s with one empty place says the sentence of the specification',
  async (path, words, filled, missing) => {
    const page = await browser.page({ baseURL: app.origin })
    await page.goto(path)
    await hydrate(page)
    if (path === '/tratte/') await page.getByText('Scegli viaggio, giorno e passeggeri').click()
    await page.getByRole('combobox', { name: filled }).fill('Gallipoli')
    await page.keyboard.press('Escape')
    await page.locator('.trip-box [type=submit]').click()
    const alert = page.getByRole('alert')
    await alert.getByText('Attenzione', { exact: true }).waitFor()
    await alert.getByText(words, { exact: true }).waitFor()
    await page.locator('.trip-box').getByText(missing, { exact: true }).waitFor()
  },
)
