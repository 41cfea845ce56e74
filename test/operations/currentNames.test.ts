import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { migrationsFolder, namesIn } from '../../src/platform/pendingMigrations.ts'
import { createDatabase } from '../emptyDatabase.ts'
import { patience } from '../testEnv.ts'

test('an update gives stored entries and events their current names, and those that an older process still writes', async () => {
  await using database = await createDatabase()
  const names = namesIn(migrationsFolder)
  await migrate(database.url, { only: names.filter((name) => name < '159') })
  const db = openDatabase(database.url, { connections: 2, patience })
  const sql = db.write
  const record = (action: string) =>
    sql`insert into audit_log (actor, action, subject) values ('anna', ${action}, 'person')`
  const emit = (type: string) => sql`insert into outbox (type, payload) values (${type}, '{}')`
  const actions = async () =>
    (await sql`select action from audit_log order by id`).map(({ action }) => action)
  const types = async () => (await sql`select type from outbox order by id`).map(({ type }) => type)
  try {
    for (const action of [
      'content:promptChanged',
      'catalog:priceListBegun',
      'leads:personErased',
      'catalog:routeCreated',
    ])
      await record(action)
    for (const type of ['leads:personErased', 'content:translationDrafted', 'content:textRequested'])
      await emit(type)

    await migrate(database.url, { only: names.filter((name) => name < '170') })
    // A worker of 1.0.0 does not know the name that the event got.
    await sql`update outbox set dispatched_at = now()`
    await migrate(database.url, { only: names })
    expect(await sql`select type, task from outbox where dispatched_at is null order by id`).toEqual([
      { type: 'settings:personErased', task: 'dispatch:settings:personErased@1' },
      { type: 'integrations:textRequested', task: 'dispatch:integrations:textRequested@1' },
    ])
    const known = [
      'integrations:promptChanged',
      'catalog:priceListBegun',
      'settings:personErased',
      'catalog:routeCreated',
    ]
    const events = ['settings:personErased', 'content:translationDrafted', 'integrations:textRequested']
    expect(await actions()).toEqual(known)
    expect(await types()).toEqual(events)
    await record('cli:retentionRun')
    await emit('content:textRequested')
    await emit('cli:retentionRun')
    expect(await actions()).toEqual([...known, 'operations:retentionRun'])
    // Its own worker knows an event with effects only by the former name.
    expect(await types()).toEqual([...events, 'content:textRequested', 'operations:retentionRun'])
    await expect(sql`delete from audit_log`).rejects.toThrow('append-only')
  } finally {
    await db.close()
  }
})

test('every event, act and reaction is named after the module that declares it', () => {
  const root = path.join(import.meta.dirname, '..', '..')
  const declared = globSync('src/modules/*/**/*.ts', { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return [...text.matchAll(/\b(?:act|event|on)\(\s*'(\w+):\w+'/g)].map(([, module]) => ({
      file,
      isOwn: module === file.split('/')[2],
    }))
  })
  expect(declared.length).toBeGreaterThan(250)
  expect(declared.filter(({ isOwn }) => !isOwn)).toEqual([])
})
