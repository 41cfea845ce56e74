import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/freePort.ts'
import { eventually, startApp } from '../app.ts'
import { failover, openPair, openReplicated, ownWrites, quietReads } from '../faults/beyond.ts'
import { machineLost, workersOfTwo } from '../faults/machineLost.ts'
import { hasPgBouncer, openPgBouncer } from '../faults/pgBouncer.ts'
import { openSystem } from '../faults/system.ts'
import { logIn } from '../faults/traffic.ts'
import { given } from '../given.ts'
import { long } from '../length.ts'
import { cli } from '../operator.ts'
import { testEnv } from '../testEnv.ts'

// Short versions of `npm run faults -- pooler`, `failover`, `standby` and `machine` (docs/reliability.md).

test.for(['session', 'transaction'] as const)(
  'through a pooler in %s mode leads are stored and changes arrive',
  long,
  async (mode, { skip }) => {
    if (!hasPgBouncer()) skip('no pgbouncer')
    await using app = await startApp({ data: 'demo' })
    const pooler = await openPgBouncer(app.databaseUrl, mode)
    const port = await freePort()
    const env = { DATABASE_URL: pooler.url, PORT: String(port) }
    const isTransaction = mode === 'transaction'
    const start = (more: Record<string, string>) => {
      const child = spawn(process.execPath, ['src/api/main.ts'], {
        env: { ...process.env, ...testEnv, ...env, ...more },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const said = text(child.stderr)
      return {
        async stop() {
          const ended = once(child, 'exit')
          child.kill('SIGKILL')
          await ended
          return said
        },
      }
    }
    const get = async (path: string) => {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`)
      return { status: reply.status, body: await reply.json() }
    }
    try {
      if (isTransaction) {
        // Without DATABASE_DIRECT_URL the process is not ready, and reports the missing variable.
        const deaf = start({})
        await eventually(async () =>
          expect(await get('/readyz')).toMatchObject({
            status: 503,
            body: { detail: expect.stringContaining('set DATABASE_DIRECT_URL') },
          }),
        )
        await deaf.stop()
        const doctor = await cli(app, ['doctor'], { env })
        expect(doctor.out).toMatch(/^fail {2}notifications +changes do not arrive/m)
      }
      const direct: Record<string, string> = isTransaction ? { DATABASE_DIRECT_URL: app.databaseUrl } : {}
      const api = start(direct)
      await eventually(async () => expect((await get('/readyz')).status).toBe(200))
      const contacts = Array.from({ length: 10 }, async (_, index) => {
        const reply = await fetch(`http://127.0.0.1:${port}/api/contacts`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'sec-fetch-site': 'same-origin',
            'x-forwarded-for': `2001:db8:7:${index}::1`,
          },
          body: JSON.stringify(given.contact({ name: `Ugo ${index}` })),
        })
        return reply.status
      })
      expect(new Set(await Promise.all(contacts))).toEqual(new Set([201]))
      const [stored] = await app.sql<[{ count: number }]>`select count(*) from contacts`
      expect(stored.count).toBe(contacts.length)
      await app.sql`update locations set name = 'Otranto Nuova' where name = 'Otranto'`
      await expect
        .poll(async () => JSON.stringify((await get('/api/locations/search?q=otranto%20nuova')).body))
        .toContain('Otranto Nuova')
      const doctor = await cli(app, ['doctor'], { env: { ...env, ...direct } })
      expect(doctor.out).toMatch(/^ok {4}notifications +arrive/m)
      expect(await api.stop()).toBe('')
    } finally {
      await pooler.stop()
    }
  },
)

test('after a failover no acknowledged lead is lost, and pages, panels and effects go on', long, async () => {
  const { system, standby } = await openPair({ apis: 1 })
  await using _ = system
  const figures = await failover(system, standby, { seconds: 0 })
  expect(figures).toMatchObject({ odd: 0, lost: 0, deaths: { api: [] } })
  expect(figures.backMs).toBeLessThan(10_000)
  for (const ms of [figures.priceVisibleMs, figures.panelSawPriceMs, figures.effectsDoneMs])
    expect(ms, JSON.stringify(figures)).not.toBeNull()
})

test(
  'a standby that lags gives no answer older than the own write, and one that is gone no error',
  long,
  async () => {
    const { system, standby } = await openReplicated(1, { apis: 2, workers: 0 })
    await using _ = system
    const own = await ownWrites(system, standby, 10)
    expect(own).toMatchObject({ stale: 0, odd: [], statuses: { 200: 10 } })
    // After the last write the standby catches up and answers.
    await expect.poll(async () => (await quietReads(system, standby, 5)).readsOfStandby).toBeGreaterThan(0)
    await standby.kill()
    expect(await quietReads(system, null, 5)).toMatchObject({ statuses: { 200: 5 } })
  },
)

test(
  'after the workers of one of two machines were killed nothing waits longer than 30 s, and every mail is sent',
  long,
  async () => {
    await using system = await openSystem({ apis: 1, workerEnvs: workersOfTwo })
    const figures = await machineLost(system, await logIn(system), { seconds: 16, rate: 5 })
    expect(figures.sent).toBeGreaterThan(40)
    expect(figures.mails).toBe(2 * figures.sent)
    expect(Math.max(figures.event, figures.text, figures.mail)).toBeLessThanOrEqual(30)
    expect(figures.doubledTasks).toBe(0)
  },
)
