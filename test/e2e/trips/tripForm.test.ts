import { expect, test } from 'vitest'
import { type DriverEventName, TripState } from '../../../src/modules/trips/trips/contract.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })
const staff = await app.logIn({ role: 'operatore' })

async function post(path: string, body: object): Promise<{ id: number }> {
  const { status, body: reply, text } = await app.post(`/api/admin/${path}`, body, staff)
  expect(status, `${path}: ${text}`).toBeLessThan(300)
  return reply
}

/** Steps with which a trip that is assigned gets into a state. */
const steps: Partial<Record<TripState, DriverEventName[]>> = {
  started: ['started'],
  onSite: ['started', 'onSite'],
  aboard: ['started', 'onSite', 'aboard'],
  finished: ['started', 'onSite', 'aboard', 'finished'],
  noShow: ['started', 'onSite', 'noShow'],
}

let trips = 0

/**
 * Adds a trip that begins in an hour, so that it can be started, with its own vehicle and driver. Its times have seconds,
 * which the form does not show.
 */
async function tripIn(state: TripState): Promise<number> {
  trips += 1
  const pickupAt = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_630_000)
  const endsAt = new Date(pickupAt.getTime() + 3_600_000)
  const ride = { from: 'Lecce', to: 'Gallipoli', pickupAt, endsAt, passengers: 2, bags: 1, total: '80' }
  const { id } = await post('trips', ride)
  if (state === 'planned') return id
  const vehicle = await post('vehicles', { plate: `FM${100 + trips}AA`, kind: 'minivan', seats: 8, bags: 8 })
  const driver = await post('drivers', { name: `Ugo ${trips}`, phone: '347 1234567' })
  await post(`trips/${id}/assign`, { vehicleId: vehicle.id, driverId: driver.id })
  if (state === 'cancelled') await app.send('PATCH', `/api/admin/trips/${id}`, { state }, staff)
  for (const event of steps[state] ?? [])
    await post(`trips/${id}/events`, {
      event,
      at: new Date().toISOString(),
      key: `${id} ${event}`,
      km: 100,
    })
  expect((await rowOf(id))?.state).toBe(state)
  return id
}

const rowOf = async (id: number) =>
  (
    await app.sql`
      select state, from_place as "from", to_place as "to", address, flight_or_train, passengers, bags, total,
        pickup_at, ends_at, vehicle_id, driver_id
      from trips where id = ${id}`
  )[0]

/** Reasons that staff read, and the fields that they can change, by state. */
const expected: Record<TripState, { reason: RegExp | null; fields: Record<string, string> }> = {
  planned: { reason: null, fields: everyField() },
  assigned: { reason: null, fields: everyField() },
  started: { reason: /foglio di servizio è già scritto/, fields: everyField() },
  onSite: { reason: /foglio di servizio è già scritto/, fields: everyField() },
  aboard: { reason: /già a bordo: partenza e ora non cambiano più/, fields: everyField(['Partenza']) },
  finished: { reason: /si può correggere solo il prezzo/, fields: {} },
  noShow: { reason: /si può correggere solo il prezzo/, fields: {} },
  cancelled: { reason: /è annullato: riaprilo prima/, fields: {} },
}

function everyField(but: string[] = []): Record<string, string> {
  const all = {
    Partenza: 'Otranto',
    Destinazione: 'Nardò',
    Indirizzo: 'Via Lecce 2',
    'Volo o treno': 'FR1234',
    Passeggeri: '4',
    Bagagli: '3',
  }
  return Object.fromEntries(Object.entries(all).filter(([label]) => !but.includes(label)))
}

const columns: Record<string, string> = {
  Partenza: 'from',
  Destinazione: 'to',
  Indirizzo: 'address',
  'Volo o treno': 'flightOrTrain',
  Passeggeri: 'passengers',
  Bagagli: 'bags',
}

test('a trip in any state is changed and saved as far as its state allows, and keeps its state', async () => {
  const page = await openPanel(app, browser)
  for (const state of TripState.anyOf.map((one) => one.const)) {
    const id = await tripIn(state)
    const before = await rowOf(id)
    await page.goto(`/admin/viaggi/${id}/`)
    const field = (label: string) =>
      page.getByRole('textbox', { name: new RegExp(`^${label}( \\(€\\))?( ?facoltativo)?$`) })
    await field('Prezzo').waitFor()
    const { reason, fields } = expected[state]
    if (reason) await page.getByText(reason).waitFor()
    for (const label of Object.keys(columns))
      await expect
        .poll(() => field(label).isEditable(), { message: `${state}: ${label}` })
        .toBe(label in fields)
    if (state === 'aboard' || state === 'cancelled') expect(await axeProblems(page)).toEqual([])
    for (const [label, value] of Object.entries(fields)) await field(label).fill(value)
    await field('Prezzo').fill('91,50')
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await page.getByText(/^Viaggio salvato/).waitFor()
    const changed = Object.fromEntries(
      Object.entries(fields).map(([label, value]) => [
        columns[label],
        ['Passeggeri', 'Bagagli'].includes(label) ? Number(value) : value,
      ]),
    )
    expect(await rowOf(id), state).toEqual({ ...before, ...changed, total: '91.50' })
  }
})

test('an assigned trip that no longer fits its vehicle says why and is given another one in the form', async () => {
  const id = await tripIn('assigned')
  const small = await post('vehicles', { plate: 'FM001BB', kind: 'berlina', seats: 3, bags: 3 })
  await post('vehicles', { plate: 'FM002BB', kind: 'minivan', seats: 8, bags: 8 })
  const driver = await post('drivers', { name: 'Ada Bianchi', phone: '347 1234567' })
  await post(`trips/${id}/assign`, { vehicleId: small.id, driverId: driver.id })
  const page = await openPanel(app, browser)
  await page.goto(`/admin/viaggi/${id}/`)
  await page.getByLabel('Passeggeri').fill('5')
  const save = page.getByRole('button', { name: 'Salva', exact: true })
  await save.click()
  await page.getByText('Il veicolo FM001BB ha 3 posti per 5 passeggeri.').waitFor()
  await page.getByRole('button', { name: 'Riassegna' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Veicolo').selectOption({ label: 'FM002BB, 8 posti, 8 bagagli' })
  await dialog.getByRole('button', { name: 'Assegna' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Stato del viaggio' }).getByText('FM002BB').waitFor()
  // The form keeps what staff typed before the other vehicle.
  await expect.poll(() => page.getByLabel('Passeggeri').inputValue()).toBe('5')
  await save.click()
  await page.getByText(/^Viaggio salvato/).waitFor()
  expect(await rowOf(id)).toMatchObject({ passengers: 5, state: 'assigned' })
})

test('a cancelled trip is reopened in its form and then changed', async () => {
  const id = await tripIn('cancelled')
  const page = await openPanel(app, browser)
  await page.goto(`/admin/viaggi/${id}/`)
  await page.getByRole('button', { name: 'Riapri il viaggio' }).click()
  const address = page.getByLabel('Indirizzo')
  await expect.poll(() => address.isEditable()).toBe(true)
  await address.fill('Via Roma 1')
  await page.getByRole('button', { name: 'Salva', exact: true }).click()
  await page.getByText(/^Viaggio salvato/).waitFor()
  expect(await rowOf(id)).toMatchObject({ state: 'planned', address: 'Via Roma 1' })
})
