import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'

/** Creates a database without tables, for tests of migrations, or a copy of the database with the URL `template`. */
export async function createDatabase({ template }: { template?: string } = {}) {
  const server = inject('postgresUrl')
  const name = `older_${randomBytes(6).toString('hex')}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  if (template === undefined) await admin`create database ${admin(name)}`
  else await copied(admin, name, new URL(template).pathname.slice(1))
  return {
    url: server.replace(/\/[^/]*$/, `/${name}`),
    async [Symbol.asyncDispose]() {
      await admin`drop database if exists ${admin(name)} with (force)`
      await admin.end()
    },
  }
}

/** Ends connections that a stopped process has left, because a database with connections cannot be copied. */
async function copied(admin: postgres.Sql, name: string, template: string): Promise<void> {
  await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${template}`
  await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`
}
