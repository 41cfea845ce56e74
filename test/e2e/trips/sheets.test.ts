import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { dayIn, given } from '../../given.ts'
import { long } from '../../length.ts'
import { openPanel } from '../../panel.ts'
import { giveTrip } from '../../rides.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

test('staff find a sheet, print it and correct it; the request links it', long, async () => {
  const { sql } = app
  const lead = await given.lead(app, 'booking', {
    name: 'Zoë Müller',
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    date: dayIn(20),
    time: '14:30',
  })
  await sql`update leads set status = 'confermata' where kind = 'booking' and id = ${lead.id}`
  const [trip] = await sql`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags)
    values ('Lecce', 'Otranto', now(), now() + interval '1 hour', 2, 1) returning id`
  await giveTrip(sql, lead.id, Number(trip?.id))
  const [vehicle] = await sql`
    insert into vehicles (plate, kind, seats, bags) values ('GG123HH', 'berlina', 3, 3) returning id`
  await sql`insert into service_sheet_numbers (vehicle_id, year, last) values (${vehicle?.id}, 2026, 1)`
  await sql`
    insert into service_sheets (vehicle_id, year, number, trip_id, parties, plate, authorization_number, municipality,
      driver_name, passenger_name, from_place, to_place, departure_at, arrival_at, start_km, end_km)
    values (${vehicle?.id}, 2026, 1, ${trip?.id}, 1, 'GG123HH', '12', 'Nardò', 'Ugo Verdi', 'Zoë Müller',
      'Aeroporto Brindisi', 'Gallipoli', '2026-06-01T08:00:00Z', '2026-06-01T09:10:00Z', 1000, 1085)`
  const page = await openPanel(app, browser)

  await page.goto('/admin/fogli-di-servizio/')
  await page.getByRole('row').filter({ hasText: 'Zoë Müller' }).getByText('completo').waitFor()
  await page.getByRole('combobox', { name: 'Veicolo' }).selectOption('GG123HH')
  await page.waitForURL(/veicolo=/)
  const csv = page.getByRole('link', { name: 'Esporta CSV' })
  await expect.poll(() => csv.getAttribute('href')).toContain(`vehicle=${vehicle?.id}&format=csv`)
  expect(await axeProblems(page)).toEqual([])

  await page.getByRole('link', { name: '1/2026' }).click()
  const paper = page.getByRole('article', { name: 'Foglio di servizio n. 1/2026' })
  for (const words of ['GG123HH', 'n. 12, Nardò', '1 giugno 2026', '10:00', '11:10', '1.085', 'Zoë Müller'])
    await paper.getByText(words).first().waitFor()
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.getByRole('button', { name: 'Stampa' }).isVisible()).toBe(false)
  await expect.poll(() => page.getByRole('navigation').first().isVisible()).toBe(false)
  await paper.waitFor()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Correggi' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correggi il foglio n. 1/2026' })
  await expect.poll(() => dialog.getByLabel('Inizio del servizio').inputValue()).toBe('2026-06-01T10:00')
  await dialog.getByLabel('Chilometri all’arrivo').fill('900')
  await dialog.getByRole('button', { name: 'Fai il foglio corretto' }).click()
  await dialog.getByText('Scrivi perché il foglio va corretto').waitFor()
  await dialog.getByLabel('Motivo della correzione').fill('Cifre scambiate')
  await dialog.getByRole('button', { name: 'Fai il foglio corretto' }).click()
  await dialog
    .locator('form')
    .getByText(/meno di quelli alla partenza/)
    .waitFor()
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByLabel('Chilometri all’arrivo').fill('1058')
  await dialog.getByRole('button', { name: 'Fai il foglio corretto' }).click()
  const corrected = page.getByRole('article', { name: 'Foglio di servizio n. 2/2026' })
  await corrected.getByText('Corregge il foglio n. 1/2026: Cifre scambiate').waitFor()
  await corrected.getByText('1.058').waitFor()
  const rows = await sql`select number, departure_at, end_km from service_sheets order by number`
  expect(rows).toEqual([
    { number: 1, departureAt: new Date('2026-06-01T08:00:00Z'), endKm: 1085 },
    { number: 2, departureAt: new Date('2026-06-01T08:00:00Z'), endKm: 1058 },
  ])

  await page.goto(`/admin/richieste/booking/${lead.id}/`)
  await page.getByRole('link', { name: 'Foglio di servizio n. 2/2026' }).click()
  await corrected.waitFor()
})
