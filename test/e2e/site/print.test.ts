import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { dayIn, given } from '../../given.ts'
import { long } from '../../length.ts'

// A printed route or request is one A4 sheet.

const siteUrl = 'https://www.salento.example'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

/** Opens a page as it is printed, at the width of an A4 sheet without its margins. */
async function printed(path: string): Promise<Page> {
  const page = await browser.page({
    baseURL: app.origin,
    viewport: { width: 718, height: 1047 },
    isFirstVisit: true,
  })
  await page.goto(path)
  // The dialog covers the page when the visitor prints. The printed sheet must not contain the dialog.
  await page.getByRole('dialog', { name: 'Gestione Cookie e Privacy' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  return page
}

async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** Returns which texts of `shown` are missing in print, and which elements of `hidden` are printed. */
async function wrong(page: Page, shown: string[], hidden: string[]): Promise<string[]> {
  const [text = ''] = (await page.locator('body').allInnerTexts()).map((all) => all.replaceAll(/\s+/g, ' '))
  const found = shown.filter((one) => !text.includes(one)).map((one) => `“${one}” is missing`)
  for (const selector of hidden)
    if (await page.locator(selector).first().isVisible()) found.push(`${selector} is printed`)
  return found
}

const screenOnly = ['header', 'nav', 'dialog', 'form', '.server-map', 'button', '[aria-label="Contattaci"]']

test('a route is one A4 sheet with its prices, distance, time, contacts and address, also with the longest texts', async () => {
  const [route] = await app.sql<[{ slug: string; km: number; time: string; price: string }]>`
    update route_prices set price_premium1to3_pax = 150, price_premium4to7_pax = 190,
      long_description = repeat(long_description, 3)
    where id = (
      select id from route_prices where is_active and price_min2_pax is not null
      order by length(long_description) + length(coalesce(tourist_info, '')) desc nulls last limit 1)
    returning slug, distance_km as km, estimated_duration as time, price1to3_pax as price`
  const path = `/tratte/transfer-${route.slug}/`
  await expect.poll(async () => (await app.get(path)).text).toContain('>Premium<')
  const page = await printed(path)
  const shown = ['Privato', 'Economy condiviso', 'Premium', `${Number(route.price)} €`, route.time]
  const contacts = ['+39 0832 000000', 'info@salento-transfer.example']
  await expect
    .poll(() =>
      wrong(
        page,
        [...shown, `${route.km} km`, ...contacts, siteUrl + path],
        [...screenOnly, 'details', '.prose', 'aside'],
      ),
    )
    .toEqual([])
  expect(await sheetsOf(page)).toBe(1)
})

test(
  'the page of a request is one A4 sheet with code, trip, contacts and address, also with the longest answers',
  long,
  async () => {
    const long = (length: number) =>
      'Masseria fuori paese, oltre il passaggio a livello. '.repeat(9).slice(0, length)
    const { code, statusPath } = await given.lead(app, 'booking', {
      departure: long(160),
      destination: long(159),
      address: long(200),
      flightOrTrain: 'FR 1234',
      luggage: long(80),
      position: `https://www.google.com/maps/place/${'masseria'.repeat(30)}`,
      notes: 'Viaggiamo con due seggiolini e una carrozzina. '.repeat(40),
      date: dayIn(30),
      returnTrip: '1',
    })
    const page = await printed(statusPath)
    const shown = [code, long(160).trim(), '+39 0832 000000', siteUrl + statusPath]
    await expect.poll(() => wrong(page, shown, [...screenOnly, 'details', '[download]'])).toEqual([])
    expect(await sheetsOf(page)).toBe(1)
  },
)
