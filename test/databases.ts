import postgres from 'postgres'
import { seed } from '../scripts/seed.ts'
import { openDatabase } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'

/**
 * Databases that tests clone: without data, with all bundled data, and with the listed routes only. Most tests use the
 * third, because they need pairs without a route, routes without a return, and families to create.
 */
export async function createTemplates(server: string): Promise<void> {
  const url = (database: string) => server.replace(/\/[^/]*$/, `/${database}`)
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  // A password is hashed 4096 times for each connection, and a test opens about ten.
  await admin`set scram_iterations = 1`
  await admin.unsafe(`alter role postgres password '${new URL(server).password}'`)
  await admin`create database template_empty`
  await migrate(url('template_empty'))
  await admin`create database template_bundled template template_empty`
  const bundled = openDatabase(url('template_bundled'), { connections: 1 })
  await seed(bundled.write)
  // A database with open connections cannot be cloned.
  await bundled.close()
  await admin`create database template_demo template template_bundled`
  const demo = openDatabase(url('template_demo'), { connections: 1 })
  // Only the estimated routes have the state `gate`, and the seed loads them after the listed routes.
  await demo.write`delete from route_prices where indexing = 'gate'`
  await demo.write`update route_prices set main_route_id = null`
  await demo.write`select setval(pg_get_serial_sequence('route_prices', 'id'), (select max(id) from route_prices))`
  await demo.close()
  await admin.end()
}
