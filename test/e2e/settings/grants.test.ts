import { expect, test } from 'vitest'
import { openApp, staffPassword } from '../../app.ts'
import { axeProblems, openBrowser, tabTo } from '../../browser.ts'
import { newAddress } from '../../newAddress.ts'
import { openPanel } from '../../panel.ts'

const app = await openApp()

const phone =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'

/** Logs an account in from another device. */
async function signIn(username: string): Promise<Record<string, string>> {
  const headers = { 'user-agent': phone, 'x-forwarded-for': newAddress() }
  const reply = await app.signIn({ username, password: staffPassword }, headers)
  expect(reply.status).toBe(200)
  const [cookie = ''] = reply.headers.getSetCookie()
  return { cookie: cookie.slice(0, cookie.indexOf(';')) }
}

const [ofAnna, ofLuigi] = [{ username: 'anna' }, { username: 'luigi' }]
for (const { username } of [ofAnna, ofLuigi]) await app.addStaff(username, { role: 'operatore' })

test('a super admin sees who may get in, closes a session after a question, and a calendar with a way back', async () => {
  await using browser = await openBrowser()
  const anna = await signIn(ofAnna.username)
  const feed = await app.post('/api/admin/calendar-feed', {}, anna)
  const calendar = new URL(feed.body.url).pathname
  const page = await openPanel(app, browser, { isSuperAdmin: true, viewport: { width: 1440, height: 900 } })
  await page.goto('/admin/account/')
  await page.getByRole('link', { name: 'guarda e chiudi gli accessi' }).click()
  await page.getByRole('heading', { level: 1, name: 'Accessi Aperti' }).waitFor()
  const rows = page.getByRole('table', { name: 'Accessi aperti' }).getByRole('row')
  const ofDevice = rows.filter({ hasText: 'anna' }).filter({ hasText: 'Chrome su Android' })
  await ofDevice.getByRole('cell', { name: 'Sessione del pannello', exact: true }).waitFor()
  await ofDevice.getByText(/^100\.64\.\d+\.x$/).waitFor()
  await rows.filter({ hasText: 'questo browser' }).getByRole('button', { name: /^Esci/ }).waitFor()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await axeProblems(page)]).toEqual([width, []])
    const overflow = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect([width, overflow]).toEqual([width, 0])
  }

  // By keyboard alone.
  await tabTo(page, ofDevice.getByRole('button', { name: /^Chiudi Sessione/ }))
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: /^Chiudere «Sessione del pannello di anna/ })
  await question.getByText('Non si può annullare').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await tabTo(page, question.getByText('Chiudi', { exact: true }))
  await page.keyboard.press('Enter')
  await ofDevice.waitFor({ state: 'detached' })
  expect((await app.get('/api/admin/session', anna)).status).toBe(401)

  const ofCalendar = rows.filter({ hasText: 'anna' }).filter({ hasText: 'Calendario da abbonare' })
  await ofCalendar.getByRole('button', { name: /^Chiudi Calendario/ }).click()
  await ofCalendar.waitFor({ state: 'detached' })
  expect((await app.get(calendar)).status).toBe(410)
  await page.getByRole('button', { name: 'Annulla' }).click()
  await ofCalendar.waitFor()
  expect((await app.get(calendar)).status).toBe(200)

  // The list follows what others open and close.
  const luigi = await signIn(ofLuigi.username)
  const ofOther = rows.filter({ hasText: 'luigi' })
  // A new row waits behind a button, because it would move the others.
  await page.getByRole('button', { name: /^(Aggiorna|1 nuova)/ }).click()
  await ofOther.waitFor()
  await ofOther.getByRole('button', { name: 'Chiudi tutti gli accessi di luigi' }).click()
  const all = page.getByRole('dialog', { name: 'Chiudere tutti gli accessi di luigi?' })
  await all.getByRole('button', { name: 'Chiudi tutti' }).click()
  await page.getByText('Accessi di luigi chiusi: 1').first().waitFor()
  await ofOther.waitFor({ state: 'detached' })
  expect((await app.get('/api/admin/session', luigi)).status).toBe(401)

  await page.goto('/admin/registro/')
  const ends = page.getByRole('listitem').filter({ hasText: /ccess[oi] chius[oi]/ })
  await expect.poll(() => ends.count()).toBe(3)
  for (const entry of await ends.all()) await entry.getByText('1 campo').click()
  await expect
    .poll(async () => (await ends.getByRole('definition').allTextContents()).sort())
    .toEqual(['Calendario da abbonare', 'Sessione del pannello', 'Sessione del pannello'])
  expect(browser.problems()).toEqual([])
})

test('a driver leaves everywhere, and the calendar of the own trips ends too', async () => {
  await using browser = await openBrowser()
  const page = await openPanel(app, browser, { role: 'autista', viewport: { width: 390, height: 844 } })
  const [{ id }] = await app.sql<[{ id: number }]>`select max(id) as id from admin_users`
  const boss = await app.logIn()
  const driver = { name: 'Ugo Bianchi', phone: '+39 347 7654321', adminUserId: id }
  const { body } = await app.post('/api/admin/drivers', driver, boss)
  const feed = await app.post('/api/admin/calendar-feed', { driverId: body.id }, boss)
  await page.goto('/admin/accessi/')
  await page.getByText('Calendario da abbonare').first().waitFor()
  await expect.poll(() => page.getByText('luigi').count()).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Esci ovunque' }).click()
  const question = page.getByRole('dialog', { name: 'Uscire ovunque?' })
  await question.getByRole('button', { name: 'Esci ovunque' }).click()
  await page.getByLabel('Username').waitFor()
  expect((await app.get(new URL(feed.body.url).pathname)).status).toBe(410)
  expect(await app.sql`select id from grants where ended_at is null and admin_user_id = ${id}`).toEqual([])
})
