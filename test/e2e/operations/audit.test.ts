import { expect, test } from 'vitest'
import { dayAfter, romanDay } from '../../../src/kernel/romanDay.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

test('two presses show who changed what yesterday, and a change is restored from the log', async () => {
  await app.sql`
    insert into audit_log (actor, action, subject, before, after, at)
    values ('anna', 'catalog:locationChanged', 'locations/1', '{"cap":"73100"}', '{"cap":"73014"}', now() - interval '1 day')`
  const staff = await app.logIn()
  const path = '/api/admin/transfer-types/1'
  const { body: type } = await app.get(path, staff)
  await app.send('PUT', path, { ...type, description: 'Otto posti e bagagli' }, staff)
  const [{ name }] = await app.sql<[{ name: string }]>`select name from locations where id = 1`

  const page = await openPanel(app, browser)
  await page.goto('/admin/account/')
  await page.getByRole('link', { name: 'Registro Modifiche' }).click()
  await page.getByRole('button', { name: 'Ieri' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'anna, località modificata' })
  await entry.getByRole('link', { name }).waitFor()
  await entry.getByText('CAP: 73100 → 73014').waitFor()
  await page.getByRole('heading', { name: /^Ieri, / }).waitFor()
  const yesterday = dayAfter(romanDay(new Date()), -1)
  await expect.poll(() => new URL(page.url()).search).toBe(`?from=${yesterday}&to=${yesterday}`)
  await page.reload()
  await page.getByRole('button', { name: 'Ieri', pressed: true }).waitFor()
  await entry.waitFor()

  await page.getByRole('button', { name: 'Oggi' }).click()
  await page.getByLabel('Che cosa').selectOption('Tratte')
  const changed = page.getByRole('listitem').filter({ hasText: 'tipologia modificata' })
  await changed.getByText('Otto posti e bagagli').first().waitFor()
  expect(await axeProblems(page)).toEqual([])
  await changed.getByRole('button', { name: 'Ripristina' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ripristina' }).click()
  await page.getByText('Modifica ripristinata').first().waitFor()
  await changed.filter({ hasText: 'ripristinata' }).waitFor()
  await expect.poll(async () => (await app.get(path, staff)).body.description).toBe(type.description)
  for (const description of ['Nove posti', 'Dieci posti'])
    await app.send('PUT', path, { ...(await app.get(path, staff)).body, description }, staff)
  await page.reload()
  const early = changed.filter({ hasText: '→ Nove posti' })
  await early.getByRole('button', { name: 'Ripristina' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ripristina' }).click()
  await page.getByText('Il dato è cambiato di nuovo dopo questa modifica: Descrizione.').first().waitFor()
  expect(browser.problems().filter((problem) => !problem.includes('409'))).toEqual([])
})

test('an entry is in words: names instead of ids, days, money, yes and no, and nobody', async () => {
  const staff = await app.logIn()
  const post = async (path: string, form: object): Promise<number> =>
    (await app.post(`/api/admin/${path}`, form, staff)).body.id
  const vehicleId = await post('vehicles', { plate: 'WW100AA', kind: 'minivan', seats: 8, bags: 8 })
  const driverId = await post('drivers', { name: 'Ugo Mari', phone: '347 1234567', languages: ['it'] })
  const [pickupAt, endsAt] = ['2031-01-10T10:00:00.000Z', '2031-01-10T10:45:00.000Z']
  const trip = { from: 'Lecce', to: 'Otranto', pickupAt, endsAt, passengers: 2, bags: 1, total: '90,50' }
  const id = await post('trips', trip)
  await app.post(`/api/admin/trips/${id}/assign`, { vehicleId, driverId }, staff)
  await app.send('PATCH', `/api/admin/trips/${id}`, { state: 'planned', total: '80' }, staff)
  const path = `/api/admin/drivers/${driverId}`
  const { body: driver } = await app.get(path, staff)
  const daysOff = [{ from: '2031-02-01', until: '2031-02-03' }]
  await app.send('PUT', path, { ...driver, daysOff, languages: ['it', 'de'], isActive: false }, staff)

  const page = await openPanel(app, browser, { isSuperAdmin: true })
  await page.goto('/admin/registro/')
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  const lines = async (text: string) => {
    const found = await entry(text).locator('dl > div').allTextContents()
    return found.map((line) => line.replaceAll('\u00a0', ' '))
  }
  await entry('viaggio assegnato').waitFor()
  await expect
    .poll(() => lines('viaggio assegnato'))
    .toEqual(['Stato: da assegnare → assegnato', 'Autista: nessuno → Ugo Mari', 'Veicolo: nessuno → WW100AA'])
  expect((await lines('viaggio modificato')).sort()).toEqual([
    'Autista: Ugo Mari → nessuno',
    'Prezzo: 90,50 € → 80 €',
    'Stato: assegnato → da assegnare',
    'Veicolo: WW100AA → nessuno',
  ])
  expect((await lines('autista modificato')).sort()).toEqual([
    'Attivo: sì → no',
    'Giorni di riposo: — → 01/02/2031–03/02/2031',
    'Lingue: Italiano → Italiano, Tedesco',
  ])
  await entry('viaggio assegnato').getByText('Ripristina').first().waitFor()

  // A driver who was deleted since has only a number.
  await app.send('DELETE', path, undefined, staff)
  await page.reload()
  await expect
    .poll(() => lines('viaggio assegnato'))
    .toContain(`Autista: nessuno → n. ${driverId}, non c’è più`)
})
