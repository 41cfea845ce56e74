import { copyFileSync, createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { backup } from '../../src/platform/backup.ts'
import { openDatabase } from '../../src/platform/db.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { pendingMigrations } from '../../src/platform/pendingMigrations.ts'
import { createDatabase } from '../emptyDatabase.ts'
import { long } from '../length.ts'
import { cli } from '../operator.ts'
import { patience } from '../testEnv.ts'

const sql = path.join(import.meta.dirname, '..', '..', 'sql')
const config = { siteUrl: 'https://www.salento.example' }
/** These were merged after files with higher numbers. */
const late = ['081_bulk_acts', '082_saved_views', '096_push']

test(
  'a database that lacks a file before its last one gets it; backups before and after restore into a new database',
  long,
  async () => {
    await using older = await createDatabase()
    await using empty = await createDatabase()
    await using other = await createDatabase()
    const folder = mkdtempSync(path.join(tmpdir(), 'salento-sql-'))
    const db = openDatabase(older.url, { connections: 2, patience })
    try {
      const files = readdirSync(sql).filter(
        (file) => file < '103' && !late.includes(path.basename(file, '.sql')),
      )
      for (const file of files) copyFileSync(path.join(sql, file), path.join(folder, file))
      await migrate(older.url, { dir: folder })
      await db.write`insert into contacts (name, phone, email) values ('Anna', '1', 'a@b.it')`
      const before = path.join(folder, 'before.gz')
      await backup(db.write, createWriteStream(before))

      expect(await migrate(older.url)).toEqual(expect.arrayContaining(late))
      expect(await pendingMigrations(db.read)).toEqual([])
      const after = path.join(folder, 'after.gz')
      await backup(db.write, createWriteStream(after))

      for (const [file, { url }] of [
        [before, empty],
        [after, other],
      ] as const) {
        expect(await cli({ databaseUrl: url, config }, ['db', 'restore', file])).toMatchObject({
          err: '',
          code: 0,
        })
        const restored = openDatabase(url, { connections: 1, patience })
        expect(await restored.read`select name from contacts`).toEqual([{ name: 'Anna' }])
        expect(await pendingMigrations(restored.read)).toEqual([])
        await restored.close()
      }
    } finally {
      await db.close()
      rmSync(folder, { recursive: true })
    }
  },
)
