import { expect, test } from 'vitest'
import { eventually, openApp } from '../app.ts'
import { given } from '../given.ts'

const app = await openApp()

test('tabs of one session that ask the same at one time share a read, which sees what was stored before they asked', async () => {
  const [mine, other] = [await app.logIn(), await app.logIn()]
  await given.lead(app, 'contact', { name: 'Anna' })
  const ask = (headers: Record<string, string>) => app.get('/api/admin/leads?limit=25', headers)
  const lock = { isHeld: Promise.withResolvers<void>(), isEnough: Promise.withResolvers<void>() }
  const locked = app.sql.begin(async (tx) => {
    await tx`lock table contacts in access exclusive mode`
    lock.isHeld.resolve()
    await lock.isEnough.promise
    await tx`insert into contacts (name, phone, message) values ('Bea', '347 7654321', 'Orari?')`
  })
  await lock.isHeld.promise
  const waiting = async () =>
    (
      await app.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    ).length
  const asked = [ask(mine)]
  try {
    await eventually(async () => expect(await waiting()).toBe(1))
    for (let tab = 0; tab < 12; tab++) asked.push(ask(mine))
    // Another session has its own read.
    asked.push(ask(other))
    await eventually(async () => expect(await waiting()).toBe(2))
    // Its reply shows that the server has received the requests before it, and that not all connections wait.
    expect((await app.get('/api/admin/session', mine)).status).toBe(200)
    expect(await waiting()).toBe(2)
  } finally {
    lock.isEnough.resolve()
    await locked
  }
  const replies = await Promise.all(asked)
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  for (const { body } of replies.slice(1))
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Bea', 'Anna'])
})

test('a change between two questions is in the second reply, also while the first one is being read', async () => {
  const headers = await app.logIn()
  const { id } = await given.lead(app, 'request', { name: 'Carla' })
  const path = `/api/admin/leads/availability_request/${id}`
  for (let round = 0; round < 20; round++) {
    const before = app.get(path, headers)
    await app.sql`update availability_requests set notes = ${`Nota ${round}`} where id = ${id}`
    const after = await app.get(path, headers)
    expect(after.body.notes).toBe(`Nota ${round}`)
    expect((await before).status).toBe(200)
  }
})
