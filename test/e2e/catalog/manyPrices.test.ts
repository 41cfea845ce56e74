import { expect, test } from 'vitest'
import { startApp } from '../../app.ts'
import { openBrowser } from '../../browser.ts'
import { openPanel } from '../../panel.ts'

test('the prices of thousands of routes are raised with a preview, and a moment without the server ends nothing', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.sql`
    insert into locations (name, location_type) select 'Borgo ' || n, 'Città' from generate_series(1, 1100) n`
  await app.sql`
    insert into route_prices (departure_location_id, destination_location_id, slug, price1to3_pax, distance_km)
    select h.id, b.id, 'borgo-' || b.id, 100, 60 from locations h, locations b
    where h.name = 'Stazione Lecce' and b.name like 'Borgo %'`
  await app.settle()
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.goto('/admin/prezzimod/?search=borgo')
  await page.getByRole('button', { name: 'Adegua prezzi' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adegua i prezzi' })
  await dialog.getByLabel('Variazione').fill('10')
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
