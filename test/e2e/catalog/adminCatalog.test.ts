import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startWorker } from '../../../src/worker/worker.ts'
import { type App, eventually, openApp, startApp } from '../../app.ts'
import { axeProblems, type OpenBrowser, openBrowser, type PageOptions } from '../../browser.ts'
import { given } from '../../given.ts'
import { long } from '../../length.ts'
import { bringSession, pick } from '../../panel.ts'
import { openAnthropic } from '../../providers/anthropic.ts'

const app = await openApp({ data: 'demo' })

async function openPanel(app: App, browser: OpenBrowser, options: PageOptions = {}): Promise<Page> {
  const { cookie = '' } = await app.logIn({ isSuperAdmin: false })
  const page = await browser.page({ baseURL: app.origin, ...options })
  await bringSession(page, cookie)
  await page.addInitScript(() => localStorage.setItem('adminUser', '{"username":"staff"}'))
  return page
}

async function idOf(app: App, slug: string): Promise<number> {
  const [row] = await app.sql`select id from route_prices where slug = ${slug}`
  return row?.id
}

test(
  'a place is suggested from three letters, fills the form, is listed, and is deleted after a question that names it',
  long,
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    await page.goto('/admin/localita/')
    await page.getByText('Nessuna località registrata').waitFor()
    await page.getByRole('link', { name: 'Aggiungi Località' }).last().click()
    const name = page.getByRole('combobox', { name: 'Nome' })
    await page.getByRole('button', { name: 'Aggiungi Località' }).click()
    await page.getByText('Inserisci il nome della località').waitFor()
    await name.pressSequentially('galli')
    await page.getByRole('option', { name: /^Gallipoli/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByLabel('CAP').inputValue()).toBe('73014')
    await expect.poll(() => name.inputValue()).toBe('Gallipoli')
    await expect.poll(() => page.getByLabel('Latitudine').inputValue()).toMatch(/^40,0/)
    await page.getByRole('button', { name: 'Aggiungi Località' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Gallipoli' })
    // Without a key of Google, the place has the id of a bundled place.
    await row.getByText('Dati propri', { exact: true }).waitFor()

    // A place entered by hand has no place id, so the list shows it as pending.
    await page.getByRole('link', { name: 'Aggiungi Località' }).last().click()
    await name.fill('Otranto')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Aggiungi Località' }).click()
    const other = page.getByRole('row').filter({ hasText: 'Otranto' })
    await other.getByText('Pending', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sync Tutto' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await other.getByRole('button', { name: /^Sincronizza/ }).click()
    await other.getByText('Dati propri', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sync Tutto' }).waitFor({ state: 'detached' })
    // With a key, Google has an id for each place.
    const key = { name: 'maps-places', apiKey: 'AIza-prova', isActive: true }
    expect((await app.post('/api/admin/api-configurations', key, await app.logIn())).status).toBe(201)
    await page.getByRole('button', { name: 'Sync Tutto' }).waitFor()

    await page.getByRole('searchbox', { name: 'Cerca per nome, tipo o CAP' }).fill('73028')
    await row.waitFor({ state: 'detached' })
    await other.getByRole('button', { name: /^Elimina/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Sei sicuro di voler eliminare questa località?' })
    await dialog.getByText('Otranto', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Elimina' }).click()
    await page.getByText('Nessuna località corrisponde alla ricerca').waitFor()
    await expect
      .poll(async () => (await app.sql`select name from locations`).map((one) => one.name))
      .toEqual(['Gallipoli'])
    expect(browser.problems()).toEqual([])
  },
)

test(
  'coordinates are entered with comma or point, singly or pasted as a pair, and shown in Italian',
  long,
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    await page.goto('/admin/localita/nuova/')
    await page.getByRole('combobox', { name: 'Nome' }).fill('Masseria Nova')
    await page.keyboard.press('Escape')
    const latitude = page.getByLabel('Latitudine')
    const longitude = page.getByLabel('Longitudine')
    const save = page.getByRole('button', { name: 'Aggiungi Località' })
    await latitude.fill('95,5')
    await longitude.fill('diciotto')
    await save.click()
    await page.getByText('Scrivi la latitudine in gradi, da -90 a 90, per esempio 40,35').waitFor()
    await page.getByText('Scrivi la longitudine in gradi, da -180 a 180, per esempio 18,17').waitFor()
    await expect.poll(() => latitude.getAttribute('aria-invalid')).toBe('true')
    await expect
      .poll(async () => [await latitude.inputValue(), await longitude.inputValue()])
      .toEqual(['95,5', 'diciotto'])
    await longitude.fill('18.1717')
    const both = async () => [await latitude.inputValue(), await longitude.inputValue()]
    const paste = (text: string) =>
      latitude.evaluate((input, data) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', data)
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    for (const [text, shown] of [
      ['40.35, 18.17', ['40,35', '18,17']],
      ['40,351; 18,171', ['40,351', '18,171']],
      ['(40.352,18.172)', ['40,352', '18,172']],
      ['-40,5 -18,5', ['-40,5', '-18,5']],
      ['40,3515 18,1750', ['40,3515', '18,175']],
      ['40.3515° N, 18.1750° E', ['40,3515', '18,175']],
      ['18.1751°E, 40.3516°N', ['40,3516', '18,1751']],
      ['40°21\'5.4"N 18°10\'30"E', ['40,3515', '18,175']],
      ['https://www.google.com/maps/@40.3517,18.1757,15z', ['40,3517', '18,1757']],
    ] as const) {
      await paste(text)
      await expect.poll(both).toEqual(shown)
    }
    // When the field loses the focus, a typed pair of coordinates is split into the two fields.
    await latitude.fill('40.3512; 18.1718')
    await latitude.press('Tab')
    await expect.poll(both).toEqual(['40,3512', '18,1718'])
    await latitude.fill('18,17; 40,35')
    await latitude.press('Tab')
    await page.getByText('Latitudine e longitudine sembrano scambiate.').waitFor()
    await latitude.fill('48,85; 2,35')
    await latitude.press('Tab')
    await page.getByText('Il punto è fuori dall’Italia').waitFor()
    // Presses the dot of Lecce on the map, which is at 40.352, 18.175.
    await page.getByText('Scegli sulla mappa').click()
    const dot = page.locator('.map-dots circle').nth(2)
    const at = await dot.boundingBox()
    await page.mouse.click((at?.x ?? 0) + (at?.width ?? 0) / 2, (at?.y ?? 0) + (at?.height ?? 0) / 2)
    await expect
      .poll(async () => (await both()).map((one) => Math.round(Number(one.replace(',', '.')) * 100) / 100))
      .toEqual([40.35, 18.17])
    await expect.poll(() => page.getByText('Il punto è fuori').count()).toBe(0)
    await latitude.fill('40.3512; 18.1718')
    await latitude.press('Tab')
    await latitude.fill('40,3515')
    await save.click()
    await page.getByRole('row').filter({ hasText: 'Masseria Nova' }).waitFor()
    const [place] = await app.sql`select id, latitude, longitude from locations where name = 'Masseria Nova'`
    expect(place).toMatchObject({ latitude: 40.3515, longitude: 18.1718 })
    await page.goto(`/admin/localita/${place?.id}/`)
    await expect.poll(both).toEqual(['40,3515', '18,1718'])
  },
)

test(
  'a long list is a combobox: accents do not matter, keys pick, and text that names nothing is discarded',
  long,
  async () => {
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    await page.goto('/admin/tratte/nuova/')
    const departure = page.getByRole('combobox', { name: 'Partenza' })
    const options = page.getByRole('listbox').getByRole('option')
    await departure.click()
    await expect.poll(() => options.count()).toBeGreaterThan(20)
    await departure.fill('nardo')
    await expect.poll(() => options.allTextContents()).toEqual(['Nardò', 'Stazione Nardò'])
    expect(await axeProblems(page)).toEqual([])
    await departure.press('Enter')
    await expect.poll(() => departure.inputValue()).toBe('Nardò')
    await departure.fill('brindisi aeroporto')
    await departure.press('ArrowDown')
    await departure.press('Enter')
    await expect.poll(() => departure.inputValue()).toBe('Aeroporto Brindisi')
    await departure.fill('da nessuna parte')
    await page.getByText('Nessuna voce contiene questo testo.').waitFor()
    await departure.press('Tab')
    await expect.poll(() => departure.inputValue()).toBe('Aeroporto Brindisi')
    const destination = page.getByRole('combobox', { name: 'Destinazione' })
    await destination.fill('lecce')
    await page.getByRole('option', { name: 'Lecce', exact: true }).click()
    const saved = page.waitForRequest('**/api/admin/route-prices')
    await page.getByRole('button', { name: 'Salva', exact: false }).first().click()
    const places = await app.sql<{ id: number; name: string }[]>`
    select id, name from locations where name in ('Aeroporto Brindisi', 'Lecce') order by name`
    expect((await saved).postDataJSON()).toMatchObject({
      departureLocationId: places[0]?.id,
      destinationLocationId: places[1]?.id,
    })
    // Until the places are loaded, the filter is a native `<select>`. The test waits for the `<input>` of the combobox.
    await page.goto('/admin/prezzimod/')
    const filter = page.getByRole('combobox', { name: 'Partenza' }).and(page.locator('input'))
    await filter.fill('porto di brin')
    await page.getByRole('option', { name: 'Porto di Brindisi' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.has('departure')).toBe(true)
  },
)

test(
  'every field of the panel shows a stored decimal with a comma, and a whole number may have thousands separators',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const [route] = await app.sql`
    update route_prices set price1to3_pax = 138.50 where slug = 'aeroporto-brindisi-gallipoli' returning id`
    const [list] = await app.sql`
    insert into price_lists (name, starts_on, percent, fields, created_by)
    values ('Estate', '2099-06-01', '-7.5', '{price1to3Pax}', 'anna') returning id`
    const lead = await given.lead(app, 'contact')
    const staff = await app.logIn()
    await app.send('PATCH', `/api/admin/contacts/${lead.id}`, { id: lead.id, price: '110.5' }, staff)
    const page = await openPanel(app, browser)
    const shown: string[] = []
    for (const [path, label] of [
      [`tratte/${route?.id}/`, /^Auto, fino a 3 passeggeri/],
      [`listini/${list?.id}/`, /^Percentuale/],
      [`richieste/contact/${lead.id}/`, /^Prezzo concordato/],
    ] as const) {
      await page.goto(`/admin/${path}`)
      const field = page.getByLabel(label)
      await expect.poll(() => field.inputValue()).not.toBe('')
      shown.push(await field.inputValue())
    }
    expect(shown).toEqual(['138,50', '-7,5', '110,50'])

    // The price is unchanged, so no question appears.
    await page.goto(`/admin/tratte/${route?.id}/`)
    await page.getByLabel(/^Auto, fino a 3 passeggeri/).fill('138,5')
    await page.getByLabel('Distanza (km)').fill('1.095')
    await page.getByRole('button', { name: 'Aggiorna Tratta' }).click()
    await eventually(async () =>
      expect(
        await app.sql`select distance_km, price1to3_pax from route_prices where id = ${route?.id}`,
      ).toEqual([{ distanceKm: 1095, price1to3Pax: '138.50' }]),
    )
  },
)

test('a place that routes use is not deleted, and the panel names the routes', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.goto('/admin/localita/?search=Stazione%20Lecce')
  await page.getByRole('button', { name: 'Elimina Stazione Lecce' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
  await page.getByText(/Impossibile eliminare la località: è utilizzata in tratte esistenti \(/).waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: 'Stazione Lecce' })
    .getByText(/^40,\d{4} 18,\d{4}$/)
    .waitFor()
})

test(
  'the import of the comuni is a job whose progress the panel shows, also after a reload',
  long,
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    const worker = await startWorker(app.runtime, app.databaseUrl)
    await page.goto('/admin/localita/')
    await page.getByRole('button', { name: 'Importa comuni di Lecce' }).click()
    await page.getByText('Completata').waitFor()
    await page.reload()
    await page.getByText('Comuni aggiunti: 96').waitFor()
    await page.getByText('96 elementi').waitFor()
    await worker.stop()
  },
)

test('a route is created: distance calculated, slug built, prices parsed, shown in the list and on the site', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.goto('/admin/tratte/nuova/')
  await page.getByRole('button', { name: 'Salva Tratta' }).click()
  await page.getByText('Seleziona una località di partenza').first().waitFor()
  await page.getByText('Seleziona una località di destinazione').first().waitFor()

  // The calculation is delayed, so that the test can check the fields during the calculation.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/calculate-route-details', async (route) => {
    await held
    await route.continue()
  })
  await pick(page.getByLabel('Partenza'), 'Porto di Brindisi')
  await pick(page.getByLabel('Destinazione'), 'Gallipoli')
  const distance = page.getByLabel('Distanza (km)')
  await expect.poll(() => distance.inputValue()).toBe('Calcolando...')
  await expect.poll(() => distance.isDisabled()).toBe(true)
  release()
  await expect.poll(async () => Number(await distance.inputValue())).toBeGreaterThan(60)
  await expect.poll(() => distance.isEnabled()).toBe(true)
  await page.getByText('Stima sulla rete stradale').waitFor()
  await page.getByRole('button', { name: 'Auto' }).click()
  await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('porto-di-brindisi-gallipoli')
  await expect
    .poll(() => page.getByLabel('URL canonico').inputValue())
    .toBe('https://www.salento.example/tratte/transfer-porto-di-brindisi-gallipoli/')
  await page.getByLabel('Auto, fino a 3 passeggeri').fill('centodieci')
  await page.getByRole('button', { name: 'Salva Tratta' }).click()
  await page.getByText('Scrivi il prezzo in euro, per esempio 40 oppure 40,50').first().waitFor()
  await expect.poll(() => page.getByLabel('Slug').inputValue()).toBe('porto-di-brindisi-gallipoli')
  await page.getByLabel('Auto, fino a 3 passeggeri').fill('112,50')
  await page.getByLabel('3-4 passeggeri').fill('10')
  await page.getByRole('button', { name: 'Salva Tratta' }).click()
  const question = page.getByRole('dialog', { name: 'Questi prezzi sono giusti?' })
  await question.getByText('Economy 3-4').waitFor()
  expect(await idOf(app, 'porto-di-brindisi-gallipoli')).toBeUndefined()
  await question.getByRole('button', { name: 'Annulla' }).click()
  // The page behind the dialog is inert until the dialog has faded.
  await question.waitFor({ state: 'detached' })
  await page.getByLabel('3-4 passeggeri').fill('')
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Salva Tratta' }).click()
  await page.getByRole('heading', { name: 'Lista Tratte' }).waitFor()
  await app.sql`
    update route_prices set price_min2_pax = 31, price3to4_pax = 91 where slug = 'aeroporto-brindisi-lecce'`
  await page.getByRole('searchbox').fill('aeroporto-brindisi-lecce')
  const listed = page.getByRole('row').filter({ hasText: /Aeroporto Brindisi → Lecce/ })
  await expect.poll(() => listed.first().textContent()).toMatch(/31\s€.*91\s€/)
  await page.getByRole('searchbox').fill('porto-di-brindisi-gallipoli')
  const row = page.getByRole('row').filter({ hasText: /Porto di Brindisi → Gallipoli/ })
  await row.getByText('Economy condiviso').waitFor()
  await expect.poll(() => row.textContent()).toMatch(/\d+ km · .*min/)
  await expect.poll(() => row.getByText('Su richiesta').count()).toBe(2)
  await expect.poll(() => row.textContent()).toMatch(/1-3: 112,50\s€/)
  await expect
    .poll(() => row.getByRole('link', { name: /^Apri sul sito/ }).getAttribute('href'))
    .toBe('/tratte/transfer-porto-di-brindisi-gallipoli/')
  const mail = decodeURIComponent(
    (await row.getByRole('link', { name: /^Richiedi Quotazione/ }).getAttribute('href')) ?? '',
  )
  expect(mail).toMatch(/^mailto:[^?]+@[^?]+\?subject=Quotazione Porto di Brindisi - Gallipoli/)
  expect(mail).toContain('Prezzi mancanti: min 2 passeggeri, 3-4 passeggeri, 5-7 passeggeri')
  await eventually(async () =>
    expect((await app.get('/tratte/transfer-porto-di-brindisi-gallipoli/')).text).toContain('112,50'),
  )
  // Chromium reports the refused form as an error.
  expect(browser.problems().filter((one) => !one.includes('422'))).toEqual([])
})

test('a route is switched off in the list, found in its saved view, and deleted after a question that names it', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.goto('/admin/tratte/?search=aeroporto-brindisi-otranto')
  const row = page.getByRole('row').filter({ hasText: /Aeroporto Brindisi → Otranto/ })
  await row.getByText('Attiva', { exact: true }).waitFor()
  await row.getByRole('checkbox', { name: /^Attiva/ }).click()
  await row.getByText('Disattiva', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Disattivate' }).click()
  await expect.poll(() => page.url()).toContain('active=false')
  await page.getByText('6 elementi').waitFor()
  await row.getByRole('button', { name: /^Elimina/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Eliminare la tratta Aeroporto Brindisi – Otranto?' })
  await dialog.getByRole('button', { name: 'Elimina' }).click()
  await page.getByText('5 elementi').waitFor()
  await page.getByRole('link', { name: 'Principali' }).click()
  await page.getByText(/^2\d elementi/).waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: 'Principali' }).getAttribute('aria-current'))
    .toBe('page')
})

test(
  'the form creates the family of a main route, with labels, links and no edit of the return, and deletes it',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const worker = await startWorker(app.runtime, app.databaseUrl)
    const page = await openPanel(app, browser)
    await page.goto(`/admin/tratte/${await idOf(app, 'aeroporto-brindisi-otranto')}/`)
    const main = page.getByRole('checkbox', { name: /^Tratta Principale/ })
    await main.waitFor()
    if (!(await main.isChecked())) await main.check()
    await page.getByLabel('Auto, fino a 3 passeggeri').fill('99')
    await page.getByRole('button', { name: 'Aggiorna Tratta' }).click()
    await page.getByText('Tratta aggiornata').waitFor()
    await page.getByRole('button', { name: 'Crea Tratte Correlate' }).click()
    await page.getByText('Completata').waitFor()
    const family = page.getByRole('table', { name: 'Tratte correlate' })
    const back = family.getByRole('row').filter({ hasText: 'Ritorno' })
    await back.getByText('otranto-aeroporto-brindisi', { exact: true }).waitFor()
    const onSite = await back.getByRole('link', { name: /^Apri sul sito/ }).getAttribute('href')
    expect(onSite).toMatch(/\/tratte\/transfer-otranto-aeroporto-brindisi\/$/)
    await eventually(async () =>
      expect((await app.get(new URL(onSite ?? '', app.origin).pathname)).status).toBe(200),
    )
    await expect.poll(() => back.getByRole('link', { name: /^Modifica/ }).count()).toBe(0)
    await back.getByText('Dati dell’andata', { exact: true }).waitFor()
    await family
      .getByRole('row')
      .filter({ hasText: 'Stazione' })
      .first()
      .getByRole('link', { name: /^Modifica/ })
      .waitFor()
    expect(await axeProblems(page)).toEqual([])

    // The form has the new version, so a second save succeeds. The return route gets the new price.
    await page.getByLabel('Auto, fino a 3 passeggeri').fill('101')
    await page.getByRole('button', { name: 'Aggiorna Tratta' }).click()
    await eventually(async () => {
      const found = await app.get('/api/transfer-routes/otranto-aeroporto-brindisi')
      expect(found.body).toMatchObject({ price1to3Pax: '101' })
    })
    await page.reload()
    await back.getByText('otranto-aeroporto-brindisi', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Elimina Correlate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
    await page.getByText('Nessuna tratta correlata').waitFor()
    await page.getByRole('button', { name: 'Crea Tratte Correlate' }).click()
    await page.getByText('Otranto – Aeroporto Brindisi: ripristinata').waitFor()
    await page.getByText('Stazione Lecce – Otranto: esisteva già, collegata').waitFor()
    await back.getByText('otranto-aeroporto-brindisi', { exact: true }).waitFor()
    expect(browser.problems()).toEqual([])
    await worker.stop()
  },
)

test(
  'staff link a route that they find by its places, unlink it, undo that, and read why a route is refused',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    const id = await idOf(app, 'aeroporto-brindisi-otranto')
    await app.sql`update route_prices set is_main_route = true where id = ${id}`
    await page.goto(`/admin/tratte/${id}/`)
    const field = page.getByRole('combobox', { name: 'Collega una tratta che esiste già' })
    const family = page.getByRole('table', { name: 'Tratte correlate' })
    const bari = family.getByRole('row').filter({ hasText: 'aeroporto-bari-otranto' })
    await field.fill('bari otranto')
    await page.getByRole('option', { name: /^Aeroporto Bari → Otranto/ }).click()
    await page.getByText('Tratta collegata').waitFor()
    await bari.waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    await bari.getByRole('button', { name: 'Scollega Aeroporto Bari → Otranto' }).click()
    await page.getByText('Tratta scollegata').waitFor()
    await bari.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Annulla', exact: true }).last().click()
    await bari.waitFor()
    expect(await app.sql`select act from bulk_acts where undone = 1`).toEqual([
      { act: 'DELETE /api/admin/correlated-routes/:id/routes/:routeId' },
    ])
    expect(await axeProblems(page)).toEqual([])

    // A route that already belongs to another main route is refused at the field, with that route.
    const other = await idOf(app, 'aeroporto-brindisi-gallipoli')
    await app.sql`
    update route_prices set main_route_id = ${other} where slug = 'stazione-lecce-otranto'`
    await field.fill('lecce otranto')
    await page.getByRole('option', { name: /^Stazione Lecce → Otranto/ }).click()
    await page
      .getByText('è già correlata di Aeroporto Brindisi – Gallipoli: prima scollegala da quella.')
      .waitFor()

    await bari.getByRole('link', { name: /^Modifica/ }).click()
    const main = page.getByRole('region', { name: 'Tratta principale' })
    await main.getByRole('link', { name: 'Aeroporto Brindisi → Otranto' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await main.getByRole('button', { name: 'Scollega' }).click()
    await main.waitFor({ state: 'detached' })
    expect(browser.problems().filter((problem) => !problem.includes('409'))).toEqual([])
  },
)

test('two people who save one route see both versions, and nothing is overwritten unseen', long, async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  const id = await idOf(app, 'aeroporto-bari-otranto')
  await page.goto(`/admin/tratte/${id}/`)
  await page.getByLabel('Van, fino a 8 passeggeri').fill('999')
  const staff = await app.logIn()
  const theirs = (await app.get(`/api/admin/route-prices/${id}`, staff)).body
  await app.send('PUT', `/api/admin/route-prices/${id}`, { ...theirs, price4to8Pax: 888 }, staff)
  await page.getByRole('button', { name: 'Aggiorna Tratta' }).click()
  await page.getByRole('button', { name: 'Sono giusti, salva' }).click()
  const dialog = page.getByRole('dialog', { name: 'Un’altra persona ha salvato nel frattempo' })
  const price = dialog.getByRole('group', { name: 'Van, fino a 8 passeggeri' })
  await price.getByText('888').waitFor()
  await expect
    .poll(async () => (await app.get(`/api/admin/route-prices/${id}`, staff)).body.price4to8Pax)
    .toBe('888')
  await price.getByRole('radio', { name: 'La mia: 999' }).check()
  await dialog.getByRole('button', { name: 'Salva così' }).click()
  await eventually(async () =>
    expect((await app.get(`/api/admin/route-prices/${id}`, staff)).body.price4to8Pax).toBe('999'),
  )
})

test(
  'names and aliases of a place are edited below the place, by keyboard, and no unsaved change of either is lost',
  long,
  async () => {
    await using browser = await openBrowser()
    const page = await openPanel(app, browser, { viewport: { width: 390, height: 844 } })
    const [place] = await app.sql<[{ id: number }]>`select id from locations where name = 'Otranto'`
    await page.goto(`/admin/localita/${place.id}/`)
    const section = page.getByRole('group', { name: 'Nomi e lingue' })
    await section.getByText('In italiano la località si chiama Otranto').waitFor()
    await expect.poll(() => section.getByLabel('Nome in francese').inputValue()).toBe('Otrante')
    const aliases = section.getByLabel('Altri nomi in italiano')
    await expect.poll(() => aliases.inputValue()).toMatch(/^Hydruntum$/m)
    expect(await axeProblems(page)).toEqual([])

    await section.getByLabel('Nome in inglese').fill('Otranto Town')
    await aliases.fill('Hydruntum\nGallipoli')
    await page.getByRole('button', { name: 'Salva Nomi' }).click()
    await section.getByText('«Gallipoli» è già un nome della località Gallipoli').waitFor()
    await expect.poll(() => aliases.inputValue()).toBe('Hydruntum\nGallipoli')
    await aliases.press('Control+a')
    await page.keyboard.type('Hydruntum')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Città dei Martiri')
    await page.keyboard.press('Control+s')
    await page.getByText('Nomi salvati: il sito li trova subito').waitFor()
    expect(await app.sql`select names, aliases from location_names where id = ${place.id}`).toEqual([
      {
        names: { en: 'Otranto Town', fr: 'Otrante' },
        aliases: { it: ['Hydruntum', 'Città dei Martiri'] },
      },
    ])

    // The form of the place also asks before staff leave it, although the form of the place's names was opened later.
    await page.getByLabel('CAP').fill('73029')
    await page.getByRole('button', { name: 'Annulla' }).click()
    const question = page.getByRole('dialog', { name: 'Uscire senza salvare?' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByLabel('CAP').inputValue()).toBe('73029')
    // The only refused save contained an alias that is the name of another place.
    expect(browser.problems()).toEqual([expect.stringContaining('422')])
  },
)

test('a text by AI needs a prompt, and says so when no provider has a key', long, async () => {
  await app.sql`
    insert into ai_prompts (name, prompt, provider, field_type)
    values ('Spiagge', 'Descrivi {localita}', 'openai', 'description')`
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  const [place] = await app.sql`select id from locations where name = 'Otranto'`
  await page.goto(`/admin/localita/${place?.id}/`)
  const texts = page.getByRole('region', { name: 'Descrizione con AI' })
  await texts.getByRole('button', { name: /^Genera con AI/ }).click()
  await texts.getByText('Prompt AI richiesto').waitFor()
  await texts.getByLabel('Prompt per descrizione').selectOption({ label: 'Spiagge (ChatGPT)' })
  await texts.getByRole('button', { name: /^Genera con AI/ }).click()
  await page.getByText('API non configurata').waitFor()
})

test(
  'a text by AI is shown as a draft next to the current text, and replaces it only when accepted',
  long,
  async () => {
    await using server = await openAnthropic()
    server.usual.text = 'Otranto è il paese più a est.'
    await using app = await startApp({ data: 'demo', env: server.env })
    await app.sql`
    insert into ai_prompts (name, prompt, provider, field_type)
    values ('Tratta', 'Da {partenza} a {destinazione}', 'anthropic', 'general')`
    await using browser = await openBrowser()
    const worker = await startWorker(app.runtime, app.databaseUrl)
    const page = await openPanel(app, browser)
    await page.goto(`/admin/tratte/${await idOf(app, 'aeroporto-brindisi-otranto')}/`)
    const texts = page.getByRole('region', { name: 'Descrizione con AI' })
    const field = texts.getByRole('textbox')
    await field.fill('Scritto a mano.')
    await texts.getByLabel('Prompt per descrizione').selectOption({ label: 'Tratta (Claude)' })
    await texts.getByRole('button', { name: /^Genera con AI/ }).click()
    const draft = page.getByRole('article', { name: 'Bozza: Descrizione' })
    await draft.getByText('Otranto è il paese più a est.').waitFor()
    await expect.poll(() => field.inputValue()).toBe('Scritto a mano.')
    expect(await axeProblems(page)).toEqual([])
    await draft.getByRole('button', { name: 'Aggiungi in fondo' }).click()
    await expect.poll(() => field.inputValue()).toBe('Scritto a mano.\n\nOtranto è il paese più a est.')
    await worker.stop()
  },
)

test('a missed page becomes a redirect in a few taps on a phone', long, async () => {
  await using app = await startApp({ data: 'demo' })
  await using browser = await openBrowser()
  const page = await openPanel(app, browser, { viewport: { width: 390, height: 844 } })
  await app.get('/offerte-estate/', { referer: 'https://blog.example/' })
  const staff = await app.logIn()
  await eventually(async () =>
    expect((await app.get('/api/admin/not-found', staff)).body.items).toHaveLength(1),
  )
  await page.goto('/admin/reindirizzamenti/')
  await page.getByText(/^Nessun reindirizzamento/).waitFor()
  await page.getByRole('link', { name: 'Pagine non trovate' }).click()
  await page.getByText('blog.example').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page
    .getByRole('link', { name: /^Reindirizza/ })
    .last()
    .click()
  await expect.poll(() => page.getByLabel('Indirizzo vecchio').inputValue()).toBe('/offerte-estate/')
  await page.getByLabel('Indirizzo nuovo').fill('/prezzi/')
  await page.getByRole('button', { name: 'Crea reindirizzamento' }).click()
  await page.getByRole('row').filter({ hasText: '/offerte-estate/' }).waitFor()
  await eventually(async () => expect((await app.get('/offerte-estate/')).status).toBe(301))
})
