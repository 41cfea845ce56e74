import { once } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventually, openApp, startApp } from '../app.ts'
import { inFull, long } from '../length.ts'
import { cli, startCli } from '../operator.ts'

const app = await openApp({ data: 'demo' })
const staff = await app.logIn()

const things = '/api/admin/redirects'

const redirect = (fromPath: string, toPath: string | null, statusCode = 301) =>
  app.post(things, { fromPath, toPath, statusCode }, staff)

async function at(path: string, { get } = app) {
  const { status, headers } = await get(path)
  return [status, headers.get('location')]
}

/** Waits for the expected response, because read models reload after a write. */
const leads = (path: string, answer: [number, string | null], from = app) =>
  eventually(async () => expect([path, ...(await at(path, from))]).toEqual([path, ...answer]))

const importLines = (
  lines: string,
  headers: Record<string, string>,
  { send }: Pick<typeof app, 'send'>,
  dryRun = false,
) => send('POST', `${things}/import?dryRun=${dryRun}`, lines, { ...headers, 'content-type': 'text/csv' })

const oldSite = [
  '/index.php?page_id=12\t/prezzi/',
  '/index.php?page_id=77\t/contatti/',
  '/?p=123\t/blog/',
  '/vecchia-pagina/\t/contatti/#modulo',
  '/listino/\t/risultati-ricerca/?departure=Lecce&destination=Otranto',
].join('\n')

const results = '/risultati-ricerca/?departure=Lecce&destination=Otranto'

test('a list of an old site is imported, and each address leads to its own page', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  // Both pages are in the cache before their redirects exist.
  for (const path of ['/', '/prezzi/']) await app.get(path)
  const preview = await importLines(oldSite, staff, app, true)
  expect(preview.body).toMatchObject({ created: 5, changed: 0, unchanged: 0 })
  expect((await app.get(things, staff)).body.total).toBe(0)
  expect((await importLines(oldSite, staff, app)).body).toMatchObject({ created: 5 })
  expect((await importLines(oldSite, staff, app)).body).toMatchObject({
    created: 0,
    changed: 0,
    unchanged: 5,
  })
  for (const [path, location] of [
    ['/index.php?page_id=12', '/prezzi/'],
    ['/index.php?page_id=77', '/contatti/'],
    ['/INDEX.php?utm_source=a&page_id=77&x=%20b', '/contatti/?utm_source=a&x=%20b'],
    ['/?p=123', '/blog/'],
    ['/?utm_source=a&p=123', '/blog/?utm_source=a'],
    ['/vecchia-pagina/', '/contatti/#modulo'],
    ['/Vecchia-Pagina?a=1', '/contatti/?a=1#modulo'],
    ['/listino/', results],
    ['/listino/?utm_source=a&departure=Bari', `${results}&utm_source=a`],
  ] as const)
    await leads(path, [301, location], app)
  for (const path of ['/', '/?p=124', '/?x=123', '/?P=123', '/prezzi/?page_id=12'])
    expect([path, ...(await at(path, app))]).toEqual([path, 200, null])
  for (const path of ['/index.php', '/index.php?page_id=99', '/index.php?page_id=1'])
    expect([path, ...(await at(path, app))]).toEqual([path, 404, null])
  // Each visit counts for its own redirect.
  await eventually(async () => {
    const rows = await app.sql`select from_path, hits > 0 as is_hit from redirects order by from_path`
    expect(rows.map(({ isHit }) => isHit)).toEqual([true, true, true, true, true])
  })
  await app.send('PUT', '/api/admin/site-settings', { isLive: false }, staff)
  await leads('/?p=123', [503, null], app)
})

test('the command line imports the same list, and its export changes nothing', async () => {
  await using app = await startApp({ data: 'demo' })
  const dry = await cli(app, ['redirects', 'import', '-'], { input: oldSite })
  expect(dry.out).toContain('line 1, /index.php?page_id=12 → /prezzi/  created\n')
  expect(dry.out).toContain('5 created, 0 changed, 0 unchanged\nDry run')
  expect(await app.sql`select id from redirects`).toEqual([])
  expect((await cli(app, ['redirects', 'import', '-', '--yes'], { input: oldSite })).code).toBe(0)
  await app.sql`insert into redirects (from_path, to_path) values ('/via/', '//evil.example/')`
  const { out: csv, err } = await cli(app, ['redirects', 'export'])
  expect(err).toBe('Not exported: 1 redirects that the site ignores\n')
  expect(csv).toContain('\r\n/listino/;/risultati-ricerca/?departure=Lecce&destination=Otranto;301\r\n')
  const same = await cli(app, ['redirects', 'import', '-', '--yes', '--json'], { input: csv })
  expect(JSON.parse(same.out)).toMatchObject({ created: 0, changed: 0, unchanged: 5 })
  const panel = await app.get(`${things}/export.csv`, await app.logIn())
  expect(`\ufeff${panel.text.replace(/^\ufeff/, '')}`).toBe(csv)
})

test('of several rules for a path the one with most parameters wins, in any order of the parameters', async () => {
  await redirect('/catalogo.php', '/tratte/')
  await redirect('/catalogo.php?lang=it', '/prezzi/')
  const made = await redirect('/catalogo.php?lang=it&cat=3', '/contatti/')
  expect(made.body).toMatchObject({ fromPath: '/catalogo.php?cat=3&lang=it', toPath: '/contatti/' })
  await leads('/catalogo.php?cat=3&lang=it', [301, '/contatti/'])
  await leads('/catalogo.php?lang=it&cat=3', [301, '/contatti/'])
  await leads('/catalogo.php?lang=it&cat=4', [301, '/prezzi/?cat=4'])
  await leads('/catalogo.php?lang=en', [301, '/tratte/?lang=en'])
  await leads('/catalogo.php', [301, '/tratte/'])
  const twice = await redirect('/Catalogo.php?cat=3&lang=it', '/blog/')
  expect([twice.status, twice.body.detail]).toEqual([
    409,
    'Esiste già un reindirizzamento da /catalogo.php?cat=3&lang=it: maiuscole e minuscole non contano',
  ])
})

test('redirects that differ only in capital letters, stored by an earlier version, keep their targets', async () => {
  await using app = await startApp()
  await app.sql`insert into redirects (from_path, to_path) values ('/Guida/', '/prezzi/'), ('/guida/', '/contatti/')`
  await leads('/Guida/', [301, '/prezzi/'], app)
  await leads('/guida/', [301, '/contatti/'], app)
  await leads('/GUIDA/', [301, '/prezzi/'], app)
  const staff = await app.logIn()
  const { body } = await app.get(`${things}?sort=-fromPath`, staff)
  for (const one of body.items)
    expect((await app.send('PUT', `${things}/${one.id}`, { ...one, toPath: '/tratte/' }, staff)).status).toBe(
      200,
    )
})

test('chains become one step and loops are refused by name, also through a query', async () => {
  await redirect('/uno/', '/due/?x=1')
  await redirect('/due/?x=1', '/tre/#qui')
  const list = await app.get(`${things}?search=/uno/`, staff)
  expect(list.body.items).toMatchObject([{ fromPath: '/uno/', toPath: '/tre/#qui' }])
  await redirect('/tre/', '/quattro/?y=2')
  await leads('/uno/?utm=a', [301, '/quattro/?y=2&utm=a#qui'])
  const refusal = async (from: string, to: string) => {
    const { status, body } = await redirect(from, to)
    return [status, body.detail]
  }
  const loop = 'Il reindirizzamento porterebbe in un giro senza fine: '
  expect(await refusal('/quattro/', '/uno/')).toEqual([409, `${loop}/quattro/ → /uno/ → /quattro/`])
  expect(await refusal('/quattro/?y=2', '/due/?x=1')).toEqual([
    409,
    `${loop}/quattro/?y=2 → /due/?x=1 → /quattro/?y=2`,
  ])
  expect(await refusal('/se/', '/se/?a=1')).toEqual([409, `${loop}/se/ → /se/`])
  // A rule without a query keeps that of the visitor.
  await redirect('/sei/?y=2', '/sette/?y=2')
  expect(await refusal('/sette/', '/sei/')).toEqual([409, `${loop}/sette/ → /sei/?y=2 → /sette/`])
  await leads('/sei/?y=2', [301, '/sette/?y=2'])
  // The query that the rule takes is not there any more.
  expect((await redirect('/se/?a=1', '/se/')).status).toBe(201)
  expect((await redirect('/?nuova=1', '/')).status).toBe(201)
  await leads('/?nuova=1', [301, '/'])
  await redirect('/tolta/', null, 410)
  expect(await refusal('/altra/', '/tolta/')).toEqual([
    422,
    'L’indirizzo nuovo risulta rimosso (410): /altra/ → /tolta/',
  ])
  await redirect('/tolta-2/?id=1', null, 410)
  await leads('/tolta-2/?id=1', [410, null])
  expect((await app.get('/tolta-2/?id=1')).text).toContain('<html lang="it"')
})

test('no redirect leads in a circle, whatever the order of the rules, the query and the renames are', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const make = async (fromPath: string, toPath: string) => {
    const { status, body } = await app.post(things, { fromPath, toPath }, staff)
    return [status, body.detail]
  }
  const loop = 'Il reindirizzamento porterebbe in un giro senza fine: '
  // The earlier rule begins the circle, which only its own parameters close.
  const circles: [[string, string], [string, string], string][] = [
    [['/b/?x=1', '/a/?x=1'], ['/a/', '/b/'], '/a/ → /b/?x=1 → /a/'],
    [['/q/?y=1&z=1', '/q/?x=1&z=1'], ['/q/?x=1', '/q/?y=1'], '/q/?x=1 → /q/?y=1&z=1 → /q/?x=1'],
  ]
  for (const [first, second, circle] of circles) {
    expect(await make(...first)).toEqual([201, undefined])
    expect([second, await make(...second)]).toEqual([second, [409, loop + circle]])
    const [from, to] = first
    expect(await app.sql`select to_path from redirects where from_path = ${from}`).toEqual([{ toPath: to }])
  }
  // Only a query with the parameters of both rules leads in this circle.
  expect(await make('/p/?a=1', '/r/?a=1')).toEqual([201, undefined])
  expect(await make('/r/?c=1', '/p/?c=1')).toEqual([201, undefined])
  await leads('/p/?a=1', [301, '/r/?a=1'], app)
  await leads('/p/?a=1&c=1', [404, null], app)
  // After the rename of the page, both rules would lead to themselves.
  const form = { title: 'Guida', slug: 'guida-uno', summary: 'S', content: 'Testo', isPublished: true }
  const { body: article } = await app.post('/api/admin/blog-posts', form, staff)
  expect(await make('/blog/guida-due/?da=menu', '/blog/guida-uno/?da=menu')).toEqual([201, undefined])
  expect(await make('/blog/guida-due/?da=posta', '/blog/guida-uno/?da=posta&x=1')).toEqual([201, undefined])
  const renamed = await app.send(
    'PUT',
    `/api/admin/blog-posts/${article.id}`,
    { ...article, slug: 'guida-due' },
    staff,
  )
  expect([renamed.status, renamed.body.detail]).toEqual([200, undefined])
  await leads('/blog/guida-uno/', [301, '/blog/guida-due/'], app)
  await leads('/blog/guida-due/?da=menu', [200, null], app)
  await leads('/blog/guida-due/?da=posta', [200, null], app)
})

test('a redirect to a page leads to this page, also if an earlier redirect is at its path', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  // Rules of pages that were removed, and exist again.
  await app.sql`
    insert into redirects (from_path, to_path, status_code)
    values ('/prezzi/', null, 410), ('/Tratte/', '/contatti/', 301), ('/passaggio/', '/tratte/', 301)`
  await app.settle()
  const make = async (fromPath: string, toPath: string) =>
    (await app.post(things, { fromPath, toPath }, staff)).body
  expect(await make('/listino-2020/', '/prezzi/?da=listino')).toMatchObject({ toPath: '/prezzi/?da=listino' })
  expect(await make('/percorsi/', '/tratte/')).toMatchObject({ toPath: '/tratte/' })
  expect(await make('/percorsi-2/', '/passaggio/')).toMatchObject({ toPath: '/tratte/' })
  const lines = '/listino-2021/;/prezzi/\n/percorsi-3/;/tratte/\n'
  expect((await importLines(lines, staff, app)).body.lines).toMatchObject([
    { toPath: '/prezzi/' },
    { toPath: '/tratte/' },
  ])
  await leads('/percorsi-3/', [301, '/tratte/'], app)
})

test('a redirect cannot take the parameters of a page, nor a fragment, and a renamed page keeps both in targets', async () => {
  const searched = await redirect('/risultati-ricerca/?departure=Lecce&destination=Otranto', '/prezzi/')
  expect([searched.status, searched.body.detail]).toEqual([
    409,
    'La pagina /risultati-ricerca/ usa il parametro «departure»: il reindirizzamento la nasconderebbe.',
  ])
  const fragment = await redirect('/vecchia/#sezione', '/prezzi/')
  expect([fragment.status, fragment.body.errors?.[0]?.path]).toEqual([422, 'fromPath'])
  const form = { title: 'Guida', slug: 'guida-vecchia', summary: 'S', content: 'Testo', isPublished: true }
  const { body: article } = await app.post('/api/admin/blog-posts', form, staff)
  await redirect('/articolo.php?id=7', '/blog/guida-vecchia/?da=articolo#fine')
  await redirect('/maiuscole/', '/Blog/GUIDA-vecchia?a=1')
  await app.send('PUT', `/api/admin/blog-posts/${article.id}`, { ...article, slug: 'guida-nuova' }, staff)
  await leads('/articolo.php?id=7', [301, '/blog/guida-nuova/?da=articolo#fine'])
  await leads('/maiuscole/', [301, '/blog/guida-nuova/?a=1'])
})

test('an address that cannot be read is the site’s 404 page in its language, and can be redirected', async () => {
  for (const [path, language] of [
    ['/perch%E9-noi/', 'it'],
    ['/blog/%00', 'it'],
    ['/en/perch%E9-noi/', 'en'],
    ['/de/%00/', 'de'],
    ['/100%/', 'it'],
    ['/%ff%fe/', 'it'],
    [`/fr/${'a'.repeat(600)}/`, 'fr'],
  ] as const) {
    const { status, headers, text } = await app.get(path)
    expect([path, status, headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
    expect(text).toContain(`<html lang="${language}"`)
  }
  const call = await app.get('/api/perch%E9')
  expect([call.status, call.headers.get('content-type')]).toEqual([
    400,
    'application/problem+json; charset=utf-8',
  ])
  expect((await redirect('/perch%E9-noi/', '/contatti/')).body).toMatchObject({
    fromPath: '/perch%C3%A9-noi/',
    offReason: null,
  })
  await redirect('/blog/%00', '/blog/')
  await redirect('/100%/', '/prezzi/')
  // The letters of an old Mac are decomposed.
  await redirect('/citta%CC%80/', '/tratte/')
  for (const [path, location] of [
    ['/citta%CC%80/', '/tratte/'],
    ['/citt%C3%A0/', '/tratte/'],
    ['/perch%E9-noi/', '/contatti/'],
    ['/PERCH%C9-noi?a=1', '/contatti/?a=1'],
    ['/perch%C3%A9-noi/', '/contatti/'],
    ['/blog/%00', '/blog/'],
    ['/100%/', '/prezzi/'],
    ['/100%25/', '/prezzi/'],
  ] as const)
    await leads(path, [301, location])
})

test('missed pages have the queries that name a page, without personal data, and offer a redirect for each', async () => {
  for (let times = 0; times < 3; times += 1) await app.get('/vetrina.asp?id=5&utm_source=x')
  await app.get('/vetrina.asp/?id=6&sez=mare&email=anna@example.com&token=abc&nome=Anna&q=dove%20siamo')
  await app.get('/shop/vetrina/?id=5')
  await app.get('/shop/vetrina/?mail=anna@example.com')
  await app.get('/index.php?pagina_id=3')
  await app.get('/index.php')
  const missed = async () => (await app.get('/api/admin/not-found?limit=100', staff)).body.items
  await eventually(async () => {
    expect(await missed()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: '/shop/vetrina/', hits: 2, queries: [{ query: 'id=5', hits: 1 }] }),
        expect.objectContaining({
          path: '/index.php',
          hits: 1,
          queries: [{ query: 'pagina_id=3', hits: 1 }],
        }),
      ]),
    )
  })
  expect(JSON.stringify(await app.sql`select * from not_found_queries`)).not.toMatch(/anna|abc|dove/i)
  await redirect('/shop/vetrina/?id=5', '/prezzi/')
  expect(await missed()).toEqual(
    expect.arrayContaining([expect.objectContaining({ path: '/shop/vetrina/', queries: [] })]),
  )
  await redirect('/Shop/Vetrina/', '/tratte/')
  expect((await missed()).map(({ path }: { path: string }) => path)).not.toContain('/shop/vetrina/')
})

test('an import names the line of each fault and then writes nothing', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const lines = [
    'Indirizzo vecchio;Indirizzo nuovo;Codice',
    '/a/;/b/;',
    '/prezzi/;/tratte/;301',
    '/c/;https://evil.example/;301',
    '/d/;;410',
    '/e/;/f/;302',
    '/a/;/c/;301',
    '/b/;/a/;301',
    '/g/#h;/a/;301',
  ]
  const { status, body } = await importLines(lines.join('\n'), staff, app)
  expect(status).toBe(422)
  expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
    'Riga 3, Indirizzo vecchio: A /prezzi/ c’è una pagina del sito: il reindirizzamento non avrebbe effetto.',
    'Riga 4, Indirizzo nuovo: Inserisci l’indirizzo nuovo, su questo sito',
    'Riga 6, Codice: il codice è 301 o 410',
    'Riga 7, Indirizzo vecchio: /a/ compare già in un’altra riga con un altro indirizzo nuovo',
    'Riga 8, Indirizzo vecchio: Il reindirizzamento porterebbe in un giro senza fine: /b/ → /a/ → /b/',
    'Riga 9, Indirizzo vecchio: Quello che segue # resta nel browser e non arriva al sito: toglilo',
  ])
  expect(await app.sql`select id from redirects`).toEqual([])
  const right = 'Indirizzo vecchio;Indirizzo nuovo;Codice\n/a/;/b/;\n/b/;/c/;301\n/d/;;410\n'
  expect((await importLines(right, staff, app)).body).toMatchObject({ created: 3 })
  expect(await app.sql`select from_path, to_path, status_code from redirects order by from_path`).toEqual([
    { fromPath: '/a/', toPath: '/c/', statusCode: 301 },
    { fromPath: '/b/', toPath: '/c/', statusCode: 301 },
    { fromPath: '/d/', toPath: null, statusCode: 410 },
  ])
  const events = await app.sql`select payload from outbox where type = 'content:redirectChanged' order by id`
  expect(events).toHaveLength(3)
  const changed = 'from,to\n/c/,/e/\n/d/,/f/\n'
  expect((await importLines(changed, staff, app)).body).toMatchObject({ created: 1, changed: 1 })
  expect(await app.sql`select to_path from redirects where from_path = '/a/'`).toEqual([{ toPath: '/e/' }])
})

test('in a list without headings only a removed page needs a code', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const list = '/spostata/\t/a/\n/rimossa/\t\t410\n/altra/\t/b/\t301\n'
  expect((await importLines(list, staff, app)).body).toMatchObject({ created: 3 })
  expect(await app.sql`select from_path, to_path, status_code from redirects order by from_path`).toEqual([
    { fromPath: '/altra/', toPath: '/b/', statusCode: 301 },
    { fromPath: '/rimossa/', toPath: null, statusCode: 410 },
    { fromPath: '/spostata/', toPath: '/a/', statusCode: 301 },
  ])
  for (const wrong of ['/x/\t/y/\n/sola/', '/x/\t/y/\n/z/\t/y/\t301\taltro'])
    expect((await importLines(wrong, staff, app)).body.errors).toMatchObject([
      { message: expect.stringMatching(/^Riga 2/) },
    ])
})

const piece = fc.oneof(
  fc.constantFrom('a', 'B', 'città', 'x.html', 'perch%E9', '%00', '100%25', 'a;b', 'a,b', '"c"', "l'isola"),
  fc.constantFrom('%C2%A0', 'a%20%20b', '%0D%0A', '007', '=1', '-1', '%E2%80%8B', 'a%7Cb', '%23', 'sep='),
  fc.string({ unit: 'grapheme', maxLength: 4 }).map(encodeURIComponent),
)
const path = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => `/${pieces.join('/')}/`)
const query = fc
  .array(fc.tuple(fc.constantFrom('p', 'id', 'x[]', 'q'), piece), { maxLength: 2 })
  .map((pairs) => (pairs.length > 0 ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''))
const rule = fc.record({
  fromPath: fc.tuple(path, query).map((parts) => parts.join('')),
  statusCode: fc.constantFrom(301, 301, 301, 410),
  toPath: fc.tuple(path, query, fc.constantFrom('', '#modulo', '#a b')).map((parts) =>
    parts
      .join('')
      .replaceAll(/%(00|0D|0A)/g, '')
      .replaceAll('%E9', 'e'),
  ),
})

test('every redirect that can be stored is exported, imported again as unchanged, and leads to its target', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  let stored = 0
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { minLength: 10, maxLength: 10 }), async (rules) => {
      await app.sql`delete from redirects`
      for (const form of rules) {
        const target = form.statusCode === 410 ? { toPath: null } : {}
        const { status, body } = await app.post(things, { ...form, ...target }, staff)
        expect([form, body.detail, [201, 409, 422].includes(status)]).toEqual([form, body.detail, true])
      }
      const before = await app.sql`select * from redirects order by id`
      stored += before.length
      const { text } = await app.get(`${things}/export.csv`, staff)
      await app.sql`delete from rate_limits`
      const { body } = await importLines(text, staff, app)
      expect([text, body]).toMatchObject([text, { created: 0, changed: 0, unchanged: before.length }])
      expect(await app.sql`select * from redirects order by id`).toEqual(before)
      await app.settle()
      for (const { fromPath, toPath, statusCode } of before)
        expect([fromPath, ...(await at(fromPath, app))]).toEqual([fromPath, statusCode, toPath])
    }),
    { numRuns: inFull(6, 60) },
  )
  expect(stored).toBeGreaterThan(20)
})

test('a path with blanks that names fold is redirected as it was stored', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  for (const [index, fromPath] of ['/a%20%20b/', '/a%C2%A0b/', '/a%E2%80%8Bb/', '/%20a/'].entries()) {
    await app.sql`delete from redirects`
    const toPath = `/prezzi/?p=${index}`
    const stored = await app.post(things, { fromPath, toPath }, staff)
    expect([fromPath, stored.status, stored.body.detail]).toEqual([fromPath, 201, undefined])
    await app.settle()
    expect([fromPath, await at(fromPath, app)]).toEqual([fromPath, [301, toPath]])
  }
})

test('an export for a reader that takes only the first lines ends without an error', long, async () => {
  await using app = await startApp()
  await app.sql`
    insert into redirects (from_path, to_path) select '/vecchia-pagina-' || n, '/nuova-pagina-' || n
    from generate_series(1, 20000) as n`
  const { child, ended } = startCli(app, ['redirects', 'export'])
  void ended.catch(() => {})
  const left = once(child, 'exit')
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await left).toEqual([0, null])
})
