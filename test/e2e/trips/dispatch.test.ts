import { expect, test } from 'vitest'
import { clockOf, romanDay } from '../../../src/kernel/romanDay.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { dayIn, given } from '../../given.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

test('from a request to an assigned trip: staff send an offer, the customer accepts it without JavaScript, staff assign it', async () => {
  const day = dayIn(20)
  const lead = await given.lead(app, 'booking', {
    name: 'Anna Rossi',
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    passengers: '3',
    luggage: '2',
    date: day,
    time: '14:30',
    offer: 'berlina',
  })
  const staff = await app.logIn({ role: 'operatore' })
  const page = await openPanel(app, browser)

  // The empty calendar links to the form of the first vehicle.
  await page.goto('/admin/calendario/?vista=giorno')
  await page.getByRole('link', { name: 'Aggiungi un veicolo' }).click()
  await page.getByLabel('Targa').fill('gg 123 hh')
  await page.getByLabel('Tipo').selectOption('Berlina')
  await page.getByLabel('Posti per i passeggeri').fill('3')
  await page.getByLabel('Bagagli', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Crea veicolo' }).click()
  await page.getByRole('row').filter({ hasText: 'GG123HH' }).waitFor()

  await page.goto('/admin/autisti/nuovo/')
  await page.getByLabel('Nome').fill('Ugo Verdi')
  await page.getByLabel('Telefono').fill('347 1234567')
  await page.getByRole('checkbox', { name: 'Tedesco' }).check()
  await page.getByLabel('Patente valida fino al').fill(dayIn(25))
  await page.getByRole('button', { name: 'Aggiungi un periodo' }).click()
  await page.getByLabel('Dal').fill(day)
  await page.getByLabel('Al', { exact: true }).fill(day)
  await page.getByRole('button', { name: 'Crea autista' }).click()
  const driver = page.getByRole('row').filter({ hasText: 'Ugo Verdi' })
  await driver.getByText('Tedesco').waitFor()
  await driver.getByText(/^scade il /).waitFor()

  await page.goto(`/admin/richieste/booking/${lead.id}/`)
  await page.getByRole('button', { name: 'Manda un preventivo' }).click()
  const offer = page.getByRole('dialog', { name: 'Preventivo' })
  await expect.poll(() => offer.getByLabel('Ora').inputValue()).toBe('14:30')
  await offer.getByLabel('Messaggio al cliente').fill('A presto!')
  expect(await axeProblems(page)).toEqual([])
  await offer.getByRole('button', { name: 'Manda il preventivo' }).click()
  await offer.waitFor({ state: 'detached' })
  const sent = page.getByRole('region', { name: 'Preventivo' })
  await sent.getByText('mandato').waitFor()

  const guest = await browser.page({ baseURL: app.origin, javaScriptEnabled: false })
  await guest.goto(lead.statusPath)
  await guest.getByText('A presto!').waitFor()
  const sizeOf = (label: string) =>
    guest
      .getByRole('region', { name: 'Il nostro preventivo' })
      .locator('dt', { hasText: label })
      .locator('+ dd')
      .evaluate((value) => Number.parseFloat(getComputedStyle(value).fontSize))
  expect(await sizeOf('Totale')).toBeGreaterThan(await sizeOf('Valido fino al'))
  await guest.getByRole('button', { name: 'Prenota con obbligo di pagamento' }).click()
  await guest.getByText('Hai accettato questo preventivo').waitFor()
  await guest.getByRole('heading', { name: 'Confermata' }).waitFor()
  await sent.getByText('accettato').waitFor()

  await page.goto(`/admin/calendario/?vista=elenco&giorno=${day}`)
  const trip = page.getByRole('row').filter({ hasText: 'Anna Rossi' })
  await trip.getByText('da assegnare').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await trip.getByRole('button', { name: /^Assegna/ }).click()
  const dialog = page.getByRole('dialog', { name: /^14:30/ })
  await dialog.getByLabel('Veicolo').selectOption({ label: 'GG123HH, 3 posti, 3 bagagli' })
  await dialog.getByLabel('Autista').selectOption({ label: 'Ugo Verdi' })
  await dialog.getByRole('button', { name: 'Assegna' }).click()
  // The field names the clash as soon as the driver is chosen; the form's alert is the server's refusal.
  await dialog
    .locator('form')
    .getByRole('alert')
    .getByText(/Ugo Verdi è libero fino a/)
    .waitFor()

  const { items } = (await app.get('/api/admin/drivers', staff)).body
  const free = { ...items[0], daysOff: [] }
  expect((await app.send('PUT', `/api/admin/drivers/${items[0].id}`, free, staff)).status).toBe(200)
  // The clash disappears from the field, so that the button does not move during the press.
  await expect.poll(() => dialog.getByText(/Ugo Verdi è libero fino a/).count()).toBe(1)
  await dialog.getByRole('button', { name: 'Assegna' }).click()
  await dialog.waitFor({ state: 'detached' })
  await trip.getByText('assegnato').waitFor()
  await trip.getByText('Ugo Verdi').waitFor()
})

test(
  'Oggi lists customers to notify, trips that lack something, due tasks and expiring documents, each with its act',
  long,
  async () => {
    const staff = await app.logIn({ role: 'operatore' })
    const pickup = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 6 * 3_600_000)
    const send = (method: string, path: string, body: object) =>
      app.send(method, `/api/admin/${path}`, body, staff)
    const confirmed = async (name: string, form: object) => {
      const { id } = await given.lead(app, 'booking', {
        name,
        departure: 'Aeroporto Brindisi',
        destination: 'Gallipoli',
        passengers: '2',
        date: romanDay(pickup),
        time: clockOf(pickup),
        ...form,
      })
      await send('PATCH', `bookings/${id}`, { status: 'confermata', dueAt: new Date().toISOString() })
      await app.drain()
      return id
    }
    const silent = await confirmed('Bruna Conte', { email: '', flightOrTrain: 'FR 1234' })
    await confirmed('Carlo Lupo', { email: 'carlo@example.com', flightOrTrain: '' })
    const car = { plate: 'HH123KK', kind: 'minivan', seats: 8, bags: 8, authorizationExpiresOn: dayIn(9) }
    const { body: vehicle } = await send('POST', 'vehicles', car)
    const { body: driver } = await send('POST', 'drivers', { name: 'Ada Neri', phone: '347 7654321' })
    const [party] = await app.sql`select trip_id from rides where lead_id = ${silent}`
    await send('POST', `trips/${party?.tripId}/assign`, { vehicleId: vehicle.id, driverId: driver.id })

    const page = await openPanel(app, browser, { role: 'operatore', viewport: { width: 390, height: 844 } })
    await page.goto('/admin/')
    const block = (name: string) => page.getByRole('region', { name, exact: true })
    const untold = block('Da avvisare a voce o con WhatsApp').getByRole('listitem')
    await untold.getByText('Testo da dire').click()
    await untold.getByText(/HH123KK/).waitFor()
    const fleet = block('Da curare').getByRole('listitem').filter({ hasText: 'HH123KK' })
    await fleet.getByText(/^L’autorizzazione del veicolo HH123KK è valida fino al/).waitFor()
    const tasks = block('Da fare oggi').getByRole('listitem').filter({ hasText: 'Bruna Conte' })
    const open = block('Viaggi da completare').getByRole('listitem').filter({ hasText: 'Carlo Lupo' })
    await open.getByText('Il viaggio non ha un autista. Manca il numero di volo, treno o nave.').waitFor()
    expect(await axeProblems(page)).toEqual([])

    await untold.getByRole('button', { name: /^Avvisato/ }).click()
    await expect
      .poll(() => app.sql`select via from driver_notices where lead_id = ${silent}`)
      .toEqual([{ via: 'staff' }])
    await tasks.getByRole('button', { name: /^Fatto/ }).click()
    await expect
      .poll(() => app.sql`select due_at from bookings where id = ${silent}`)
      .toEqual([{ dueAt: null }])
    await open.getByRole('link', { name: /^Chiedi al cliente/ }).click()
    await page.getByRole('heading', { name: 'Carlo Lupo' }).waitFor()
    await page.goBack()
    await open.getByRole('link', { name: /^Assegna/ }).click()
    await page.getByRole('heading', { name: 'Calendario', exact: true }).waitFor()
    await page.goto('/admin/veicoli/')
    await page
      .getByRole('row')
      .filter({ hasText: 'HH123KK' })
      .getByText(/^scade il /)
      .waitFor()
  },
)
