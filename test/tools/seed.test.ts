import { expect, test } from 'vitest'
import { seed } from '../../scripts/seed.ts'
import { startApp } from '../app.ts'

test('the transaction that loads the bundled data has no time limit, so a slow machine loads them too', async () => {
  await using app = await startApp()
  const { sql } = app
  await sql`create table limits (idle text, statement text)`
  await sql`
    create function note_limits() returns trigger language plpgsql as $$ begin
      insert into limits select current_setting('idle_in_transaction_session_timeout'), current_setting('statement_timeout');
      return null;
    end $$`
  await sql`create trigger note_limits after insert on locations execute function note_limits()`
  await sql`create trigger note_limits after insert on blog_posts execute function note_limits()`
  await seed(app.runtime.db.write)
  expect(await sql`select * from limits`).toEqual(Array(2).fill({ idle: '0', statement: '0' }))
})
