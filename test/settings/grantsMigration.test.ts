import { expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { migrationsFolder, namesIn } from '../../src/platform/pendingMigrations.ts'
import { createDatabase } from '../emptyDatabase.ts'
import { patience } from '../testEnv.ts'

test('an update logs nobody out: sessions, calendars, links and notifications go on; those of closed accounts end', async () => {
  await using database = await createDatabase()
  const names = namesIn(migrationsFolder)
  await migrate(database.url, { only: names.filter((name) => name < '144') })
  const db = openDatabase(database.url, { connections: 2, patience })
  const sql = db.write
  try {
    await sql`
      insert into admin_users (username, password, role, is_active)
      values ('anna', '', 'operatore', true), ('chiusa', '', 'autista', false), ('ugo', '', 'autista', true)`
    const idOf = async (username: string) => {
      const [row] = await sql<[{ id: number }]>`select id from admin_users where username = ${username}`
      return row.id
    }
    const [anna, closed, ugo] = [await idOf('anna'), await idOf('chiusa'), await idOf('ugo')]
    const sessions = await sql<{ id: string }[]>`
      insert into admin_sessions (admin_user_id, user_agent, ended_at)
      values (${anna}, 'Firefox', null), (${anna}, 'Firefox', now()) returning id`
    await sql`
      insert into push_subscriptions (admin_user_id, endpoint, p256dh, auth, user_agent)
      values (${anna}, 'https://push.example/1', 'p', 'a', 'Firefox')`
    const feeds = await sql<{ nonce: string }[]>`
      insert into calendar_feeds (admin_user_id) values (${anna}) returning nonce`
    const drivers = await sql<{ calendarNonce: string; name: string }[]>`
      insert into drivers (name, phone, admin_user_id, calendar_nonce)
      values ('Ugo', '1', ${ugo}, gen_random_uuid()), ('Chiusa', '2', ${closed}, gen_random_uuid()),
        ('Senza account', '3', null, gen_random_uuid())
      returning calendar_nonce, name`
    await sql`insert into login_links values (${ugo}, 'hash', now() + interval '20 minutes')`

    await migrate(database.url, { only: names })
    const grants = await sql<{ id: string; kind: string; sessionId: string | null }[]>`
      select id, kind, session_id from grants where ended_at is null`
    const ofKind = (kind: string) => grants.filter((one) => one.kind === kind)
    const [open] = sessions
    expect(ofKind('session').map(({ id }) => id)).toEqual([open?.id])
    expect(await sql`select id from admin_sessions where ended_at is null`).toEqual([{ id: open?.id }])
    expect(
      ofKind('calendar')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(
      [
        ...feeds.map(({ nonce }) => nonce),
        ...drivers.filter(({ name }) => name !== 'Chiusa').map(({ calendarNonce }) => calendarNonce),
      ].sort(),
    )
    const [push] = ofKind('push')
    expect(push?.sessionId).toBe(open?.id)
    expect(await sql`select grant_id from push_subscriptions`).toEqual([{ grantId: push?.id }])
    expect(ofKind('loginLink')).toHaveLength(1)
  } finally {
    await db.close()
  }
})
