import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { pino } from 'pino'
import postgres from 'postgres'
import { parseSitemap, parseSitemapIndex } from 'sitemap'
import { expect, inject, test } from 'vitest'
import { openApi } from '../../src/api/server.ts'
import { sitemapChanged } from '../../src/modules/content/sitemap/contract.ts'
import { createContext } from '../../src/modules/index.ts'
import { openDatabase } from '../../src/platform/db.ts'
import { drain } from '../../src/worker/drain.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { type App, eventually, startApp } from '../app.ts'
import { patience } from '../testEnv.ts'

const site = 'https://www.salento.example'

/** Asks for a build as staff do, and returns its job when the worker has ended it. */
async function generate(app: App, staff: Record<string, string>) {
  const reply = await app.post('/api/admin/sitemap/generate', {}, staff)
  expect([reply.status, reply.body]).toEqual([202, { jobId: expect.any(Number) }])
  await app.drain()
  return (await app.get(`/api/admin/jobs/${reply.body.jobId}`, staff)).body
}

const urlsOf = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)

const lastmodOf = (xml: string, url: string) =>
  xml
    .split('<url>')
    .find((entry) => entry.startsWith(`<loc>${url}</loc>`))
    ?.match(/<lastmod>(.*?)</)?.[1]

const addArticles = (app: App, count: number, from = 1, changedAt = '2027-01-01T08:00:00Z') => app.sql`
  insert into blog_posts (title, slug, summary, content, is_published, published_at, updated_at)
  select 'Articolo ' || n, 'articolo-' || n, 'x', 'x', true, now(), ${changedAt}::timestamptz + n * interval '1 s'
  from generate_series(${from}::int, ${from + count - 1}::int) n`

test('“Genera sitemap” builds it as a job, which says how many URLs were added, removed and given another date', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  expect((await app.get('/api/admin/sitemap', staff)).body).toEqual({ stored: null, error: null })
  await addArticles(app, 3)
  const first = await generate(app, staff)
  const count = urlsOf((await app.get('/sitemap.xml')).text).length
  expect(first).toMatchObject({ status: 'completed', kind: 'sitemap', progress: { done: 1, total: 1 } })
  expect(first.result).toMatchObject({ urlCount: count, files: 1, added: count, removed: 0, changed: 0 })

  await app.sql`delete from blog_posts where slug = 'articolo-1'`
  await app.sql`update blog_posts set updated_at = '2030-01-02T03:04:05Z' where slug = 'articolo-2'`
  await addArticles(app, 2, 4)
  const second = await generate(app, staff)
  // The list of articles has the date of the newest one. The other languages have none of these articles.
  const changed = 2
  expect(second.result).toMatchObject({ urlCount: count + 1, added: 2, removed: 1, changed })
  expect(second.log.at(-1).message).toBe(`Indirizzi: 2 aggiunti, 1 tolto, ${changed} con un’altra data`)
  const third = await generate(app, staff)
  expect(third.result).toMatchObject({ urlCount: count + 1, added: 0, removed: 0, changed: 0 })
  const { stored, error } = (await app.get('/api/admin/sitemap', staff)).body
  // The state says what the last change was, also after builds that found none.
  expect([error, stored]).toEqual([
    null,
    expect.objectContaining({ urlCount: count + 1, added: 2, removed: 1, changed }),
  ])
  expect(stored.builtAt >= third.result.builtAt && stored.changedAt < stored.builtAt).toBe(true)
  expect(
    await app.sql`select payload from outbox where type = ${sitemapChanged.type} order by id`,
  ).toHaveLength(2)
})

/** Returns `lastmod` by path, with an empty text for a URL that has none. */
const datesOf = (xml: string) =>
  new Map(
    [...xml.matchAll(/<loc>(.*?)<\/loc>(?:<lastmod>(.*?)<)?/g)].map(([, url = '', date = '']) => [
      url.slice(site.length),
      date,
    ]),
  )

/** A time before the changes of a test. */
const earlier = '2026-01-01T08:00:00Z'

test('a list has the date of its last change, also when it loses an entry, and no date goes back', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await addArticles(app, 2, 1, earlier)
  let before = new Map<string, string>()
  /** Builds the sitemap, and returns the paths whose date has changed. No date may be earlier than before. */
  const moved = async () => {
    expect(await generate(app, staff)).toMatchObject({ status: 'completed' })
    const after = datesOf((await app.get('/sitemap.xml')).text)
    const known = [...after].filter(([path]) => before.has(path))
    expect(known.filter(([path, date]) => date < (before.get(path) ?? ''))).toEqual([])
    const changed = known.filter(([path, date]) => date !== before.get(path)).map(([path]) => path)
    before = after
    return changed.toSorted()
  }
  await moved()
  expect(await moved()).toEqual([])

  const [newest, oldest] = await app.sql<{ id: number; slug: string }[]>`
    with indexed as (select id, slug from route_prices where is_active and indexing = 'allowed' and is_main_route)
    (select id, slug from indexed order by id desc limit 1) union all (select id, slug from indexed order by id limit 1)`
  await app.sql`update route_prices set updated_at = now() where id = ${newest?.id ?? 0}`
  await moved()
  // The newest route leaves the lists, then one whose date was not that of the lists.
  for (const route of [newest, oldest]) {
    const at = `/api/admin/route-prices/${route?.id}/active-status`
    expect((await app.send('PUT', at, { isActive: false }, staff)).status).toBe(200)
    const lists = await moved()
    expect(before.has(`/tratte/transfer-${route?.slug}/`)).toBe(false)
    expect(lists).toEqual(expect.arrayContaining(['/', '/de/', '/tratte/', '/prezzi/', '/en/prices/']))
    expect(lists.filter((path) => path.includes('/blog/') || path.includes('/transfer-'))).toEqual([])
  }

  const [article] = await app.sql<[{ id: number }]>`select id from blog_posts where slug = 'articolo-1'`
  await app.sql`update blog_posts set is_published = false where id = ${article.id}`
  expect(await moved()).toEqual(['/blog/'])
  expect(await moved()).toEqual([])
  expect((await app.sql`select list from sitemap_lists order by list`).map(({ list }) => list)).toEqual(
    expect.arrayContaining(['blog/it', 'routes']),
  )
})

test('a list in one language has the date of its own last change', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await addArticles(app, 2, 1, earlier)
  await app.sql`
    insert into translations (kind, id, language, state, text, made_from, shown_text, shown_from)
    select 'article', id, language, 'reviewed', text, '{}', text, '{}'
    from (select * from blog_posts where slug like 'articolo%') posts, unnest(array['en', 'de']) language,
      lateral (select jsonb_build_object('title', title || language, 'slug', slug || '-' || language,
        'summary', summary, 'content', content) as text) texts`
  await generate(app, staff)
  const dates = async () => datesOf((await app.get('/sitemap.xml')).text)
  const before = await dates()
  expect([...before.keys()]).toEqual(expect.arrayContaining(['/en/blog/articolo-1-en/', '/de/blog/']))
  await app.sql`
    delete from translations where language = 'de' and id = (select max(id) from blog_posts)`
  await generate(app, staff)
  const after = await dates()
  const changed = [...after].filter(([path, date]) => date !== before.get(path)).map(([path]) => path)
  expect(changed).toEqual(['/de/blog/'])
  expect((after.get('/de/blog/') ?? '') > (before.get('/de/blog/') ?? '')).toBe(true)
})

test('the page of a place has the date at which it lost a ride, a review list that of a hidden review, and a route keeps a later date', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await app.sql`
    update locations set tourist_info = (select string_agg('parola' || locations.id || n, ' ') from generate_series(1, 120) n)
    where name in ('Gallipoli', 'Otranto')`
  await app.sql`
    insert into reviews (lead_kind, lead_id, rating, text, name, language, month, created_at)
    select 'booking', n, 5, 'Bene', 'Ugo', 'it', '2026-08', now() - n * interval '1 day' from generate_series(1, 2) n`
  await generate(app, staff)
  const dates = async () => datesOf((await app.get('/sitemap.xml')).text)
  const before = await dates()
  const places = [...before.keys()].filter((path) => path.startsWith('/destinazioni/'))
  const [route] = await app.sql<[{ id: number; name: string; slug: string }]>`
    select route_prices.id, name, slug from route_prices join locations on locations.id = destination_location_id
    where is_active and name = 'Gallipoli' order by route_prices.id limit 1`
  await app.sql`delete from route_prices where id = ${route.id}`
  await app.sql`update reviews set hidden_at = now(), hidden_reason = 'x' where created_at < now() - interval '36 hours'`
  // The undo of a bulk act gives a route its earlier date.
  const [other] = await app.sql.begin(async (tx) => {
    await tx`set local app.undoing = 'on'`
    return tx<[{ slug: string }]>`
      update route_prices set updated_at = updated_at - interval '1 hour'
      where id = (select max(id) from route_prices where is_active and indexing = 'allowed') returning slug`
  })
  await generate(app, staff)
  const after = await dates()
  const own = `/tratte/transfer-${other.slug}/`
  expect([after.get(own), before.has(own)]).toEqual([before.get(own), true])
  const moved = places.filter((path) => after.get(path) !== before.get(path))
  expect([places.length > 1, moved]).toEqual([true, ['/destinazioni/gallipoli/']])
  expect((after.get('/recensioni/') ?? '') > (before.get('/recensioni/') ?? '')).toBe(true)
  // The next build finds the same.
  expect((await generate(app, staff)).result).toMatchObject({ added: 0, removed: 0, changed: 0 })
  expect(await dates()).toEqual(after)
})

test('every process sends the stored file, with its ETag; an own copy only until the first build', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const database = openDatabase(app.databaseUrl, { connections: 2, patience })
  const second = await openApi(app.config, { ...app.runtime, db: database }, app.api.log as never)
  try {
    await second.listen({ host: '127.0.0.1', port: 0 })
    const { port } = second.server.address() as AddressInfo
    const other = async () => (await fetch(`http://127.0.0.1:${port}/sitemap.xml`)).text()
    const made = (await app.get('/sitemap.xml')).text
    expect([await other(), made]).toEqual([made, expect.stringContaining('<urlset')])
    await generate(app, staff)
    expect([(await app.get('/sitemap.xml')).text, await other()]).toEqual([made, made])

    const { headers } = await app.get('/sitemap.xml')
    const etag = headers.get('etag') ?? ''
    expect([headers.get('content-type'), etag]).toEqual([
      'application/xml; charset=utf-8',
      expect.stringMatching(/^"/),
    ])
    expect((await app.get('/sitemap.xml', { 'if-none-match': etag })).status).toBe(304)
    for (const encoding of ['br', 'gzip']) {
      const packed = await app.get('/sitemap.xml', { 'accept-encoding': encoding })
      expect([packed.headers.get('content-encoding'), packed.text]).toEqual([encoding, made])
    }

    // No process makes the file from its own data any more: it changes at the same moment in all.
    await addArticles(app, 1)
    await eventually(async () => expect((await app.get('/blog/articolo-1/')).status).toBe(200))
    expect([(await app.get('/sitemap.xml')).text, await other()]).toEqual([made, made])
    await generate(app, staff)
    const [own, others] = [(await app.get('/sitemap.xml')).text, await other()]
    expect([own.includes('/blog/articolo-1/'), others]).toEqual([true, own])
    expect((await app.get('/sitemap.xml', { 'if-none-match': etag })).status).toBe(200)
    expect((await app.get('/sitemap-1.xml')).status).toBe(404)
  } finally {
    await second.close()
    await database.close()
  }
})

test('a sitemap that was built for another URL of the site is not sent', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await generate(app, staff)
  await app.sql`update sitemap_state set origin = 'https://prova.example'`
  await addArticles(app, 1)
  await eventually(async () =>
    expect((await app.get('/sitemap.xml')).text).toContain(`<loc>${site}/blog/articolo-1/</loc>`),
  )
  expect((await app.get('/api/admin/sitemap', staff)).body.stored).toBe(null)
  const { result } = await generate(app, staff)
  expect([result.added, result.removed]).toEqual([result.urlCount, 0])
})

/** Schemas of the protocol, and of the links to other languages, against which a file is checked. */
function officialSchema(): { validate(xml: string): void } {
  const official = createRequire(import.meta.url).resolve('sitemap/package.json')
  const text = readFileSync(path.join(path.dirname(official), 'schema', 'sitemap.xsd'), 'utf8')
  // libxml2 has no schema of XHTML here, so the links are checked by the reader `parseSitemap` instead.
  const validator = XsdValidator.fromDoc(XmlDocument.fromString(text.replaceAll('"strict"', '"lax"')))
  return { validate: (xml) => validator.validate(XmlDocument.fromString(xml)) }
}

test('more than 50,000 URLs are files of at most 50,000 and 50 MB and an index, all valid by the protocol’s schema', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  await addArticles(app, 50_000)
  const { result } = await generate(app, staff)
  const index = (await app.get('/sitemap.xml')).text
  const parts = urlsOf(index)
  expect(parts).toEqual(
    Array.from({ length: result.files }, (_, place) => `${site}/sitemap-${place + 1}.xml`),
  )
  const { validate } = officialSchema()
  const urls = new Set<string>()
  const newest: string[] = []
  for (const url of parts) {
    const { text } = await app.get(new URL(url).pathname)
    validate(text)
    const items = await parseSitemap(Readable.from([text]))
    expect(items.length).toBeLessThanOrEqual(50_000)
    expect(text.length).toBeLessThan(50 * 2 ** 20)
    for (const item of items) urls.add(item.url)
    newest.push(
      items
        .map(({ lastmod = '' }) => lastmod)
        .sort()
        .at(-1) ?? '',
    )
  }
  expect([urls.size, result.urlCount]).toEqual([result.urlCount, result.added])
  expect(urls.size).toBeGreaterThan(50_000)
  expect([...urls].filter((url) => !url.startsWith(`${site}/`))).toEqual([])
  // The date of a file in the index is that of its newest page.
  expect((await parseSitemapIndex(Readable.from([index]))).map(({ lastmod }) => lastmod)).toEqual(newest)

  const tags = async () =>
    Promise.all(parts.map(async (url) => (await app.get(new URL(url).pathname)).headers.get('etag')))
  const before = await tags()
  await app.sql`update blog_posts set updated_at = '2031-01-01T00:00:00Z' where slug = 'articolo-1'`
  expect((await generate(app, staff)).result).toMatchObject({ added: 0, removed: 0, changed: 2 })
  const after = await tags()
  // Search engines get 304 for the files in which nothing changed.
  expect(after.filter((tag, place) => tag !== before[place]).length).toBeLessThan(parts.length)
  expect((await app.get('/sitemap.xml')).text).toContain('<lastmod>2031-01-01T00:00:00.000Z</lastmod>')
  expect((await app.get(`/sitemap-${parts.length + 1}.xml`)).status).toBe(404)
  await app.sql`delete from blog_posts where id > 100`
  const fewer = (await generate(app, staff)).result
  expect(fewer).toMatchObject({ files: 1, added: 0, removed: result.urlCount - fewer.urlCount })
  expect((await app.get('/sitemap-1.xml')).status).toBe(404)
})

test('a build that violates the protocol fails with its reason before staff, and the files of the build before stay', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await generate(app, staff)
  const before = (await app.get('/sitemap.xml')).text
  await addArticles(app, 1)
  // No address of the site is longer than 2,048 characters, so the test makes the table hold a longer one.
  await app.sql`alter table blog_posts drop constraint blog_posts_slug_check`
  await app.sql`update blog_posts set slug = ${`a${'-b'.repeat(1_200)}`} where slug = 'articolo-1'`
  const job = await generate(app, staff)
  expect([job.status, job.error]).toEqual([
    'failed',
    expect.stringMatching(/^\/sitemap\.xml non rispetta il protocollo.*maxLength/),
  ])

  // The scheduled task tries again every minute, and shows the same reason.
  await app.sql`update sitemap_state set day = day - 1`
  await app.sweep('buildSitemap')
  const { tiles } = (await app.get('/api/admin/system', staff)).body
  expect(tiles).toContainEqual(
    expect.objectContaining({
      name: 'Lavori a tempo',
      state: 'errore',
      text: expect.stringMatching(/^Non riusciti: Sitemap dal .*sitemap\.xml non rispetta/),
    }),
  )
  const failures = (await app.get('/api/admin/failures', staff)).body.items
  expect(failures.map(({ kind, what }: { kind: string; what: string }) => `${kind} ${what}`)).toEqual([
    'job sitemap',
    'task Sitemap',
  ])
  const { stored, error } = (await app.get('/api/admin/sitemap', staff)).body
  expect([error, stored.added > 0]).toEqual([job.error, true])
  expect((await app.get('/sitemap.xml')).text).toBe(before)

  await app.sql`update blog_posts set slug = 'articolo-1' where slug like 'a-b%'`
  await app.sweep('buildSitemap')
  expect((await app.get('/sitemap.xml')).text).toContain(`<loc>${site}/blog/articolo-1/</loc>`)
  expect((await app.get('/api/admin/sitemap', staff)).body.error).toBe(null)
})

test('with a running worker every change of pages is soon in the stored sitemap: by staff, by SQL or scheduled', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  // A process of its own has no data in memory.
  const runtime = { db: openDatabase(app.databaseUrl, { patience }), context: createContext(app.config) }
  const worker = await startWorker(runtime, app.databaseUrl)
  try {
    const version = async () =>
      (await app.sql`select version from sitemap_state`)[0]?.version as number | undefined
    const listed = async (path: string) => urlsOf((await app.get('/sitemap.xml')).text).includes(site + path)
    await eventually(async () => expect(await version()).toBe(1))

    const [route] =
      await app.sql`select id, slug from route_prices where is_active and indexing = 'allowed' limit 1`
    const path = `/tratte/transfer-${route?.slug}/`
    expect(await listed(path)).toBe(true)
    const active = `/api/admin/route-prices/${route?.id}/active-status`
    expect((await app.send('PUT', active, { isActive: false }, staff)).status).toBe(200)
    await eventually(async () => expect(await listed(path)).toBe(false))
    await app.send('PUT', active, { isActive: true }, staff)
    await eventually(async () => expect(await listed(path)).toBe(true))

    await app.sql`update route_prices set updated_at = '2030-01-02T03:04:05Z' where id = ${route?.id ?? 0}`
    await eventually(async () =>
      expect(lastmodOf((await app.get('/sitemap.xml')).text, site + path)).toBe('2030-01-02T03:04:05.000Z'),
    )

    await app.sql`
      insert into blog_posts (title, slug, summary, content, is_published, publish_at)
      values ('Fra poco', 'fra-poco', 'x', 'x', false, now() - interval '1 s')`
    // The worker publishes due articles every minute.
    await app.sql`select graphile_worker.add_job('periodic', '{"name": "publishDueArticles"}'::json)`
    await eventually(async () => expect(await listed('/blog/fra-poco/')).toBe(true))
    await app.sql`delete from blog_posts where slug = 'fra-poco'`
    await eventually(async () => expect(await listed('/blog/fra-poco/')).toBe(false))

    // Changes of other tables ask for no build.
    const [state] = await app.sql<[{ tables: string[] }]>`select tables from sitemap_state`
    expect(state.tables).toEqual(
      expect.arrayContaining(['blog_posts', 'locations', 'price_lists', 'reviews']),
    )
    expect(
      state.tables.filter((table) => ['closed_days', 'redirects', 'site_settings'].includes(table)),
    ).toEqual([])
  } finally {
    await worker.stop()
    await runtime.db.close()
  }
})

test('changes are followed on after the connection of notifications and the query that asks for a build broke at once', async () => {
  await using app = await startApp({ data: 'demo' })
  const runtime = { db: openDatabase(app.databaseUrl, { patience }), context: createContext(app.config) }
  const worker = await startWorker(runtime, app.databaseUrl)
  const isListed = async (number: number) =>
    expect((await app.get('/sitemap.xml')).text).toContain(`/blog/articolo-${number}/`)
  const listening = () => app.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and query ~* '^listen "?changes"?'`
  const asking = () => app.sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%buildSitemap%'`
  const end = (rows: { pid: number }[]) =>
    app.sql`select pg_terminate_backend(pid) from unnest(${rows.map(({ pid }) => pid)}::int[]) pid`
  try {
    await eventually(async () => expect(await app.sql`select from sitemap_state`).toHaveLength(1))
    await eventually(async () =>
      expect(await app.sql`select from graphile_worker.jobs where locked_at is not null`).toHaveLength(0),
    )
    await app.sql.begin(async (tx) => {
      await tx`lock table sitemap_state in access exclusive mode`
      await addArticles(app, 1)
      await eventually(async () => expect(await asking()).toHaveLength(1))
      const before = await listening()
      await end(before)
      await eventually(async () => expect(await listening()).toHaveLength(before.length))
      // The process gets the answer to `listen` a moment after PostgreSQL has sent it.
      await sleep(200)
      await end(await asking())
      await sleep(200)
    })
    await eventually(() => isListed(1))
    await addArticles(app, 1, 2)
    await eventually(() => isListed(2))
  } finally {
    await worker.stop()
    await runtime.db.close()
  }
})

test('changes of one moment share a build, and a change while one waits adds none', async () => {
  await using app = await startApp({ data: 'demo' })
  const worker = await startWorker(app.runtime, app.databaseUrl)
  try {
    const builds = async () => (await app.sql`select version from sitemap_state`)[0]?.version ?? 0
    await eventually(async () => expect(await builds()).toBe(1))
    const waiting = new Set<number>()
    let articles = 0
    while ((await builds()) < 3) {
      articles++
      await addArticles(app, 1, articles)
      const jobs = await app.sql`
        select id from graphile_worker.jobs where task_identifier = 'buildSitemap' and locked_at is null`
      waiting.add(jobs.length)
    }
    expect(Math.max(...waiting)).toBeLessThanOrEqual(1)
    await eventually(async () =>
      expect((await app.get('/sitemap.xml')).text).toContain(`/blog/articolo-${articles}/`),
    )
  } finally {
    await worker.stop()
  }
})

test('builds of two processes at one moment store one state of the site, and count each added URL once', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const database = openDatabase(app.databaseUrl, { patience })
  const other = { db: database, context: createContext(app.config) }
  const ask = async () => (await app.post('/api/admin/sitemap/generate', {}, staff)).body.jobId as number
  const waiting = async () =>
    (
      await app.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    ).length
  try {
    await generate(app, staff)
    await addArticles(app, 5)
    const isHeld = Promise.withResolvers<void>()
    const isEnough = Promise.withResolvers<void>()
    // Both builds read the same data, and neither can store its files yet.
    const locked = app.sql.begin(async (tx) => {
      await tx`lock table sitemap_state in share mode`
      isHeld.resolve()
      await isEnough.promise
    })
    await isHeld.promise
    const first = await ask()
    const drained = [app.drain()]
    await eventually(async () => expect(await waiting()).toBe(1))
    const second = await ask()
    drained.push(drain(other, app.databaseUrl))
    await eventually(async () => expect(await waiting()).toBe(2))
    isEnough.resolve()
    await Promise.all([locked, ...drained])
    const results = await app.sql<{ status: string; added: number }[]>`
      select status, (result->>'added')::int as added from jobs where id = any(${[first, second]}) order by added`
    expect(results).toEqual([
      { status: 'completed', added: 0 },
      { status: 'completed', added: 5 },
    ])
    expect((await app.get('/sitemap.xml')).text.match(/articolo-\d+\/<\/loc>/g)).toHaveLength(5)
  } finally {
    await database.close()
  }
})

/** Stores a file whose dates differ from those of the file that the process would make from memory. */
async function storeOtherDates(app: App) {
  await app.sql`update route_prices set updated_at = '2030-01-02T03:04:05Z' where is_active`
  await generate(app, await app.logIn({ isSuperAdmin: false }))
  await app.sql`update route_prices set updated_at = '2031-01-02T03:04:05Z' where is_active`
  await app.settle()
}

test('while the database is down a process sends the last stored file, or 503, but no file of its own', async () => {
  await using app = await startApp({ data: 'demo', env: { ANSWER_MS: '1000' } })
  await storeOtherDates(app)
  const other = await openApi(app.config, app.runtime, pino({ level: 'silent' }))
  const stored = (await app.get('/sitemap.xml')).text
  expect(stored).toContain('2030-01-02T03:04:05.000Z')
  const name = new URL(app.databaseUrl).pathname.slice(1)
  const admin = postgres(inject('postgresUrl'), { max: 1, onnotice: () => {} })
  await admin`alter database ${admin(name)} with allow_connections false`
  await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
  try {
    const { status, text } = await app.get('/sitemap.xml')
    expect([status, text]).toEqual([200, stored])
    // The other process has not sent the file yet.
    for (const url of ['/sitemap.xml', '/sitemap-1.xml', `/media/${'0'.repeat(32)}.webp`]) {
      const reply = await other.inject(url)
      expect([url, reply.statusCode, reply.headers['retry-after']]).toEqual([url, 503, '5'])
    }
  } finally {
    await admin`alter database ${admin(name)} with allow_connections true`
    await admin.end()
    await other.close()
  }
})

test('a process that reads the file while builds replace it sends a stored one', async () => {
  await using app = await startApp({ data: 'demo' })
  await storeOtherDates(app)
  let isReading = true
  const replacing = (async () => {
    while (isReading) await app.sql`update sitemap_files set tag = gen_random_uuid()`
  })()
  const dates = new Set<string | undefined>()
  for (let asked = 0; asked < 40; asked++)
    dates.add((await app.get('/sitemap.xml')).text.match(/203\d-01-02/)?.[0])
  isReading = false
  await replacing
  expect([...dates]).toEqual(['2030-01-02'])
})

test('the first minute of a day in Rome builds the sitemap, and so does an hour without a build', async () => {
  await using app = await startApp({ data: 'demo' })
  const { clock } = app.runtime.context
  const versionAfter = async () => {
    await app.sweep('buildSitemap')
    const [row] = await app.sql<
      [{ version: number; day: string }]
    >`select version, day::text from sitemap_state`
    return [row.version, row.day]
  }
  clock.now = () => new Date('2027-06-30T21:59:00Z')
  expect(await versionAfter()).toEqual([1, '2027-06-30'])
  expect(await versionAfter()).toEqual([1, '2027-06-30'])
  clock.now = () => new Date('2027-06-30T22:00:00Z')
  expect(await versionAfter()).toEqual([2, '2027-07-01'])
  await app.sql`update sitemap_state set built_at = now() - interval '61 minutes'`
  expect(await versionAfter()).toEqual([3, '2027-07-01'])
})
