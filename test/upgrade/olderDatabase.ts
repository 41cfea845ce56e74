import path from 'node:path'
import postgres from 'postgres'
import { expect } from 'vitest'
import { migrate } from '../../src/platform/migrate.ts'
import { eventually, staffPassword, staffPasswordHash } from '../app.ts'
import { createDatabase } from '../emptyDatabase.ts'
import { testEnv } from '../testEnv.ts'
import { sessionOf } from './calls.ts'
import { chapters } from './history.ts'
import { runFile, startProcess } from './releaseProcess.ts'
import { setUpFleet } from './tripActs.ts'
import { type Cookies, World } from './world.ts'

// Databases of an older release, whose rows its own processes have stored.

const drivers = ['ugo', 'ada']
const accounts = { titolare: 'superAdmin', anna: 'operatore', ugo: 'autista', ada: 'autista' }

export const envOf = (databaseUrl: string) => ({ ...testEnv, DATABASE_URL: databaseUrl, NODE_ENV: 'test' })
const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {}, transform: postgres.camel })

/** Creates a database with places, routes and accounts of the release, to be copied. */
export async function createTemplate(root: string) {
  const template = await createDatabase()
  await migrate(template.url, { dir: path.join(root, 'sql') })
  runFile(
    root,
    `import { seed } from './scripts/seed.ts'; import { openDatabase } from './src/platform/db.ts'
    const db = openDatabase(process.env.DATABASE_URL, { connections: 2 }); await seed(db.write); await db.close()`,
    envOf(template.url),
  )
  const sql = connect(template.url)
  for (const [username, role] of Object.entries(accounts))
    await sql`insert into admin_users (username, password, role) values (${username}, ${staffPasswordHash}, ${role})`
  await sql.end()
  return template
}

/** Waits until the worker has done everything that is due. */
const waitForQuiet = (sql: postgres.Sql) =>
  eventually(async () => {
    const [open] = await sql`
      select (select count(*)::int from outbox where dispatched_at is null) as events,
        (select count(*)::int from graphile_worker.jobs where run_at <= now() and attempts < max_attempts) as jobs`
    expect(open).toEqual({ events: 0, jobs: 0 })
  })

async function cookiesOf(origin: string): Promise<Cookies> {
  const logIn = (username: string) => sessionOf(origin, username, staffPassword)
  const [owner, operator] = [await logIn('titolare'), await logIn('anna')]
  const phones: string[] = []
  for (const username of drivers) phones.push(await logIn(username))
  return { owner, operator, drivers: phones }
}

const companySettings = {
  companyName: 'Salento Transfer',
  vatNumber: '01234567890',
  phone: '+39 0832 123456',
  email: 'info@salento.example',
  leadsEmail: 'ufficio@office.example',
  address: 'Via Taranto 1',
  city: 'Lecce',
}

/** Lets worlds happen, one for each seed. */
export async function liveIn(root: string, url: string, seeds: number[]): Promise<World[]> {
  const [api, worker] = await Promise.all([
    startProcess(root, 'api', envOf(url)),
    startProcess(root, 'worker', envOf(url)),
  ])
  const sql = connect(url)
  const cookies = await cookiesOf(api.url)
  const worlds = seeds.map((seed) => new World(api.url, cookies, seed))
  const [first] = worlds
  await first?.owner('PUT', '/api/admin/company-settings', companySettings)
  const ids = await sql<{ id: number }[]>`
    select id::int as id from admin_users where username = any(${drivers}) order by id`
  if (first)
    await setUpFleet(
      first,
      ids.map(({ id }) => id),
    )
  for (const chapter of chapters) {
    for (const world of worlds) await chapter(world)
    await waitForQuiet(sql)
  }
  await sql.end()
  expect([await api.stop(), await worker.stop()]).toEqual([0, 0])
  expect(worlds.flatMap(({ faults }) => faults)).toEqual([])
  return worlds
}
