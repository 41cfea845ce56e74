import postgres from 'postgres'
import { seed } from '../scripts/seed.ts'
import { openDatabase } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'
import { patience } from './testEnv.ts'

/**
 * Creates the databases that tests clone: an empty one, one with all bundled data, and one with only the routes of
 * `routes-demo.csv`. Most tests use the last one, because they need pairs without a route.
 */
export async function createTemplates(server: string): Promise<void> {
  const url = (database: string) => server.replace(/\/[^/]*$/, `/${database}`)
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  // For each connection PostgreSQL hashes the password, by default 4096 times. A test opens about ten connections.
  await admin`set scram_iterations = 1`
  await admin.unsafe(`alter role postgres password '${new URL(server).password}'`)
  // The account that migrates is no superuser, as in an installation.
  const owner = new URL(url('template_empty'))
  owner.username = 'salento'
  await admin.unsafe(`create role salento login password '${owner.password}'`)
  await admin`create database template_empty owner salento`
  await migrate(owner.href)
  await admin`create database template_bundled template template_empty`
  const bundled = openDatabase(url('template_bundled'), { connections: 1, patience })
  await seed(bundled.write)
  // A database with open connections cannot be cloned.
  await bundled.close()
  await admin`create database template_demo template template_bundled`
  const demo = openDatabase(url('template_demo'), { connections: 1, patience })
  // Only the routes that the seed made are `gate`. The listed routes keep consecutive ids, because they load first.
  await demo.write`delete from route_prices where indexing = 'gate'`
  await demo.write`update route_prices set main_route_id = null`
  await demo.write`select setval(pg_get_serial_sequence('route_prices', 'id'), (select max(id) from route_prices))`
  await demo.close()
  await admin.end()
}
