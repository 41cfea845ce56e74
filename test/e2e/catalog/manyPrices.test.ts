import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startApp } from '../../app.ts'
import { openBrowser } from '../../browser.ts'
import { openPanel } from '../../panel.ts'

/** Starts an app with 1,100 further routes that cost 100 euro. */
async function openLarge() {
  const app = await startApp({ data: 'demo' })
  await app.sql`
    insert into locations (name, location_type) select 'Borgo ' || n, 'Città' from generate_series(1, 1100) n`
  await app.sql`
    insert into route_prices (departure_location_id, destination_location_id, slug, price1to3_pax, distance_km)
    select h.id, b.id, 'borgo-' || b.id, 100, 60 from locations h, locations b
    where h.name = 'Stazione Lecce' and b.name like 'Borgo %'`
  await app.settle()
  return app
}

/** Opens the form that raises the prices of the further routes by 10 %. */
async function openRise(page: Page) {
  await page.goto('/admin/prezzimod/?search=borgo')
  await page.getByRole('button', { name: 'Adegua prezzi' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adegua i prezzi' })
  await dialog.getByLabel('Variazione').fill('10')
  return dialog
}

test('the prices of thousands of routes are raised with a preview, and a moment without the server ends nothing', async () => {
  await using app = await openLarge()
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  const dialog = await openRise(page)
  // The first two times the panel asks for the job, no answer arrives.
  let lost = 0
  await page.route('**/api/admin/jobs/*', (route) => (lost++ < 2 ? route.abort() : route.continue()))
  const asked = page.waitForResponse('**/api/bulk-pricing/adjust')
  await dialog.getByRole('button', { name: 'Anteprima' }).click()
  expect((await asked).status()).toBe(202)
  await app.drain()
  const again = page.waitForResponse('**/api/bulk-pricing/adjust')
  await dialog.getByRole('button', { name: 'Cambia 1.100 prezzi' }).click()
  expect((await again).status()).toBe(202)
  await app.drain()
  await page.getByText('Prezzi aggiornati con successo').waitFor()
  expect(lost).toBeGreaterThan(2)
  const prices =
    await app.sql`select distinct price1to3_pax as price from route_prices where slug like 'borgo-%'`
  expect(prices).toEqual([{ price: '110.00' }])
})

test('a preview that waits says so, and closing its dialog ends the wait', async () => {
  await using app = await openLarge()
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  const dialog = await openRise(page)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/jobs/')) asked++
  })
  // No worker runs.
  await dialog.getByRole('button', { name: 'Anteprima' }).click()
  const notice = page.getByText('In coda', { exact: true })
  await notice.waitFor()
  // The notice stays longer than other toasts.
  await sleep(6_000)
  await notice.waitFor({ timeout: 100 })
  await page.getByText('Se non vuoi aspettare, chiudi: non cambia nulla.').waitFor()
  await dialog.getByRole('button', { name: 'Chiudi' }).first().click()
  await dialog.waitFor({ state: 'detached' })
  await notice.waitFor({ state: 'detached' })
  const before = asked
  await sleep(3_000)
  expect([before > 5, asked]).toEqual([true, before])
})

test('a file with the prices of a thousand routes is imported with a preview', async () => {
  await using app = await openLarge()
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  const { text } = await app.get('/api/bulk-pricing/export.csv?search=borgo', await app.logIn())
  await page.goto('/admin/prezzimod/')
  await page.getByRole('button', { name: 'Importa CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importa i prezzi da CSV' })
  await dialog.getByLabel('File CSV').setInputFiles({
    name: 'prezzi.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text.replaceAll(/(?<=;)100(?=[,;])/g, '110')),
  })
  const { promise: isPlanned, resolve } = Promise.withResolvers<void>()
  page.on('response', (reply) => reply.url().includes('/api/admin/jobs/') && resolve())
  await isPlanned
  await app.drain()
  const again = page.waitForResponse('**/api/bulk-pricing/import?**')
  await dialog.getByRole('button', { name: 'Importa 1.100 prezzi' }).click()
  expect((await again).status()).toBe(202)
  await app.drain()
  await page.getByText('Prezzi aggiornati con successo').waitFor()
})
