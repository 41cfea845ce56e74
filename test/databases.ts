import postgres from 'postgres'
import { seed } from '../scripts/seed.ts'
import { openDatabase } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'

/** Makes the databases that tests clone: a migrated one, and one with the bundled data. */
export async function createTemplates(server: string): Promise<void> {
  const url = (database: string) => server.replace(/\/[^/]*$/, `/${database}`)
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin`create database template_empty`
  await migrate(url('template_empty'))
  await admin`create database template_demo template template_empty`
  const demo = openDatabase(url('template_demo'), { connections: 1 })
  await seed(demo.write)
  // A template with open connections cannot be cloned.
  await demo.close()
  await admin.end()
}
