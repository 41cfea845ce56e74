import { expect, test } from 'vitest'
import { startWorker } from '../../../src/worker/worker.ts'
import { type App, eventually, startApp } from '../../app.ts'
import { axeProblems, openBrowser } from '../../browser.ts'
import { long } from '../../length.ts'
import { openPanel, pick, unfold } from '../../panel.ts'

/** Leaves the generator exactly nine places to plan routes to. Returns the number of remaining routes. */
async function withGaps(app: App): Promise<number> {
  await app.sql`
    delete from route_prices where departure_location_id = 4
      and slug ~ '^aeroporto-brindisi-(gallipoli|otranto|lecce|nardo|maglie|galatina|tricase|ugento|casarano)$'`
  await app.sql`
    update locations set exclude_from_bulk = true where id <> 4 and not exists (
      select from route_prices where departure_location_id = 4 and destination_location_id = locations.id)
      and name <> all(${['Gallipoli', 'Otranto', 'Lecce', 'Nardò', 'Maglie', 'Galatina', 'Tricase', 'Ugento', 'Casarano']})`
  const [{ count }] = await app.sql<[{ count: number }]>`select count(*) from route_prices`
  return count
}

const routesOf = async (app: App) =>
  (await app.sql<[{ count: number }]>`select count(*) from route_prices`)[0].count

test(
  'a run is planned, started, shown again when the section is reopened, and its pages wait at the index gate',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const before = await withGaps(app)
    await using browser = await openBrowser()
    const page = await openPanel(app, browser)
    await page.goto('/admin/')
    await unfold(page)
    await page.getByRole('link', { name: 'Creazione Tratte' }).click()
    await page.getByRole('heading', { name: 'Creazione Tratte' }).waitFor()
    await expect.poll(() => page.getByLabel('Partenza').inputValue()).toBe('Aeroporto Brindisi')
    for (const label of ['Partenza', 'Tipologia transfer'])
      await expect.poll(() => page.getByLabel(label, { exact: true }).count()).toBe(1)
    const excluded = page.getByRole('list', { name: 'Località escluse' })
    for (const name of [
      'Aeroporto Bari',
      'Aeroporto Brindisi',
      'Porto di Brindisi',
      'Stazione Brindisi',
      'Stazione Lecce',
    ])
      await excluded.getByText(name, { exact: true }).waitFor()
    await pick(page.getByLabel('Escludi un’altra località'), 'Ugento')
    await excluded.getByText('Ugento', { exact: true }).waitFor()
    for (const [label, value] of [
      ['Min 2 passeggeri', '40'],
      ['3-4 passeggeri', '110'],
      ['5-7 passeggeri', '120'],
      ['Auto, fino a 3 passeggeri', '110'],
      ['Van, fino a 8 passeggeri', '130'],
    ] as const)
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe(value)
    await page.getByLabel('Auto, fino a 3 passeggeri').fill('centodieci')
    await page.getByRole('button', { name: 'Mostra il piano' }).click()
    await page.getByText('Scrivi il prezzo in euro, per esempio 40 oppure 40,50').first().waitFor()
    await page.getByLabel('Auto, fino a 3 passeggeri').fill('112,50')
    await page.getByRole('button', { name: 'Mostra il piano' }).click()
    const plan = page.getByRole('region', { name: 'Piano da Aeroporto Brindisi' })
    const row = plan.getByRole('row').filter({ hasText: 'Gallipoli' })
    await expect.poll(() => row.getByLabel('Privato 1-3, Gallipoli').inputValue()).toBe('112,50')
    await row.getByText(/\d+ km · /).waitFor()
    await expect.poll(() => plan.getByRole('row').filter({ hasText: 'Ugento' }).count()).toBe(0)
    expect(await routesOf(app)).toBe(before)
    await page.getByLabel('Come si calcolano').selectOption('rule')
    await plan.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Mostra il piano' }).click()
    await row.waitFor()
    expect(await axeProblems(page)).toEqual([])

    const create = plan.getByRole('button', { name: /^Crea / })
    await plan.getByLabel('Entro km').fill('60')
    await expect.poll(() => create.textContent()).toMatch(/^Crea [1-7] tratt[ae]$/)
    await expect.poll(() => plan.getByRole('row').filter({ hasText: 'Gallipoli' }).count()).toBe(0)
    await plan.getByLabel('Entro km').fill('')
    await plan.getByLabel('Provincia').selectOption('LE')
    await row.getByRole('checkbox', { name: 'Gallipoli' }).uncheck()
    await expect.poll(() => create.textContent()).toBe('Crea 7 tratte')
    await row.getByRole('checkbox', { name: 'Gallipoli' }).check()

    const price = row.getByLabel('Privato 1-3, Gallipoli')
    await price.fill('9x')
    await expect.poll(() => create.isDisabled()).toBe(true)
    await price.fill('9')
    await row.getByLabel('Privato 4-8, Gallipoli').focus()
    await plan.getByText('Un prezzo sembra fuori misura.').waitFor()
    await expect.poll(() => price.getAttribute('title')).toMatch(/9 €/)
    await price.fill('97,50')
    await row.getByLabel('Privato 4-8, Gallipoli').focus()
    await plan.getByText('Un prezzo sembra fuori misura.').waitFor({ state: 'detached' })
    expect(await axeProblems(page)).toEqual([])
    await create.click()
    const dialog = page.getByRole('dialog', { name: 'Creare 8 tratte da Aeroporto Brindisi?' })
    await dialog.getByRole('button', { name: 'Avvia creazione' }).click()
    const run = page.getByRole('region', { name: 'Creazione tratte' })
    await run.getByText('In coda').waitFor()
    await expect.poll(() => page.url()).toMatch(/\?job=\d+$/)

    await page.goto('/admin/')
    const worker = await startWorker(app.runtime, app.databaseUrl)
    await page.goto('/admin/bulk-routes/')
    await run.getByText('In corso').waitFor()
    await run.getByText(/^\S+ Aeroporto Brindisi – Casarano: creata \(\d+ km\)$/).waitFor()
    await page
      .getByRole('list')
      .filter({ hasText: 'In corso' })
      .getByRole('link', { name: /^\d\d\/\d\d\/\d\d/ })
      .click()
    await run.getByText('Completata').waitFor()
    await page.getByText(/^8 tratte create/).waitFor()
    expect(await axeProblems(page)).toEqual([])
    expect(await routesOf(app)).toBe(before + 8)
    const [made] = await app.sql`
    select price1to3_pax::float as car from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
    expect(made?.car).toBe(97.5)
    const shownRun = page.url()
    await worker.stop()

    await page.getByRole('link', { name: 'Pagine fuori dai motori di ricerca' }).click()
    const listed = page.getByRole('row').filter({ hasText: /Aeroporto Brindisi → Gallipoli/ })
    await listed.getByText('Fuori dall’indice').waitFor()
    await page.getByText('8 elementi').waitFor()

    // Two presses undo the run, except the route that a colleague has changed.
    const [{ id }] = await app.sql<[{ id: number }]>`
    select id from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
    const updates = [{ id, field: 'price1to3Pax', value: 98 }]
    expect((await app.send('PUT', '/api/bulk-pricing/update', { updates }, await app.logIn())).status).toBe(
      200,
    )
    await page.goto(shownRun)
    await page.getByRole('button', { name: 'Annulla questa creazione' }).click()
    const undo = page.getByRole('dialog', { name: 'Annullare questa creazione?' })
    await undo.getByRole('listitem').filter({ hasText: 'Gallipoli: prezzo cambiato' }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await undo.getByRole('button', { name: 'Togli 7 tratte' }).click()
    await page.getByText(/7 poi tolte/).waitFor()
    expect(await routesOf(app)).toBe(before + 1)
    await page.getByRole('button', { name: 'Annulla', exact: true }).click()
    await page.getByText(/7 poi tolte/).waitFor({ state: 'detached' })
    expect(await routesOf(app)).toBe(before + 8)
    // Chromium reports the refused plan as an error.
    expect(browser.problems().filter((one) => !one.includes('422'))).toEqual([])
  },
)

test('a run is cancelled and resumed at the same place, without an extra route', long, async () => {
  await using app = await startApp({ data: 'demo' })
  const before = await withGaps(app)
  await using browser = await openBrowser()
  const worker = await startWorker(app.runtime, app.databaseUrl)
  const page = await openPanel(app, browser, { viewport: { width: 390, height: 844 } })
  await page.goto('/admin/bulk-routes/')
  await page.getByLabel('Pausa tra le località').fill('1500')
  await page.getByRole('button', { name: 'Mostra il piano' }).click()
  await page.getByRole('button', { name: 'Crea 9 tratte' }).click()
  await page.getByRole('button', { name: 'Avvia creazione' }).click()
  const run = page.getByRole('region', { name: 'Creazione tratte' })
  await run.getByText(/Casarano: creata/).waitFor()
  await run.getByRole('button', { name: 'Annulla operazione' }).click()
  await run.getByText('Annullata', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Riprendi da dove si è fermata' }).click()
  await run.getByText('Completata').waitFor()
  await page.getByText(/^9 tratte create/).waitFor()
  expect(await routesOf(app)).toBe(before + 9)
  expect(await axeProblems(page)).toEqual([])
  expect(browser.problems()).toEqual([])
  await worker.stop()
})

test('a route’s form says why its page is not in search engines, and staff admit it there', async () => {
  await using app = await startApp({ data: 'demo' })
  const slug = 'aeroporto-brindisi-otranto'
  const [{ id }] = await app.sql<[{ id: number }]>`
    update route_prices set indexing = 'gate', gate_reasons = '{text,distance}', distance_source = 'stima'
    where slug = ${slug} returning id`
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.goto(`/admin/tratte/${id}/`)
  const block = page.getByRole('region', { name: /^Motori di ricerca/ })
  await block.getByText('Fuori dall’indice').waitFor()
  await block.getByText(/almeno 100 parole/).waitFor()
  await block.getByText('distanza non verificata').waitFor()
  await block.getByText('La distanza è una stima: salvando la tratta la confermi.').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await block.getByRole('button', { name: 'Ammetti senza controllo' }).click()
  await block.getByText('Nell’indice').waitFor()
  await eventually(async () =>
    expect((await app.get(`/tratte/transfer-${slug}/`)).text).not.toContain('content="noindex"'),
  )
  await block.getByRole('button', { name: 'Rimanda al controllo' }).click()
  await block.getByText('Fuori dall’indice').waitFor()
  expect(browser.problems()).toEqual([])
})

test('a checkbox in its form excludes a place from runs', async () => {
  await using app = await startApp({ data: 'demo' })
  await withGaps(app)
  const [{ id }] = await app.sql<[{ id: number }]>`select id from locations where name = 'Gallipoli'`
  await using browser = await openBrowser()
  const page = await openPanel(app, browser)
  await page.goto(`/admin/localita/${id}/`)
  await page.getByRole('checkbox', { name: /^Escludi da Creazione Tratte/ }).check()
  await page.getByRole('button', { name: 'Aggiorna Località' }).click()
  await page.getByText('Località aggiornata').waitFor()
  await page.goto('/admin/bulk-routes/')
  await page.getByRole('list', { name: 'Località escluse' }).getByText('Gallipoli', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Mostra il piano' }).click()
  await page.getByRole('button', { name: 'Crea 8 tratte' }).waitFor()
  expect(browser.problems()).toEqual([])
})
