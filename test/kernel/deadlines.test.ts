import { expect, test } from 'vitest'
import { type App, eventually, openApp } from '../app.ts'
import { given } from '../given.ts'

// A call that is answered with 503 at its deadline does no further work.

const app = await openApp({ env: { ANSWER_MS: '1000' } })

/** Locks the tables in two transactions, of which the first ends when `release` is called. */
async function hold({ sql }: App, first: string, second: string) {
  const locks = [first, second].map((table) => {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
    const ended = sql.begin(async (tx) => {
      await tx`lock table ${tx(table)} in access exclusive mode`
      held()
      await promise
    })
    return { isHeld, release, ended }
  })
  await Promise.all(locks.map(({ isHeld }) => isHeld))
  return async (nth: 0 | 1) => {
    locks[nth]?.release()
    await locks[nth]?.ended
  }
}

const waiting = () => app.sql<{ query: string }[]>`
  select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

test.for([
  ['a query', (id: number) => ['GET', `/api/admin/customers/${id}`, undefined, 'customer_leads'] as const],
  [
    'a command',
    (id: number) => ['POST', `/api/admin/customers/${id}/notes`, { text: 'Nota' }, 'customer_notes'] as const,
  ],
] as const)('%s whose deadline has passed starts no further statement', async ([, callOf]) => {
  const staff = await app.logIn()
  const { id: leadId } = await given.lead(app, 'contact')
  const { id } = (await app.get(`/api/admin/leads/contact/${leadId}/customer`, staff)).body
  const [method, path, body, table] = callOf(id)
  const release = await hold(app, 'customers', table)
  const call = app.send(method, path, body, staff)
  await eventually(async () => expect((await waiting()).length).toBeGreaterThan(0))
  expect((await call).status).toBe(503)
  expect((await waiting()).length).toBe(1)
  await release(0)
  // The statement that waited ends, and the next one would now wait for the other table.
  await eventually(async () => expect(await waiting()).toEqual([]))
  await release(1)
  expect(await app.sql`select from customer_notes`).toHaveLength(0)
})

test('a call whose connection is lost fails no later call', async () => {
  const staff = await app.logIn()
  const release = await hold(app, 'customers', 'customer_notes')
  const call = app.get('/api/admin/customers', staff)
  await eventually(async () => expect((await waiting()).length).toBe(1))
  await app.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  expect((await call).status).toBe(503)
  await Promise.all([release(0), release(1)])
  // Each connection of the pool serves some of these calls.
  const later = await Promise.all(Array.from({ length: 8 }, () => app.get('/api/admin/customers', staff)))
  expect(later.map(({ status }) => status)).toEqual(Array(8).fill(200))
})
