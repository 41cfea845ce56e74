import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type App, eventually, startApp } from '../app.ts'
import { long } from '../length.ts'
import { killed, startWorkerProcess } from '../workerProcess.ts'

// `GENERATOR_KILLS=20 vitest run test/catalog/bulkRoutesCrash.test.ts` is the full run.
const kills = Number(process.env.GENERATOR_KILLS || 3)

/** Number of places: 20 for each kill, so that the job still runs at the last kill. There are only 278 places. */
const places = Math.min(278, kills * 20)

async function requested(app: App): Promise<{ jobId: number; staff: Record<string, string> }> {
  const staff = await app.logIn()
  await app.sql`delete from route_prices where departure_location_id = 4`
  const others = await app.sql`select id from locations where id <> 4 order by id offset ${places}`
  const ask = {
    hub: 4,
    delayMs: 15,
    withCorrelated: true,
    prices: 'rule',
    excludeLocationIds: others.map(({ id }) => id),
  }
  const { body } = await app.post('/api/admin/bulk-routes', ask, staff)
  return { jobId: body.jobId, staff }
}

async function outcome(app: App, jobId: number) {
  const routes = await app.sql`
    select r.slug, m.slug as main, r.departure_location_id as departure, r.destination_location_id as destination,
      r.transfer_type_id as type, r.distance_km as km, r.estimated_duration as duration, r.price_min2_pax as a,
      r.price3to4_pax as b, r.price5to7_pax as c, r.price1to3_pax as d, r.price4to8_pax as e, r.is_main_route as is_main,
      r.is_active, r.indexing, r.generated_at is not null as is_generated
    from route_prices r left join route_prices m on m.id = r.main_route_id order by r.slug`
  const [job] = await app.sql`select status, done, total, result, error from jobs where id = ${jobId}`
  const log = await app.sql`
    select line->>'message' as text from jobs, jsonb_array_elements(log) as line where id = ${jobId}`
  // A worker also builds the sitemap when it starts.
  const events = await app.sql`
    select type, count(*), count(distinct payload) as different from outbox
    where type <> 'content:sitemapChanged' group by type order by type`
  return {
    routes: [...routes],
    job,
    // Omits the line about the source of the distances, because each attempt logs it again.
    log: log.map(({ text }) => text).filter((text) => text !== 'Distanze stimate sulla rete stradale'),
    events: [...events],
  }
}

test(`a generator killed with -9 ${kills} times leaves exactly the result of an uninterrupted run`, {
  ...long,
  timeout: 300_000,
}, async () => {
  await using calm = await startApp({ data: 'demo' })
  const unbroken = await requested(calm)
  await calm.drain()
  const expected = await outcome(calm, unbroken.jobId)
  expect(expected.job).toMatchObject({ status: 'completed', error: null })
  expect(expected.routes.length).toBeGreaterThan(places * 4)

  await using app = await startApp({ data: 'demo' })
  const { jobId, staff } = await requested(app)
  const jobNow = async () => (await app.get(`/api/admin/jobs/${jobId}`, staff)).body
  let worker = startWorkerProcess(app)
  const at: number[] = []
  try {
    for (let kill = 0; kill < kills; kill++) {
      const until = (await jobNow()).progress.done + Math.random() * 12
      await eventually(async () => expect((await jobNow()).progress.done).toBeGreaterThan(until))
      await sleep(Math.random() * 50)
      await killed(worker, 'SIGKILL')
      const { status, progress } = await jobNow()
      expect(status).toBe('running')
      at.push(progress.done)
      worker = startWorkerProcess(app)
    }
    await eventually(async () => expect((await jobNow()).status).toBe('completed'))
    expect(await killed(worker, 'SIGTERM')).toBe(0)
  } finally {
    worker.kill('SIGKILL')
  }
  console.log(`killed after ${at.join(', ')} of ${expected.job?.total} places`)
  expect(await outcome(app, jobId)).toEqual(expected)
})
