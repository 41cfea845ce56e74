import { expect, test } from 'vitest'
import { languages } from '../../src/languages/messages.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { type App, eventually, startApp } from '../app.ts'
import { fewCases, long } from '../length.ts'
import { makeJobsDue } from '../mailbox.ts'
import { openIndexNow } from '../providers/indexNow.ts'
import { testEnv } from '../testEnv.ts'
import { startProcess, thisRelease } from '../upgrade/releaseProcess.ts'

const site = 'https://www.salento.example'

async function withKey(env: Record<string, string>) {
  const app = await startApp({ data: 'demo', env })
  const staff = await app.logIn({ isSuperAdmin: false })
  await app.post('/api/admin/indexnow/key', {}, staff)
  await app.drain()
  return { app, staff }
}

async function drainAll(app: App): Promise<void> {
  await app.drain()
  await makeJobsDue(app)
  await app.drain()
}

const changes = (app: App) => app.sql`
    select url, state, reason, attempts from indexnow_changes group by url, state, reason, attempts order by min(id)`

/** Returns `one` for each language, because a page has a URL in each. */
const inEachLanguage = <T>(one: T) => languages.map(() => one)

test('events of the catalogue and the blog within ten seconds are submitted together, each address once', async () => {
  await using engine = await openIndexNow()
  const { app, staff } = await withKey({ INDEXNOW_ENDPOINT: engine.endpoint })
  await using _ = app
  const [one, two] = await app.sql<{ id: number; slug: string }[]>`
    select id, slug from route_prices where is_active order by id limit 2`
  const read = await app.get(`/api/admin/route-prices/${one?.id}`, staff)
  const saved = await app.send(
    'PUT',
    `/api/admin/route-prices/${one?.id}`,
    { ...read.body, touristInfo: 'Spiagge e scogliere' },
    staff,
  )
  expect(saved.status).toBe(200)
  await app.send('PUT', `/api/admin/route-prices/${two?.id}/active-status`, { isActive: false }, staff)
  await app.send('PUT', `/api/admin/route-prices/${two?.id}/active-status`, { isActive: true }, staff)
  await app.drain()
  expect(engine.submissions).toHaveLength(0)
  const [waiting] = await app.sql`
    select extract(epoch from run_at - now())::int as seconds from graphile_worker.jobs where key = 'indexnow'`
  expect(waiting?.seconds).toBeGreaterThan(5)
  expect(waiting?.seconds).toBeLessThanOrEqual(10)
  await drainAll(app)
  expect(engine.submissions).toHaveLength(1)
  const isItalian = (url: string) => url.startsWith(`${site}/tratte/`)
  expect(engine.taken().filter(isItalian).sort()).toEqual(
    [one, two].map((route) => `${site}/tratte/transfer-${route?.slug}/`).sort(),
  )
  // A route page without its own texts also exists in every language, so all its language versions are submitted.
  expect(engine.taken()).toContain(`${site}/en/transfers/brindisi-airport-alezio/`)
  expect(new Set(engine.taken()).size).toBe(engine.taken().length)
  const history = await app.get('/api/admin/indexnow/submissions', staff)
  expect(history.body).toHaveLength(engine.taken().length)
  expect(history.body[0]).toMatchObject({ submissionType: 'auto_route', status: 'success', statusCode: 202 })
  await drainAll(app)
  expect(engine.submissions).toHaveLength(1)
})

test('a page that appears while others are submitted is submitted, too', async () => {
  await using engine = await openIndexNow()
  const { app } = await withKey({ INDEXNOW_ENDPOINT: engine.endpoint })
  await using _ = app
  const late = `${site}/blog/tardi/`
  // Publishes an article and stores its address when the result of the first submission is recorded.
  await app.sql.unsafe(`
    create function publish_late() returns trigger language plpgsql as $$
    begin
      insert into blog_posts (title, slug, summary, content, is_published, published_at)
      values ('Tardi', 'tardi', 'Una gita', '<p>Tra gli ulivi</p>', true, now()) on conflict do nothing;
      insert into indexnow_changes (outbox_id, url, submission_type)
      select outbox_id, '${late}', 'auto_blog' from indexnow_changes where url <> '${late}' limit 1 on conflict do nothing;
      return null;
    end $$;
    create trigger publish_late after update on indexnow_changes for each row
    when (new.state = 'sent' and new.url <> '${late}') execute function publish_late()`)
  const [route] = await app.sql`select id from route_prices where is_active limit 1`
  const staff = await app.logIn()
  for (const isActive of [false, true])
    await app.send('PUT', `/api/admin/route-prices/${route?.id}/active-status`, { isActive }, staff)
  // A worker process keeps no pages in memory, unlike this one.
  const env = { ...testEnv, DATABASE_URL: app.databaseUrl, INDEXNOW_ENDPOINT: engine.endpoint }
  const worker = await startProcess(thisRelease, 'worker', env)
  await eventually(() => expect(engine.taken()).toContain(late))
  await worker.stop()
})

test('an event that is handled twice is submitted once', async () => {
  await using engine = await openIndexNow()
  const { app, staff } = await withKey({ INDEXNOW_ENDPOINT: engine.endpoint })
  await using _ = app
  const [route] = await app.sql`select id from route_prices where is_active limit 1`
  await app.send('PUT', `/api/admin/route-prices/${route?.id}/active-status`, { isActive: false }, staff)
  await drainAll(app)
  expect(engine.submissions).toHaveLength(1)
  await app.sql`update effects set state = 'planned'`
  await app.sql`
    select graphile_worker.add_job('react', json_build_object('eventId', outbox_id, 'reaction', reaction))
    from effects`
  await drainAll(app)
  expect(engine.submissions).toHaveLength(1)
})

test('a deleted or moved address is submitted, and a page that is not for search engines is not', async () => {
  await using engine = await openIndexNow()
  const { app, staff } = await withKey({ INDEXNOW_ENDPOINT: engine.endpoint })
  await using _ = app
  const article = { title: 'Guida', slug: 'guida', summary: 'Breve', content: 'Testo', isPublished: true }
  const post = await app.post('/api/admin/blog-posts', article, staff)
  expect(post.status).toBe(201)
  await drainAll(app)
  expect(engine.taken()).toEqual([`${site}/blog/guida/`])
  const moved = await app.send(
    'PUT',
    `/api/admin/blog-posts/${post.body.id}`,
    { ...post.body, slug: 'guida-nuova' },
    staff,
  )
  expect(moved.status).toBe(200)
  await drainAll(app)
  expect(engine.submissions[1]?.urlList.sort()).toEqual([`${site}/blog/guida-nuova/`, `${site}/blog/guida/`])
  await app.send('DELETE', `/api/admin/blog-posts/${post.body.id}`, undefined, staff)
  const draft = await app.post(
    '/api/admin/blog-posts',
    { ...article, slug: 'bozza', isPublished: false },
    staff,
  )
  await app.send('DELETE', `/api/admin/blog-posts/${draft.body.id}`, undefined, staff)
  const redirect = { fromPath: '/tratte/vecchia-pagina/', toPath: '/tratte/', statusCode: 301 }
  expect((await app.post('/api/admin/redirects', redirect, staff)).status).toBe(201)
  // A page whose canonical URL is another page is not in the sitemap.
  const [route] = await app.sql`select id from route_prices where is_active order by id limit 1`
  await app.sql`update route_prices set canonical_url = ${`${site}/prezzi/`} where id = ${route?.id}`
  const { body } = await app.get(`/api/admin/route-prices/${route?.id}`, staff)
  await app.send('PUT', `/api/admin/route-prices/${route?.id}`, { ...body, touristInfo: 'Nuovo' }, staff)
  await drainAll(app)
  expect(engine.submissions[2]?.urlList.sort()).toEqual([
    `${site}/blog/guida-nuova/`,
    `${site}/tratte/vecchia-pagina/`,
  ])
  const kept = await changes(app)
  expect(kept.at(-1)).toMatchObject({
    state: 'skipped',
    reason: 'Non è nella sitemap: ai motori di ricerca non si segnala.',
  })
  // A page switched off and on again exists, so engines must not drop it.
  for (const isActive of [false, true])
    await app.send('PUT', `/api/admin/route-prices/${route?.id}/active-status`, { isActive }, staff)
  await drainAll(app)
  expect(engine.submissions).toHaveLength(3)
  const types = await app.sql`select distinct submission_type from indexnow_submissions order by 1`
  expect(types.map(({ submissionType }) => submissionType)).toEqual(['auto_blog', 'auto_route'])
})

/** Paths of a route from Brindisi airport to a place. Only the French slug of the place may differ from the others. */
const pathsFrom = (place: string, french = place) => [
  `/de/strecken/flughafen-brindisi-${place}/`,
  `/en/transfers/brindisi-airport-${place}/`,
  `/fr/trajets/aeroport-de-brindisi-${french}/`,
  `/tratte/transfer-aeroporto-brindisi-${place}/`,
]

test(
  'a removed or moved page is submitted in every language that it had, and its addresses lead on or are gone in each',
  long,
  async () => {
    await using engine = await openIndexNow()
    const { app, staff } = await withKey({ INDEXNOW_ENDPOINT: engine.endpoint })
    await using _ = app
    const submitted = async () => {
      const before = engine.taken().length
      await drainAll(app)
      return engine
        .taken()
        .slice(before)
        .map((url) => url.slice(site.length))
        .sort()
    }
    const leads = (paths: string[], expected: (number | string | null)[][]) =>
      eventually(async () => {
        const replies = await Promise.all(paths.map((path) => app.get(path)))
        const found = replies.map(({ status, headers }) => [status, headers.get('location')])
        expect(found).toEqual(expected)
      })
    const everyPath = (status: number) => Array(4).fill([status, null])
    const routeTo = async (place: string) => {
      const [row] = await app.sql`select id from route_prices where slug = ${`aeroporto-brindisi-${place}`}`
      return { id: row?.id, path: `/api/admin/route-prices/${row?.id}` }
    }

    const hidden = await routeTo('alezio')
    await app.send('PUT', `${hidden.path}/active-status`, { isActive: false }, staff)
    expect(await submitted()).toEqual(pathsFrom('alezio'))
    await leads(pathsFrom('alezio'), everyPath(404))

    const deleted = await routeTo('gallipoli')
    expect((await app.send('DELETE', deleted.path, undefined, staff)).status).toBe(204)
    expect(await submitted()).toEqual(pathsFrom('gallipoli'))
    await leads(pathsFrom('gallipoli'), everyPath(410))

    // The destination changes, but not the slug, so only the URLs in the other languages change.
    const moved = await routeTo('otranto')
    const [alezio] = await app.sql`select id from locations where name = 'Alezio'`
    const { body } = await app.get(moved.path, staff)
    await app.send('DELETE', hidden.path, undefined, staff)
    await app.drain()
    const save = { ...body, destinationLocationId: alezio?.id }
    expect((await app.send('PUT', moved.path, save, staff)).status).toBe(200)
    const [german = '', english = '', french = '', italian = ''] = pathsFrom('otranto', 'otrante')
    expect(await submitted()).toEqual(expect.arrayContaining([german, english, french, italian]))
    const [toGerman = '', toEnglish = '', toFrench = ''] = pathsFrom('alezio')
    await leads(
      [german, english, french],
      [
        [301, toGerman],
        [301, toEnglish],
        [301, toFrench],
      ],
    )
    await leads([italian, toGerman], everyPath(200).slice(0, 2))

    // The second place has only an Italian name, so pages in every language show this name.
    const [station] = await app.sql`select id from locations where name = 'Stazione Lecce'`
    const namesOf = `/api/admin/locations/${station?.id}/names`
    const names = (await app.get(namesOf, staff)).body
    const german2 = { ...names, names: { ...names.names, de: 'Hauptbahnhof Lecce' } }
    const [old] = (await app.get('/sitemap.xml')).text.match(/\/de\/strecken\/bahnhof-lecce-otranto\//) ?? []
    expect(old).toBe('/de/strecken/bahnhof-lecce-otranto/')
    expect((await app.send('PUT', namesOf, german2, staff)).status).toBe(200)
    expect(await submitted()).toEqual(
      expect.arrayContaining([
        '/de/strecken/bahnhof-lecce-otranto/',
        '/de/strecken/hauptbahnhof-lecce-otranto/',
      ]),
    )

    const [pescoluse] = await app.sql`
    update locations set long_description = 'Testo', updated_at = now() where name = 'Pescoluse' returning id`
    const placeAt = `/api/admin/locations/${pescoluse?.id}`
    const place = (await app.get(placeAt, staff)).body
    const pages = (slug: string) => [
      `/de/reiseziele/${slug}/`,
      `/destinazioni/${slug}/`,
      `/en/destinations/${slug}/`,
      `/fr/destinations/${slug}/`,
    ]
    const renamed = await app.send('PUT', placeAt, { ...place, name: 'Pescoluse Alta' }, staff)
    expect(renamed.status).toBe(200)
    expect(await submitted()).toEqual(
      expect.arrayContaining([...pages('pescoluse'), pathsFrom('pescoluse')[0]]),
    )
    await leads(
      pages('pescoluse'),
      pages('pescoluse-alta').map((path) => [301, path]),
    )
    await leads(pathsFrom('pescoluse').slice(0, 1), [
      [301, '/de/strecken/flughafen-brindisi-pescoluse-alta/'],
    ])
    const empty = { ...renamed.body, longDescription: '' }
    expect((await app.send('PUT', placeAt, empty, staff)).status).toBe(200)
    expect(await submitted()).toEqual(pages('pescoluse-alta'))
    await leads([...pages('pescoluse'), ...pages('pescoluse-alta')].slice(0, 4), everyPath(410))

    const article = { title: 'Guida', slug: 'guida', summary: 'Breve', content: 'Testo', isPublished: true }
    const post = (await app.post('/api/admin/blog-posts', article, staff)).body
    const text = { title: 'Reisen', slug: 'reisen', summary: 'Kurz', content: 'Text' }
    await app.sql`
    insert into translations (kind, id, language, state, text, made_from, shown_text, shown_from)
    values ('article', ${post.id}, 'de', 'reviewed', ${app.sql.json(text)}, '{}', ${app.sql.json(text)}, '{}')`
    const posts = ['/blog/guida/', '/de/blog/reisen/']
    await leads(posts, everyPath(200).slice(0, 2))
    expect(await submitted()).toEqual(posts)
    const postAt = `/api/admin/blog-posts/${post.id}`
    const withdrawn = await app.send('PUT', postAt, { ...post, isPublished: false }, staff)
    expect(await submitted()).toEqual(posts)
    await leads(posts, everyPath(404).slice(0, 2))
    await app.send('PUT', postAt, { ...withdrawn.body, isPublished: true }, staff)
    await submitted()
    await app.send('DELETE', postAt, undefined, staff)
    expect(await submitted()).toEqual(posts)
    await leads(posts, everyPath(410).slice(0, 2))
  },
)

test('a page that passes the index gate later is submitted then, once', async () => {
  await using engine = await openIndexNow()
  const { app } = await withKey({ INDEXNOW_ENDPOINT: engine.endpoint })
  await using _ = app
  const [route] = await app.sql`
    update route_prices set indexing = 'gate', gate_reasons = '{distance}', distance_source = 'stima',
      distance_km = 80, price1to3_pax = 100, price4to8_pax = 120,
      long_description = (select string_agg('parola' || n, ' ') from generate_series(1, 120) as n)
    where id = (select min(id) from route_prices where is_active) returning id, slug`
  const sweep = async () => {
    await app.sweep('judgePages')
    await drainAll(app)
  }
  await sweep()
  expect(engine.taken()).toEqual([])
  await app.sql`update route_prices set distance_source = 'google' where id = ${route?.id}`
  await sweep()
  await sweep()
  expect(engine.taken()).toEqual([`${site}/tratte/transfer-${route?.slug}/`])
})

test('changes during maintenance wait, show why, and are submitted once the site is back', async () => {
  await using engine = await openIndexNow()
  const { app, staff } = await withKey({ INDEXNOW_ENDPOINT: engine.endpoint })
  await using _ = app
  const live = (isLive: boolean) => app.send('PUT', '/api/admin/site-settings', { isLive }, staff)
  await live(false)
  const [route] = await app.sql`select id from route_prices where is_active limit 1`
  await app.send('PUT', `/api/admin/route-prices/${route?.id}/active-status`, { isActive: false }, staff)
  await drainAll(app)
  expect(engine.asked).toHaveLength(0)
  expect((await app.get('/api/admin/indexnow/state', staff)).body).toMatchObject({
    hindrance: 'Il sito è in manutenzione: le pagine si inviano quando torna online.',
    waiting: 4,
  })
  await live(true)
  await drainAll(app)
  expect(engine.taken()).toHaveLength(4)
  expect((await app.get('/api/admin/indexnow/state', staff)).body).toMatchObject({
    hindrance: null,
    waiting: 0,
    failed: 0,
  })
})

test('a site without a key, or without a public address, submits nothing', async () => {
  await using app = await startApp({ data: 'demo', env: { SITE_URL: 'http://localhost:3000' } })
  const staff = await app.logIn()
  const [route] = await app.sql`select id from route_prices where is_active limit 1`
  const path = `/api/admin/route-prices/${route?.id}/active-status`
  await app.send('PUT', path, { isActive: false }, staff)
  await app.drain()
  expect(await changes(app)).toEqual([])
  await app.post('/api/admin/indexnow/key', {}, staff)
  await app.send('PUT', path, { isActive: true }, staff)
  await drainAll(app)
  const refused = await app.post('/api/admin/indexnow/submit-important', {}, staff)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'L’indirizzo del sito (http://localhost:3000) non è pubblico: imposta SITE_URL su quello vero, con https.',
  ])
  expect(await changes(app)).toMatchObject([{ state: 'planned', reason: refused.body.detail }])
  expect(await app.sql`select id from indexnow_submissions`).toEqual([])
})

const passing = [
  [
    'asks to wait',
    { status: 429, headers: { 'retry-after': '1234' } },
    1234,
    'Troppi invii: IndexNow chiede di aspettare.',
  ],
  [
    'asks to wait without saying how long',
    { status: 429 },
    3600,
    'Troppi invii: IndexNow chiede di aspettare.',
  ],
  ['has a failure', { status: 500 }, 5, 'IndexNow ha un problema temporaneo (500): si riprova da soli.'],
  [
    'is overloaded',
    { status: 503, body: '<html>' },
    5,
    'IndexNow ha un problema temporaneo (503): si riprova da soli.',
  ],
  ['breaks the connection', { isCut: true }, 5, 'IndexNow non è raggiungibile: si riprova da soli.'],
  [
    'has not fetched the key file yet',
    { status: 403, body: { errorCode: 'SiteVerificationNotCompleted' } },
    120,
    'IndexNow non ha ancora verificato la chiave: si riprova tra qualche minuto.',
  ],
] as const

test.each(fewCases(passing))(
  'an engine that %s is retried automatically, and gets each URL once',
  async (_, answer, seconds, reason) => {
    await using engine = await openIndexNow()
    const { app, staff } = await withKey({ INDEXNOW_ENDPOINT: engine.endpoint })
    await using __ = app
    engine.next(answer)
    const [route, other] = await app.sql`select id from route_prices where is_active limit 2`
    await app.send('PUT', `/api/admin/route-prices/${route?.id}/active-status`, { isActive: false }, staff)
    await drainAll(app)
    expect(engine.taken()).toEqual([])
    expect(await changes(app)).toMatchObject(inEachLanguage({ state: 'planned', reason, attempts: 1 }))
    const waiting = () => app.sql`
      select run_at, extract(epoch from run_at - created_at)::int as seconds from graphile_worker.jobs
      where key = 'indexnow'`
    expect(await waiting()).toMatchObject([{ seconds }])
    // Another change does not shorten the wait that the engine requested.
    await app.sql`
      select graphile_worker.reschedule_jobs(array_agg(id), run_at := now() + interval '1 hour')
      from graphile_worker.jobs where key = 'indexnow'`
    const [planned] = await waiting()
    await app.send('PUT', `/api/admin/route-prices/${other?.id}/active-status`, { isActive: false }, staff)
    await app.drain()
    expect(await waiting()).toMatchObject([{ runAt: planned?.runAt }])
    await drainAll(app)
    expect(new Set(engine.taken()).size).toBe(8)
    expect(engine.taken()).toHaveLength(8)
    expect((await changes(app)).filter(({ state }) => state !== 'sent')).toEqual([])
  },
)

const final = [
  [400, 'InvalidRequestParameters', 'IndexNow non ha accettato il formato dell’invio.'],
  [403, 'UserForbiddedToAccessSite', 'IndexNow non accetta la chiave: generane una nuova e riprova.'],
  [403, 'InvalidKey', 'IndexNow non accetta la chiave: generane una nuova e riprova.'],
  [422, 'InvalidUrl', 'Gli indirizzi non appartengono al sito, oppure la chiave non corrisponde.'],
] as const

test.each(fewCases(final))(
  'a permanent refusal (%s %s) is stored with its reason, and one button submits again',
  async (status, errorCode, reason) => {
    await using engine = await openIndexNow()
    const { app, staff } = await withKey({ INDEXNOW_ENDPOINT: engine.endpoint })
    await using _ = app
    engine.next({ status, body: { errorCode } })
    const [route] = await app.sql`select id from route_prices where is_active limit 1`
    await app.send('PUT', `/api/admin/route-prices/${route?.id}/active-status`, { isActive: false }, staff)
    await drainAll(app)
    await drainAll(app)
    expect(engine.asked).toHaveLength(1)
    const state = await app.get('/api/admin/indexnow/state', staff)
    expect(state.body).toMatchObject({ failed: 4, waiting: 0, reason })
    expect((await app.post('/api/admin/indexnow/retry', {}, staff)).body).toEqual({ planned: 4 })
    await drainAll(app)
    expect(engine.taken()).toHaveLength(4)
  },
)

test(
  'URLs wait for a key that is not verified yet, and 20,001 URLs are sent in three batches',
  long,
  async () => {
    await using app = await startApp()
    await using engine = await openIndexNow({ siteAt: app.origin })
    // The site's URL, from which the engine reads the key, is known only after the app has started.
    app.runtime.context.providers.urls = { ...app.config.providers, indexNow: engine.endpoint }
    const staff = await app.logIn()
    await app.post('/api/admin/indexnow/key', { customKey: 'pending-Salento' }, staff)
    await app.sql`insert into outbox (type, payload) values ('test:bulk', '{}')`
    await app.sql`
    insert into indexnow_changes (outbox_id, url, submission_type, is_removed)
    select (select max(id) from outbox), ${site} || '/tratte/transfer-' || n || '/', 'auto_route', true
    from generate_series(1, 20001) as n`
    await app.sql`select graphile_worker.add_job('submitSearchEngines', '{}'::json, job_key := 'indexnow')`
    for (let tries = 0; tries < 3; tries++) await drainAll(app)
    expect(engine.submissions.map(({ urlList }) => urlList.length)).toEqual([10_000, 10_000, 1])
    expect(new Set(engine.taken()).size).toBe(20_001)
  },
)

test('with a running worker a change is soon in the sitemap, and submitted once', async () => {
  await using engine = await openIndexNow()
  const { app, staff } = await withKey({ INDEXNOW_ENDPOINT: engine.endpoint })
  await using _ = app
  const worker = await startWorker(app.runtime, app.databaseUrl)
  try {
    const [route] = await app.sql`select id, slug from route_prices where is_active limit 1`
    await app.send('PUT', `/api/admin/route-prices/${route?.id}/active-status`, { isActive: false }, staff)
    const path = `/tratte/transfer-${route?.slug}/`
    await eventually(async () => expect((await app.get('/sitemap.xml')).text).not.toContain(path))
    await eventually(async () =>
      expect(await app.sql`select id from graphile_worker.jobs where key = 'indexnow'`).toHaveLength(1),
    )
    expect(engine.taken()).toEqual([])
    await makeJobsDue(app)
    await eventually(() => expect(engine.taken()).toContain(site + path))
  } finally {
    await worker.stop()
  }
  await drainAll(app)
  expect(engine.taken()).toHaveLength(4)
})

test(
  'pages are submitted on the first and the last day of a price list, and immediately when a list comes into force or is cancelled',
  long,
  async () => {
    await using engine = await openIndexNow()
    const { app, staff } = await withKey({ INDEXNOW_ENDPOINT: engine.endpoint })
    await using _ = app
    const { clock } = app.runtime.context
    const turnTo = (moment: string) => {
      clock.now = () => new Date(moment)
    }
    const page = `${site}/tratte/transfer-aeroporto-brindisi-gallipoli/`
    const lastmod = async () => {
      await eventually(async () => expect((await app.get('/sitemap.xml')).status).toBe(200))
      const { text } = await app.get('/sitemap.xml')
      return text
        .split('<url>')
        .find((entry) => entry.includes(`<loc>${page}</loc>`))
        ?.match(/<lastmod>(.*?)</)?.[1]
    }
    /** Runs the task `announceLists` as if the current time were `moment`. Returns the URLs that the task submits. */
    const submittedAt = async (moment: string) => {
      turnTo(moment)
      const before = engine.taken().length
      await app.sweep('announceLists')
      await drainAll(app)
      return engine.taken().slice(before)
    }
    /** Runs the task until it submits the page, because at first the task may still read the old price list. */
    const pageSubmittedAt = async (moment: string) => {
      const submitted: string[] = []
      await eventually(async () => {
        submitted.push(...(await submittedAt(moment)))
        expect(submitted.filter((url) => url.startsWith(`${site}/tratte/`))).toEqual([page])
        expect(submitted).toContain(`${site}/de/strecken/flughafen-brindisi-gallipoli/`)
      })
    }
    expect(await submittedAt('2027-06-01T10:00:00Z')).toEqual([])
    const [route] = await app.sql`select id from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
    const cells = [{ id: route?.id, field: 'price1to3Pax', value: '135' }]
    const list = { name: 'Estate', startsOn: '2027-07-01', endsOn: '2027-08-31', cells }
    expect((await app.post('/api/admin/price-lists', list, staff)).status).toBe(201)
    expect(await submittedAt('2027-06-30T21:59:00Z')).toEqual([])
    await pageSubmittedAt('2027-06-30T22:00:00Z')
    await eventually(async () => expect(await lastmod()).toBe('2027-06-30T22:00:00.000Z'))
    expect(await submittedAt('2027-08-31T21:59:00Z')).toEqual([])
    await pageSubmittedAt('2027-08-31T22:00:00Z')
    await eventually(async () => expect(await lastmod()).toBe('2027-08-31T22:00:00.000Z'))
    const now = { ...list, name: 'Subito', startsOn: '2027-09-10', endsOn: '2027-09-20' }
    turnTo('2027-09-10T08:00:00Z')
    const made = await app.post('/api/admin/price-lists', now, staff)
    await pageSubmittedAt('2027-09-10T08:01:00Z')
    expect((await app.post(`/api/admin/price-lists/${made.body.id}/cancel`, {}, staff)).status).toBe(200)
    await pageSubmittedAt('2027-09-10T08:02:00Z')
    expect(await submittedAt('2027-09-10T08:03:00Z')).toEqual([])
  },
)
