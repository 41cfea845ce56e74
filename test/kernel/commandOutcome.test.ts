import { createServer, connect as dial, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { run } from '../../src/kernel/run.ts'
import { handlers } from '../../src/modules/index.ts'
import { openDatabase } from '../../src/platform/db.ts'
import { eventually, openApp } from '../app.ts'
import { superAdmin } from '../mailbox.ts'

// After a 503 a command is not done, so that a person or a program may repeat it.

const app = await openApp({ env: { ANSWER_MS: '1500' } })
const staff = await app.logIn()
const { sql } = app

const form = (day: string) => ({ day, reason: 'Ferragosto' })
const send = (day: string) => app.post('/api/admin/closed-days', form(day), staff)
const isStored = async (day: string) => (await sql`select from closed_days where day = ${day}`).length > 0

/** Waits until no command works on the table. */
const settled = () =>
  eventually(async () => {
    const busy = await sql`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query not like 'listen%'`
    if (busy.length > 0) throw new Error('a command still works')
  })

/** Takes what `lock` takes until the returned function is called. */
async function held(lock: (tx: Parameters<Parameters<typeof sql.begin>[1]>[0]) => Promise<unknown>) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  const done = sql.begin(async (tx) => {
    await lock(tx)
    take()
    await released
  })
  await taken
  return async () => {
    release()
    await done
  }
}

/** While somebody has the advisory lock, each commit of a closed day waits for it. */
await sql.unsafe(`
  create function wait_at_commit() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(4711); return null; end $$;
  create constraint trigger wait_at_commit after insert on closed_days deferrable initially deferred
    for each row execute function wait_at_commit()`)
const commitsHeld = () => held((tx) => tx`select pg_advisory_xact_lock(4711)`)

test('a command that is not done at the deadline is answered with 503 and is not done later', async () => {
  const release = await held((tx) => tx`lock table closed_days in exclusive mode`)
  const reply = await send('2090-08-15')
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
  await release()
  await settled()
  expect(await isStored('2090-08-15')).toBe(false)
  expect((await send('2090-08-15')).status).toBe(201)
})

test('a commit without an outcome at the deadline is answered with 504, which promises nothing', async () => {
  const release = await commitsHeld()
  const reply = await send('2091-08-15')
  expect([reply.status, reply.body.detail]).toEqual([
    504,
    'Non sappiamo se la richiesta è stata registrata: controlla prima di ripeterla.',
  ])
  await release()
  await settled()
  expect(await isStored('2091-08-15')).toBe(true)
})

/** Passes bytes on to PostgreSQL. While `isCutting`, ends a connection before the answer to its commit. */
const cutter = { isCutting: false, sockets: new Set<Socket>() }
const { hostname, port } = new URL(app.databaseUrl)
const proxy = createServer((client) => {
  const server = dial(Number(port), hostname)
  let isCommitting = false
  client.on('data', (bytes) => {
    isCommitting ||= cutter.isCutting && bytes.includes('commit')
    server.write(bytes)
  })
  server.on('data', (bytes) => {
    const answer = isCommitting ? bytes.indexOf('COMMIT') : -1
    if (answer < 0) client.write(bytes)
    // The type and the length of a message, together five bytes, come before its text.
    else client.end(bytes.subarray(0, answer - 5))
  })
  for (const socket of [client, server]) {
    cutter.sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => [client, server].forEach((one) => void one.destroy()))
  }
})
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
const address = proxy.address()
const ownUrl = new URL(app.databaseUrl)
ownUrl.hostname = '127.0.0.1'
ownUrl.port = String(typeof address === 'object' && address?.port)
const db = openDatabase(String(ownUrl), { name: 'cut', connections: 2 })
afterAll(async () => {
  await db.close()
  for (const socket of cutter.sockets) socket.destroy()
  proxy.close()
})

const create = handlers.find(({ message }) => message.http === 'POST /api/admin/closed-days')
const context = { ...app.runtime.context, answerMs: 20_000 }
const runThrough = (day: string) => {
  if (!create) throw new Error('no handler')
  return run({ db, context }, create, form(day), superAdmin)
}

test('a command whose connection breaks after the commit is answered as done', async () => {
  cutter.isCutting = true
  expect(await runThrough('2092-08-15')).toMatchObject({ day: '2092-08-15' })
  cutter.isCutting = false
  expect(await isStored('2092-08-15')).toBe(true)
})

test('a command whose connection ends before the commit is done is answered with 503', async () => {
  const release = await commitsHeld()
  const running = runThrough('2093-08-15').catch((error) => error)
  await eventually(async () => {
    const [ended] = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut' and wait_event = 'advisory'`
    if (!ended) throw new Error('no commit waits')
  })
  expect(await running).toMatchObject({ status: 503 })
  await release()
  expect(await isStored('2093-08-15')).toBe(false)
})
