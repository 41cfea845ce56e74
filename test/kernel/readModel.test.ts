import fc from 'fast-check'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { openApi } from '../../src/api/server.ts'
import { openDatabase } from '../../src/platform/db.ts'
import { type App, startApp } from '../app.ts'
import { inFull } from '../length.ts'
import { newAddress } from '../newAddress.ts'
import { patience } from '../testEnv.ts'

const pages = [
  '/api/routes/pricing-table',
  '/api/routes/popular',
  '/api/routes/by-hubs',
  '/api/transfer-routes/aeroporto-brindisi-gallipoli',
  '/api/transfer-routes/aeroporto-brindisi-otranto',
  '/sitemap.xml',
  '/en/transfers/brindisi-airport-gallipoli/',
]

const change = fc.record({
  what: fc.constantFrom(
    'price',
    'price',
    'price',
    'text',
    'translation',
    'slug',
    'off',
    'on',
    'main',
    'gone',
    'many',
  ),
  id: fc.integer({ min: 1, max: 273 }),
  price: fc.integer({ min: 1, max: 900 }),
})

async function write({ sql }: App, { what, id, price }: { what: string; id: number; price: number }) {
  const which = sql`where id = (select id from route_prices order by id offset ${id % 200} limit 1)`
  if (what === 'price') await sql`update route_prices set price3to4_pax = ${price} ${which}`
  if (what === 'text') await sql`update route_prices set long_description = ${`Testo ${price}`} ${which}`
  if (what === 'translation')
    await sql`
      insert into translations (kind, id, language, state, text, made_from, shown_text, shown_from)
      select 'route', id, 'en', 'reviewed', text, made_from, text, made_from
      from route_prices, jsonb_build_object('longDescription', ${`Text ${price}`}::text) as text,
        jsonb_build_object('longDescription', long_description) as made_from ${which}
      on conflict (kind, id, language) do update
        set shown_text = excluded.shown_text, shown_from = excluded.shown_from`
  if (what === 'slug')
    await sql`update route_prices set slug = 'nuovo-' || id || '-' || ${price}::int ${which}`
  if (what === 'off') await sql`update route_prices set is_active = false ${which}`
  if (what === 'on') await sql`update route_prices set is_active = true ${which}`
  if (what === 'main') await sql`update route_prices set is_main_route = not is_main_route ${which}`
  if (what === 'gone') await sql`delete from route_prices ${which}`
  if (what === 'many') await sql`update route_prices set price1to3_pax = ${price} where id % 2 = 0`
}

test('after any changes of rows a running process responds like one that has just started', async () => {
  await using app = await startApp({ data: 'demo' })
  // Uses a new IP address each time, because responses that are not cached are limited.
  const read = async (api: Pick<App['api'], 'inject'>, url: string) =>
    (await api.inject({ url, headers: { 'x-forwarded-for': newAddress() } })).body
  const answers = (api: Pick<App['api'], 'inject'>) => Promise.all(pages.map((url) => read(api, url)))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      for (const one of changes) await write(app, one)
      // The second process has its own pools, so it builds its read models from the tables.
      const db = openDatabase(app.databaseUrl, { name: 'fresh', connections: 2, patience })
      const fresh = await openApi(app.config, { ...app.runtime, db }, pino({ level: 'silent' }))
      try {
        const wanted = await answers(fresh)
        await expect
          .poll(async () => (await answers(app.api)).map((body, at) => body === wanted[at]), {
            interval: 250,
          })
          .toEqual(pages.map(() => true))
      } finally {
        await fresh.close()
        await db.close()
      }
    }),
    { numRuns: inFull(3, 12) },
  )
})

test('models that have just become outdated do not look current, however short the moment is', async () => {
  await using app = await startApp()
  const release = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const held = app.sql.begin(async (tx) => {
    await tx`lock table translations in access exclusive mode`
    isHeld.resolve()
    await release.promise
  })
  await isHeld.promise
  // The clock stands still, as it does within a millisecond.
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await app.sql`select pg_notify('changes', 'translations:*')`
    expect((await app.api.inject('/readyz')).statusCode).toBe(200)
    const { payload } = await app.api.inject('/metrics')
    expect(Number(payload.match(/^read_models_stale_seconds (\S+)$/m)?.[1])).toBeGreaterThan(0)
  } finally {
    vi.useRealTimers()
    release.resolve()
    await held
  }
  await app.settle()
})
