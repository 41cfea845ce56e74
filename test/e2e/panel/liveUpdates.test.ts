import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { type App, startApp } from '../../app.ts'
import { openAppInBrowser } from '../../appInBrowser.ts'
import { axeProblems, quiet } from '../../browser.ts'
import { dayIn, given } from '../../given.ts'
import { openPanel as openPanelIn, unfold } from '../../panel.ts'

const { app, browser } = await openAppInBrowser({ data: 'demo' })

/** Opens the panel. Counts in `window.heard` the changes that the event stream has reported to the page. */
async function openPanel(app: App, path: string, options: Parameters<typeof openPanelIn>[2] = {}) {
  const page = await openPanelIn(app, browser, { viewport: { width: 1440, height: 900 }, ...options })
  await page.clock.install()
  await page.addInitScript(() => {
    Object.assign(window, { heard: 0 })
    window.EventSource = class extends EventSource {
      constructor(address: string | URL) {
        super(address)
        this.addEventListener('change', () => {
          ;(window as unknown as { heard: number }).heard += 1
        })
      }
    }
  })
  const connected = page.waitForResponse('**/api/admin/events')
  await page.goto(`/admin/${path}`)
  await connected
  return page
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: number }).heard)

/** Makes changes of the table and waits until the page has heard of them. */
async function change(page: Page, app: App, times: number): Promise<void> {
  const before = await heard(page)
  for (let n = 0; n < times; n++)
    await app.sql`update leads set notes = ${`Nota ${before + n}`} where kind = 'availability_request' and id = 1`
  await expect.poll(() => heard(page)).toBe(before + times)
}

/** Records the reads of the panel by path and query. */
function watchReads(page: Page) {
  const reads: string[] = []
  const failed: string[] = []
  const pathOf = (request: Request) => request.url().replace(/^.*\/api\/admin/, '')
  const isRead = (request: Request) => request.url().includes('/api/admin/') && request.method() === 'GET'
  page.on('request', (request) => {
    if (isRead(request)) reads.push(pathOf(request))
  })
  page.on('requestfailed', (request) => {
    if (isRead(request)) failed.push(pathOf(request))
  })
  const timesOf = (path: string) => reads.filter((one) => one === path).length
  return { reads, failed, timesOf }
}

/** Waits until the page is loaded and has fetched again what had changed before. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('status', { name: 'Caricamento in corso' }).first().waitFor({ state: 'detached' })
  await quiet(page)
}

/** From now on, time passes in the page only by `page.clock.runFor`. */
const stopClock = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))

/** Lets time pass in steps of 10 ms until the condition holds. */
const until = (page: Page, holds: () => Promise<boolean>) =>
  expect
    .poll(async () => {
      await page.clock.runFor(10)
      return holds()
    })
    .toBe(true)

test('twenty changes at once are one request of each call, and those of the next two seconds are another one', async () => {
  await using app = await startApp()
  await given.lead(app, 'request')
  const page = await openPanel(app, '')
  await page.getByText('1 richiesta aspetta').waitFor()
  await settled(page)
  await stopClock(page)
  const { reads, failed, timesOf } = watchReads(page)
  await change(page, app, 20)
  expect(reads).toEqual([])
  await page.clock.runFor(200)
  await expect.poll(() => timesOf('/today')).toBe(1)
  await change(page, app, 20)
  await page.clock.runFor(1_700)
  expect(timesOf('/today')).toBe(1)
  // A request whose answer is late puts off the next one.
  await until(page, async () => reads.every((path) => timesOf(path) >= 2))
  await page.clock.runFor(10_000)
  expect(reads).toContain('/dashboard')
  expect(new Set(reads.map(timesOf))).toEqual(new Set([2]))
  expect(failed).toEqual([])
})

test('a change aborts no first load, whose data stand until the next request brings the change', async () => {
  await using app = await startApp()
  const { id } = await given.lead(app, 'request')
  const page = await openPanel(app, '')
  await settled(page)
  const { failed, timesOf } = watchReads(page)
  const answered = Promise.withResolvers<void>()
  const list = '/leads?page=1&limit=25'
  await page.route(
    (url) => url.href.endsWith(list),
    async (route) => {
      const response = await route.fetch()
      await answered.promise
      await route.fulfill({ response })
    },
  )
  const menu = await unfold(page)
  await menu.getByRole('link', { name: /^Richieste/ }).click()
  await expect.poll(() => timesOf(list)).toBe(1)
  await change(page, app, 20)
  await app.sql`update leads set status = 'preventivo' where kind = 'availability_request' and id = ${id}`
  await page.clock.runFor(5_000)
  expect(timesOf(list)).toBe(1)
  answered.resolve()
  await page.getByRole('row').getByText('Preventivo', { exact: true }).waitFor()
  await expect.poll(() => timesOf(list)).toBe(2)
  // Leaving the first page ends its own requests.
  expect(failed).not.toContain(list)
})

test('a change that comes while a further page of the prices is loading is fetched after that page', async () => {
  const page = await openPanel(app, '')
  await settled(page)
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route(
    (url) => url.href.endsWith('page=1&limit=500'),
    async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await answered.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  const menu = await unfold(page)
  await menu.getByRole('link', { name: 'Modifica Prezzi' }).click()
  await asked.promise
  const before = await heard(page)
  await app.sql`update route_prices set price1to3_pax = '777.50'`
  await expect.poll(() => heard(page)).toBeGreaterThan(before)
  await page.clock.runFor(5_000)
  answered.resolve()
  await page.getByRole('grid').getByText('777,50').first().waitFor()
})

test('in a list that is in use a change moves no row: "3 nuove" shows the new ones, values change in place', async () => {
  const page = await openPanel(app, 'richieste/?search=quieta')
  await page.getByText('Nessuna richiesta', { exact: true }).waitFor()
  const sent = (name: string) => given.lead(app, 'request', { name: `${name} Quieta` })
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: `${name} Quieta` })
  // The first row of an empty list moves nothing.
  const { id: first } = await sent('Anna')
  await rowOf('Anna').waitFor()
  const { id: second } = await sent('Bea')
  await page.getByRole('button', { name: '1 nuova' }).click()
  await rowOf('Bea').hover()
  await page.getByLabel('Scegli Anna Quieta').check()
  const before = await rowOf('Anna').boundingBox()
  for (const name of ['Carla', 'Dora', 'Elsa']) await sent(name)
  await page.getByRole('button', { name: '3 nuove' }).waitFor()
  await app.sql`update leads set status = 'preventivo' where kind = 'availability_request' and id = ${first}`
  await rowOf('Anna').getByText('Preventivo').waitFor()
  await app.sql`update leads set name = 'Berta' where kind = 'availability_request' and id = ${second}`
  await rowOf('Bea').getByText('non più qui').waitFor()
  expect(await rowOf('Anna').boundingBox()).toEqual(before)
  await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
  expect(await axeProblems(page)).toEqual([])
  // J opens the first row that is shown, and opening it takes in no row.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  const panel = page.getByRole('complementary', { name: 'Richiesta aperta' })
  await panel.getByRole('heading', { name: 'Berta' }).waitFor()
  await expect
    .poll(() => app.sql`select read_at is null as is_new from availability_requests where id = ${second}`)
    .toEqual([{ isNew: false }])
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '3 nuove' }).press('Enter')
  await rowOf('Elsa').waitFor()
  await expect.poll(() => page.locator('tbody tr').count()).toBe(4)
  await expect.poll(() => page.getByLabel('Scegli Anna Quieta').isChecked()).toBe(true)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TABLE')
})

test('an own save shows at once, while the rows of others go on waiting', async () => {
  const add = (day: string, reason: string) =>
    app.sql`insert into closed_days (day, reason, max_trips_per_hour) values (${day}, ${reason}, 0)`
  await add('2027-03-01', 'Primo')
  await add('2027-03-03', 'Terzo')
  const page = await openPanel(app, 'giorni-chiusi/')
  const reasons = page.locator('tbody td:nth-child(2)')
  await expect.poll(() => reasons.allTextContents()).toEqual(['Terzo', 'Primo'])
  await add('2027-03-02', 'Di un collega')
  const fresh = page.getByRole('button', { name: '1 nuova' })
  await fresh.waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: 'Primo' })
    .getByRole('button', { name: /^Elimina/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Elimina/ })
    .click()
  await expect.poll(() => reasons.allTextContents()).toEqual(['Terzo'])
  await fresh.click()
  await expect.poll(() => reasons.allTextContents()).toEqual(['Terzo', 'Di un collega'])
})

test('thirty seconds after the last use a list shows the new rows without a press', async () => {
  await using app = await startApp()
  await given.lead(app, 'request', { name: 'Anna' })
  const page = await openPanel(app, 'richieste/')
  await page.getByRole('row').filter({ hasText: 'Anna' }).waitFor()
  await settled(page)
  await stopClock(page)
  await page.mouse.move(5, 5)
  await given.lead(app, 'request', { name: 'Bea' })
  const fresh = page.getByRole('button', { name: '1 nuova' })
  await until(page, () => fresh.isVisible())
  await page.clock.runFor(31_000)
  await page.getByRole('row').filter({ hasText: 'Bea' }).waitFor()
  await expect.poll(() => fresh.count()).toBe(0)
})

test('a hidden tab fetches only the unread number, and the rest once when it is shown again', async () => {
  await using app = await startApp()
  await given.lead(app, 'request')
  const page = await openPanel(app, '')
  await settled(page)
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((wanted) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: wanted === 'hidden' })
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: wanted })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await turn('hidden')
  await stopClock(page)
  await page.clock.runFor(20_000)
  const { reads, timesOf } = watchReads(page)
  await given.lead(app, 'request', { name: 'Bea' })
  await until(page, async () => (await page.title()).startsWith('(2) '))
  for (let second = 0; second < 10; second++) {
    await change(page, app, 1)
    await page.clock.runFor(1_000)
  }
  expect(new Set(reads)).toEqual(new Set(['/leads?page=1&limit=1']))
  expect(reads).toHaveLength(1)
  await page.clock.runFor(5_000)
  await expect.poll(() => reads.length).toBe(2)
  await turn('visible')
  await until(page, () => page.getByText('2 richieste aspettano').isVisible())
  expect(timesOf('/today')).toBe(1)
})

test('a request that a busy server refuses after a change is repeated five seconds later', async () => {
  await using app = await startApp()
  const { id } = await given.lead(app, 'request')
  const page = await openPanel(app, 'richieste/')
  await page.getByRole('row').getByText('Nuova', { exact: true }).waitFor()
  await settled(page)
  await stopClock(page)
  const { timesOf } = watchReads(page)
  const list = '/leads?page=1&limit=25'
  const refuse = (url: URL) => url.href.endsWith(list)
  await page.route(refuse, (route) => route.fulfill({ status: 503, json: { detail: 'Riprova' } }))
  await app.sql`update leads set status = 'preventivo' where kind = 'availability_request' and id = ${id}`
  await until(page, async () => timesOf(list) === 1)
  await page.clock.runFor(3_000)
  expect(timesOf(list)).toBe(1)
  await page.unroute(refuse)
  await page.clock.runFor(3_000)
  await until(page, () => page.getByRole('row').getByText('Preventivo', { exact: true }).isVisible())
  expect(timesOf(list)).toBe(2)
})

test('on the page Oggi a block that appears waits while the page is in use', async () => {
  await using app = await startApp()
  await given.lead(app, 'request')
  const page = await openPanel(app, '')
  const row = page.getByRole('region', { name: 'Viaggi di oggi e domani' })
  await row.hover()
  const before = await row.boundingBox()
  const pickupAt = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const trip = { from: 'Lecce', to: 'Roma', pickupAt, passengers: 2, bags: 1 }
  expect((await app.post('/api/admin/trips', trip, await app.logIn())).status).toBe(201)
  const update = page.getByRole('button', { name: 'Aggiorna', exact: true })
  await update.waitFor()
  expect(await row.boundingBox()).toEqual(before)
  await update.click()
  await page.getByRole('region', { name: 'Viaggi da completare' }).waitFor()
})

test('in the calendar a new row waits while the calendar is in use, and a changed one changes in place', async () => {
  const date = dayIn(33)
  const { id } = await given.lead(app, 'request', { name: 'Zoe Ferma', date, time: '10:00' })
  const page = await openPanel(app, `calendario/?giorno=${date}`)
  const row = page.getByRole('button', { name: /Zoe Ferma/ })
  await row.hover()
  const before = await row.boundingBox()
  await given.lead(app, 'request', { name: 'Ada Prima', date, time: '08:00' })
  await page.getByRole('button', { name: 'Aggiorna il calendario' }).waitFor()
  expect(await row.boundingBox()).toEqual(before)
  await page.getByRole('button', { name: 'Aggiorna il calendario' }).click()
  await page.getByRole('button', { name: /Ada Prima/ }).waitFor()
  await row.hover()
  await app.sql`update leads set status = 'preventivo' where kind = 'availability_request' and id = ${id}`
  await row.getByText('Preventivo').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Aggiorna il calendario' }).count()).toBe(0)
})
