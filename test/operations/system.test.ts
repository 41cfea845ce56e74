import { expect, test } from 'vitest'
import { startApp } from '../app.ts'
import { configureMail } from '../mailbox.ts'

interface Tile {
  name: string
  state: string
  text: string
  repair: string
}

test('each failing part reports itself and the remedy', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  const tiles = async () => {
    const { status, body } = await app.get('/api/admin/system', staff)
    expect(status).toBe(200)
    return new Map<string, Tile>(body.tiles.map((tile: Tile) => [tile.name, tile]))
  }
  const bare = await tiles()
  expect(bare.get('Processi di lavoro')).toMatchObject({ state: 'errore' })
  expect(bare.get('Processi di lavoro')?.repair).toContain('npm run worker')
  expect(bare.get('Email')).toMatchObject({ state: 'attenzione' })

  await configureMail(app, { port: 25 }, { dailyLimit: 300 })
  await app.sql`insert into workers (pool_id, host, pid) values ('prova', 'host', 1)`
  await app.sql`
    insert into email_messages (message_key, purpose, recipient, subject, message_id, state, sent_at)
    select 'k' || n, 'office', 'a@b.example', 'x', 'm' || n, 'sent', now() from generate_series(1, 250) as n`
  const later = await tiles()
  expect(later.get('Processi di lavoro')).toMatchObject({ state: 'ok', repair: '' })
  expect(later.get('Email')).toMatchObject({ state: 'ok' })
  expect(later.get('Email di oggi')).toMatchObject({
    state: 'attenzione',
    text: '250 di 300',
  })
  expect(later.get('Segreti salvati')).toMatchObject({ state: 'ok' })
  // No name server resolves a reserved domain; the page must work nevertheless.
  expect(later.get('SPF')?.state).toMatch(/^(attenzione|non verificabile)$/)

  await app.sql`update email_configurations set smtp_password = '00000000:AAAA:BBBB:CCCC'`
  await app.sql`insert into outbox (type, payload, occurred_at) values ('test:happened', '{}', now() - interval '5 minutes')`
  const broken = await tiles()
  expect(broken.get('Segreti salvati')).toMatchObject({ state: 'errore' })
  expect(broken.get('Eventi')).toMatchObject({ state: 'errore' })
})
