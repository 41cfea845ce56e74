import postgres from 'postgres'
import { expect, test } from 'vitest'
import { seed } from '../../scripts/seed.ts'
import type { Sql } from '../../src/platform/db.ts'
import { startApp } from '../app.ts'

test('a machine that is slow between two statements loads the bundled data completely', async () => {
  await using app = await startApp()
  const impatient = postgres(app.databaseUrl, {
    max: 1,
    onnotice: () => {},
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel }, undefined: null },
    connection: { idle_in_transaction_session_timeout: 1 },
  })
  try {
    const { locations } = await seed(impatient as unknown as Sql)
    expect(await app.sql`select count(*) from locations`).toEqual([{ count: locations }])
  } finally {
    await impatient.end()
  }
})
