import { expect, test } from 'vitest'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems } from '../../browser.ts'
import { dayIn, given } from '../../given.ts'
import { bringSession, openPanel } from '../../panel.ts'
import { giveTrip } from '../../rides.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })
const { sql } = app

/** Numbers as customers write them, with the number that a phone must dial; null for no link. */
const written = [
  ['+44 (0)7911 123456', '447911123456'],
  ['347 1234567 / 0832 123456', '393471234567'],
  ['0832 123456 int. 12', '390832123456'],
  ['0832 1', null],
] as const

test('the driver’s page, the customer’s page, the dashboard and the guest’s page print the number and dial the same', async () => {
  await sql`insert into vehicles (plate, kind, seats, bags) values ('GG123HH', 'minivan', 8, 8)`
  const account = await app.addStaff('ugo', { role: 'autista' })
  const office = await openPanel(app, browser)
  for (const [at, [phone, dialled]] of written.entries()) {
    const name = `Anna ${at}`
    const lead = await given.lead(app, 'booking', {
      name,
      phone,
      departure: 'Aeroporto Brindisi',
      destination: 'Gallipoli',
      date: dayIn(1),
      time: '14:30',
    })
    await sql`update leads set status = 'confermata', email = null where kind = 'booking' and id = ${lead.id}`
    const [trip] = await sql<[{ id: number }]>`
      with driver as (
        insert into drivers (name, phone, admin_user_id)
        values (${`Ugo ${at}`}, ${phone}, ${at === 0 ? account : null}) returning id)
        insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, state, vehicle_id, driver_id)
        select 'Aeroporto Brindisi', 'Gallipoli', now() + make_interval(hours => ${at + 1}),
          now() + make_interval(hours => ${at + 1}, mins => 30), 2, 1, 'assigned',
          (select id from vehicles limit 1), id from driver returning id`
    await giveTrip(sql, lead.id, trip.id)
    const call = dialled && `tel:+${dialled}`

    await office.goto('/admin/')
    const untold = office.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Testo da dire' })
    await untold.getByText(phone).first().waitFor()
    const calls = untold.getByRole('link', { name: /^Chiama/ })
    if (call) await expect.poll(() => calls.getAttribute('href')).toBe(call)
    else await expect.poll(() => calls.count()).toBe(0)

    const [customer] =
      await sql`select customer_id as id from customer_leads where lead_kind = 'booking' and lead_id = ${lead.id}`
    await office.goto(`/admin/clienti/${customer?.id}/`)
    const contacts = office.getByRole('region', { name: 'Contatti' })
    await contacts.getByText(phone, { exact: true }).waitFor()
    const links = contacts.getByRole('link', { name: phone, exact: true })
    if (call) await expect.poll(() => links.getAttribute('href')).toBe(call)
    else await expect.poll(() => links.count()).toBe(0)

    const guest = await browser.page({ baseURL: app.origin, viewport: { width: 390, height: 844 } })
    await guest.goto(lead.statusPath)
    await guest.getByText(`Ugo ${at}`).waitFor()
    const driver = guest.locator(`section:has-text("Ugo ${at}") a`)
    await expect
      .poll(() => driver.evaluateAll((all) => all.map((one) => one.getAttribute('href'))))
      .toEqual(call ? [call] : [])
    await guest.close()
  }
  expect(await axeProblems(office)).toEqual([])

  await sql`update trips set driver_id = (select id from drivers where admin_user_id = ${account})`
  const { cookie = '' } = await app.logIn({ role: 'autista' })
  await sql`update drivers set admin_user_id = (select id from admin_users order by id desc limit 1)
    where admin_user_id = ${account}`
  const page = await browser.page({ baseURL: app.origin, viewport: { width: 390, height: 844 } })
  await bringSession(page, cookie)
  await page.addInitScript(() => localStorage.setItem('adminUser', '{"username":"ugo"}'))
  await page.goto('/admin/')
  for (const [at, [phone, dialled]] of written.entries()) {
    const card = page.getByRole('article').filter({ hasText: `Anna ${at}` })
    await card.getByText(phone, { exact: true }).waitFor()
    const hrefOf = (name: string) =>
      card
        .getByRole('link', { name, exact: true })
        .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    await expect.poll(() => hrefOf('Chiama')).toEqual(dialled ? [`tel:+${dialled}`] : [])
    await expect.poll(() => hrefOf('WhatsApp')).toEqual(dialled ? [`https://wa.me/${dialled}`] : [])
  }
  expect(await axeProblems(page)).toEqual([])
})
