import { startWorker } from '../../src/worker/worker.ts'
import { openHands, until } from './hands.ts'
import type { Day, Task } from './task.ts'

const airport = 'Aeroporto Brindisi'

const raiseHub: Task = {
  name: `all prices of ${airport} raised by 8 % except two routes, then undone`,
  goal: 8,
  before: 'routes could not be excluded',
  async perform({ site, browser }) {
    const prices = () => site.db.read`
      select id, slug, price1to3_pax from route_prices order by id`
    const before = await prices()
    const hands = await openHands(site, browser, 'prezzimod/')
    const { page } = hands
    await page.getByRole('grid').waitFor()
    await hands.write(page.getByLabel('Partenza', { exact: true }), airport)
    await hands.click(page.getByRole('option', { name: airport, exact: true }))
    await until('the list is filtered', async () => page.url().includes('departure='))
    await hands.click(page.getByRole('button', { name: 'Adegua prezzi' }))
    await hands.write(page.getByLabel('Variazione'), '8')
    await hands.key('Enter')
    const dialog = page.getByRole('dialog', { name: 'Adegua i prezzi' })
    for (const place of ['Alberobello', 'Aeroporto Bari'])
      await hands.click(dialog.getByRole('checkbox', { name: new RegExp(`Brindisi → ${place}`) }))
    // The third unchanged route is the return of one of these two routes, and uses its prices.
    await dialog.getByText(/3 tratte restano come sono/).waitFor()
    await hands.click(dialog.getByRole('button', { name: /^Cambia [\d.]+ prezzi$/ }))
    const last = page.getByRole('region', { name: 'Ultima modifica salvata' })
    await last.getByText(/prezzi salvati/).waitFor()
    const changed = await prices()
    if (JSON.stringify(changed) === JSON.stringify(before)) throw new Error('no price changed')
    await hands.click(last.getByRole('button', { name: 'Annulla questa modifica' }))
    await until(
      'the prices are as before',
      async () => JSON.stringify(await prices()) === JSON.stringify(before),
    )
    return hands.done()
  },
}

const runSize = 67

/** Starts the route generator for a hub and cancels its job after about `runSize` routes. Returns the id of the job. */
async function cancelledRun({ site, send }: Day): Promise<number> {
  const { write } = site.db
  const places = await write<{ id: number }[]>`
    select l.id from locations l where l.latitude is not null and l.id <> 482
      and not exists (select from route_prices where departure_location_id = 482 and destination_location_id = l.id)
    order by l.id limit 90`
  const { jobId }: { jobId: number } = await send('POST', '/api/admin/bulk-routes', {
    hub: 482,
    destinations: places.map(({ id }) => id),
    delayMs: 60,
  })
  const worker = await startWorker(site.runtime, site.databaseUrl)
  try {
    await until('the run is under way', async () => {
      const [row] = await write`select count(*)::int as n from route_prices where bulk_job_id = ${jobId}`
      return Number(row?.n) >= runSize
    })
    await send('DELETE', `/api/admin/jobs/${jobId}`)
    await until('the run is cancelled', async () => {
      const [row] = await write`select status from jobs where id = ${jobId}`
      return row?.status === 'cancelled'
    })
  } finally {
    await worker.stop()
  }
  return jobId
}

const takeBackRun: Task = {
  name: `a cancelled run of the route generator undone after ${runSize} routes`,
  goal: 2,
  before: 'one route at a time',
  async perform(day) {
    const jobId = await cancelledRun(day)
    const hands = await openHands(day.site, day.browser, `bulk-routes/?job=${jobId}`)
    await hands.click(hands.page.getByRole('button', { name: 'Annulla questa creazione' }))
    await hands.click(hands.page.getByRole('dialog').getByRole('button', { name: /^Togli \d+ tratte$/ }))
    await until('the routes are gone', async () => {
      const left = await day.site.db.read`select from route_prices where bulk_job_id = ${jobId}`
      return left.length === 0
    })
    return hands.done()
  },
}

const priceOnPhone: Task = {
  name: 'a price corrected on a phone',
  goal: 3,
  before: 'the grid began at 570 px',
  async perform({ site, browser }) {
    const slug = 'aeroporto-brindisi-gallipoli'
    const hands = await openHands(site, browser, `prezzimod/?search=${slug}`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    const { page } = hands
    await hands.click(page.getByRole('grid').locator('[role=gridcell][data-price]').first())
    await page.getByRole('grid').getByRole('textbox').waitFor()
    await page.keyboard.type('42')
    await hands.click(page.getByRole('button', { name: 'Salva modifiche' }))
    await hands.click(page.getByRole('button', { name: 'Salva 1 prezzo' }))
    await until('the price is stored', async () => {
      const [row] = await site.db
        .read`select price_min2_pax::float as price from route_prices where slug = ${slug}`
      return row?.price === 42
    })
    return hands.done()
  },
}

const sameMoment: Task = {
  name: 'a route saved while a colleague saves another field and the same one',
  goal: 5,
  before: 'the colleague’s fields were overwritten',
  async perform({ site, browser, send }) {
    const [route] = await site.db.read<[{ id: number }]>`
      select id from route_prices where slug = 'aeroporto-bari-otranto'`
    const path = `/api/admin/route-prices/${route.id}`
    const hands = await openHands(site, browser, `tratte/${route.id}/`)
    const { page } = hands
    // Blocks the live updates, so that the form finds the conflict only when it saves.
    await page.route('**/api/admin/events', (one) => one.abort())
    await page.reload()
    const before = await send('GET', path)
    const price = String(Number(before.price4to8Pax) + 5)
    await hands.click(page.getByLabel('Durata stimata'))
    await hands.key('Control+a')
    await hands.write(page.getByLabel('Durata stimata'), '3 ore')
    await send('PUT', path, { ...before, price4to8Pax: price, estimatedDuration: '2 ore e 50' })
    await hands.click(page.getByRole('button', { name: 'Aggiorna Tratta' }))
    const dialog = page.getByRole('dialog', { name: 'Un’altra persona ha salvato nel frattempo' })
    await dialog.getByText('2 ore e 50').waitFor()
    await hands.click(dialog.getByRole('radio', { name: /^La mia/ }))
    await hands.click(dialog.getByRole('button', { name: 'Salva così' }))
    await until('both are stored', async () => {
      const after = await send('GET', path)
      return after.price4to8Pax === price && after.estimatedDuration === '3 ore'
    })
    return hands.done()
  },
}

export const catalogTasks = { raiseHub, takeBackRun, priceOnPhone, sameMoment }
