import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'

/** Creates a database without tables, for tests of migrations. */
export async function createDatabase() {
  const server = inject('postgresUrl')
  const name = `older_${randomBytes(6).toString('hex')}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)}`
  return {
    url: server.replace(/\/[^/]*$/, `/${name}`),
    async [Symbol.asyncDispose]() {
      await admin`drop database if exists ${admin(name)} with (force)`
      await admin.end()
    },
  }
}
