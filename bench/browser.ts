import { openBrowser } from '../test/browser.ts'
import { press, watchInteractions } from './interactions.ts'
import { measurePriceGrid } from './priceGrid.ts'
import type { Row } from './row.ts'
import { openSite } from './site.ts'

// How long the real browser takes to answer, the processor four times slower: the search and a request on a phone, and
// the price grid of 10,000 routes.

const publicMs = 100

export async function measure(): Promise<Row[]> {
  await using site = await openSite({ routes: 10_000 })
  await using browser = await openBrowser()
  const page = await browser.page({ baseURL: site.origin, viewport: { width: 390, height: 844 } })
  await page.goto('/')
  const { measured } = await watchInteractions(page)
  const from = page.getByRole('combobox', { name: 'Partenza' })
  const to = page.getByRole('combobox', { name: 'Destinazione' })
  const options = page.getByRole('option')
  const dialog = page.getByRole('dialog', { name: 'Richiedi disponibilità' })
  const rows = [
    await measured('the first touch of Home, which brings the app', publicMs, () => from.click(), 1),
    await measured('autocomplete, typing "aeroporto brindisi"', publicMs, async () => {
      await from.fill('')
      await page.keyboard.type('aeroporto brindisi', { delay: 80 })
      await options.first().waitFor()
    }),
    await measured('autocomplete, arrow keys through the list', publicMs, async () => {
      await to.fill('')
      await to.focus()
      await page.keyboard.type('gal', { delay: 80 })
      await options.first().waitFor()
      await press(page, 'ArrowDown', 5)
      await press(page, 'Home')
      await press(page, 'Escape')
    }),
    await measured('autocomplete, a place touched', publicMs, async () => {
      await to.fill('gallipoli')
      await options.first().click()
    }),
  ]
  // Of a place that is not in the list: the search asks for what the visitor wants.
  await to.fill('Masseria sul mare')
  rows.push(
    await measured(
      'search for a place without a price, which opens the request',
      publicMs,
      async () => {
        await page.getByRole('button', { name: 'Verifica prezzo e disponibilità' }).click()
        await dialog.waitFor()
      },
      1,
    ),
    await measured('typing a name in the request', publicMs, async () => {
      await dialog.getByLabel('Nome e cognome').fill('')
      await dialog.getByLabel('Nome e cognome').focus()
      await page.keyboard.type('Anna Conte', { delay: 60 })
    }),
  )
  await page.close()
  return [...rows, ...(await measurePriceGrid(site, browser))]
}
