import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase, type Sql, type Tx } from '../../src/platform/db.ts'
import { createDatabase } from '../emptyDatabase.ts'

test('behind a pooler each query and each transaction has its own time limits, and queries can be parts of others', async () => {
  await using empty = await createDatabase()
  const db = openDatabase(empty.url, { connections: 2, isPooled: true })
  const { read, write } = db
  try {
    const limits = (sql: Sql | Tx) => sql`
      select current_setting('statement_timeout') as limit, current_setting('transaction_read_only') as read_only`
    expect(await limits(read)).toEqual([{ limit: '5s', readOnly: 'on' }])
    expect(await limits(write)).toEqual([{ limit: '30s', readOnly: 'off' }])
    expect(await write.begin(limits)).toEqual([{ limit: '30s', readOnly: 'off' }])
    await write`create table numbers (n int)`
    const name = randomBytes(4).toString('hex')
    const several = [1, 2, 3].map((n) => ({ n }))
    await write`insert into ${write('numbers')} ${write(several)}`
    const big = read`n > ${1}`
    const odd = read`${big} and n % 2 = ${1}`
    expect(await read`select n, ${name}::text as name from numbers where ${odd}`).toEqual([{ n: 3, name }])
    expect(await read.unsafe('select count(*) as n from numbers where n < $1', [3])).toEqual([{ n: 2 }])
    const query = read`select count(*) as n from numbers`
    expect(await Promise.all([query, query])).toEqual([[{ n: 3 }], [{ n: 3 }]])
    await expect(read`insert into numbers values (4)`).rejects.toMatchObject({ code: '25006' })
    await expect(read`select 1 / 0`.catch((error) => error.code)).resolves.toBe('22012')
  } finally {
    await db.close()
  }
})
