import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { endExpiredOf } from '../expired.ts'
import { long } from '../length.ts'
import { asStaff } from '../mailbox.ts'

const app = await openApp()

const article = {
  title: 'Il mare di Gallipoli',
  slug: 'mare-gallipoli',
  summary: 'Dove andare, e quando.',
  content: '## Spiagge\n\nSabbia **fine**.',
}

const http = {
  list: 'GET /api/admin/blog-posts',
  read: 'GET /api/admin/blog-posts/:id',
  create: 'POST /api/admin/blog-posts',
  save: 'PUT /api/admin/blog-posts/:id',
  delete: 'DELETE /api/admin/blog-posts/:id',
  saveDraft: 'PUT /api/admin/blog-posts/:id/draft',
  discardDraft: 'DELETE /api/admin/blog-posts/:id/draft',
}

async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => null,
    (thrown) => thrown,
  )
  return [error?.status, error?.message]
}

const events = (app: App, postId: number) =>
  app.sql`
    select type, payload from outbox
    where type like 'content:post%' and payload ->> 'postId' = ${String(postId)} order by id`
const redirects = (app: App) =>
  app.sql`select from_path, to_path, status_code from redirects order by from_path`

test('an article is written as a draft, published, moved and deleted, and each step emits its event', async () => {
  const draft = await asStaff(app, http.create, { ...article, slug: 'Mare: Gallipoli è' })
  expect(draft).toMatchObject({
    title: article.title,
    slug: 'mare-gallipoli-e',
    state: 'bozza',
    isPublished: false,
    publishedAt: null,
    draft: null,
  })
  expect((await app.get('/blog/mare-gallipoli-e/')).status).toBe(404)
  expect(await events(app, draft.id)).toEqual([])

  const published = await asStaff(app, http.save, { ...draft, isPublished: true })
  expect(published).toMatchObject({ state: 'pubblicato', publishedAt: expect.any(String) })
  await eventually(async () => {
    const { status, text } = await app.get('/blog/mare-gallipoli-e/')
    expect([status, text.includes('<h2>Spiagge</h2>')]).toEqual([200, true])
  })
  const same = await asStaff(app, http.save, published)
  expect(same.updatedAt).toBe(published.updatedAt)

  const moved = await asStaff(app, http.save, { ...same, slug: 'gallipoli' })
  expect(moved.publishedAt).toBe(published.publishedAt)
  const twice = await asStaff(app, http.save, { ...moved, slug: 'gallipoli-mare' })
  expect(await redirects(app)).toEqual([
    { fromPath: '/blog/gallipoli/', toPath: '/blog/gallipoli-mare/', statusCode: 301 },
    { fromPath: '/blog/mare-gallipoli-e/', toPath: '/blog/gallipoli-mare/', statusCode: 301 },
  ])
  await eventually(async () => {
    for (const old of ['/blog/gallipoli/', '/blog/mare-gallipoli-e/', '/blog/gallipoli']) {
      const { status, headers } = await app.get(old)
      expect([old, status, headers.get('location')]).toEqual([old, 301, '/blog/gallipoli-mare/'])
    }
  })
  const withdrawn = await asStaff(app, http.save, { ...twice, isPublished: false })
  await eventually(async () => expect((await app.get('/blog/gallipoli-mare/')).status).toBe(404))
  await asStaff(app, http.delete, { id: withdrawn.id })
  expect((await redirects(app)).map(({ statusCode }) => statusCode)).toEqual([410, 410, 410])
  await eventually(async () => expect((await app.get('/blog/gallipoli/')).status).toBe(410))
  expect(await refusal(asStaff(app, http.read, { id: draft.id }))).toEqual([404, 'Articolo non trovato.'])

  const postId = draft.id
  expect(await events(app, draft.id)).toEqual([
    { type: 'content:postPublished', payload: { postId, slug: 'mare-gallipoli-e' } },
    { type: 'content:postUpdated', payload: { postId, slug: 'gallipoli', previousSlug: 'mare-gallipoli-e' } },
    { type: 'content:postUpdated', payload: { postId, slug: 'gallipoli-mare', previousSlug: 'gallipoli' } },
    { type: 'content:postUnpublished', payload: { postId, slug: 'gallipoli-mare' } },
    { type: 'content:postDeleted', payload: { postId, slug: 'gallipoli-mare' } },
  ])
  const [{ count }] = await app.sql<[{ count: number }]>`
    select count(*) from audit_log where subject = ${`blog_posts/${postId}`} and actor = 'titolare'`
  expect(count).toBe(6)

  // A new article at the old path ends the redirect from this path.
  await asStaff(app, http.create, { ...article, slug: 'gallipoli', isPublished: true })
  expect((await redirects(app)).map(({ fromPath }) => fromPath)).not.toContain('/blog/gallipoli/')
})

test('an article that is incomplete, stale, a double or unknown is refused in Italian, and changes nothing', async () => {
  const posts = () => app.sql`select title from blog_posts order by id`
  const before = await posts()
  const first = await asStaff(app, http.create, article)
  const other = await asStaff(app, http.create, { ...article, title: 'Altro', slug: 'altro' })
  const empty = await asStaff(app, http.create, {}).catch((error) => error)
  expect([empty.status, empty.errors.map((one: { path: string }) => one.path)]).toEqual([
    422,
    ['title', 'slug', 'summary', 'content'],
  ])
  expect(empty.errors[0].message).toBe('Inserisci il titolo (al massimo 200 caratteri)')
  expect(await refusal(asStaff(app, http.create, { ...article, slug: 'ALTRO!' }))).toEqual([
    409,
    'Lo slug «altro» è già usato dall’articolo «Altro».',
  ])
  expect(await refusal(asStaff(app, http.save, { ...other, slug: 'mare-gallipoli' }))).toEqual([
    409,
    'Lo slug «mare-gallipoli» è già usato dall’articolo «Il mare di Gallipoli».',
  ])
  for (const [more, path] of [
    [{ slug: '!!!' }, 'slug'],
    [{ category: 'Inventata' }, 'category'],
    [{ publishAt: '2020-01-01T08:00:00.000Z' }, 'publishAt'],
    [{ publishAt: 'domani' }, 'publishAt'],
    [{ featuredImage: 'https://example.com/x.jpg' }, 'featuredImage'],
    [{ featuredImage: '//example.com/x.jpg' }, 'featuredImage'],
    [{ featuredImage: '/\t/example.com/x.jpg' }, 'featuredImage'],
    [{ featuredImage: '/..//example.com/x.jpg' }, 'featuredImage'],
    [{ featuredImage: 'data:text/html;base64,PGI+' }, 'featuredImage'],
    [{ featuredImage: `/media/${'0'.repeat(32)}.webp` }, 'featuredImage'],
    [{ content: 'x'.repeat(100_001) }, 'content'],
  ] as const) {
    const error = await asStaff(app, http.save, { ...first, ...more }).catch((thrown) => thrown)
    expect([error.status, error.errors[0].path]).toEqual([422, path])
  }
  await asStaff(app, http.save, { ...first, title: 'Prima' })
  expect(await refusal(asStaff(app, http.save, { ...first, title: 'Dopo' }))).toEqual([
    409,
    expect.stringContaining('modificati da un’altra persona'),
  ])
  expect(await refusal(asStaff(app, http.save, { ...first, id: 999 }))).toEqual([404, expect.any(String)])
  expect(await refusal(asStaff(app, http.delete, { id: 999 }))).toEqual([404, expect.any(String)])
  expect(await posts()).toEqual([...before, { title: 'Prima' }, { title: 'Altro' }])
})

test('the list finds articles by text, state and category, page by page and in order', async () => {
  await using app = await startApp({ data: 'demo' })
  await asStaff(app, http.create, { ...article, category: 'Destinazioni' })
  const all = await asStaff(app, http.list, { sort: 'title', limit: 3, page: 2 })
  expect([all.total, all.totalPages, all.items.length]).toEqual([7, 3, 3])
  expect(all.items[0]).not.toHaveProperty('content')
  const drafts = await asStaff(app, http.list, { isPublished: false })
  expect(drafts.items.map(({ slug }: { slug: string }) => slug)).toEqual(['mare-gallipoli'])
  const found = await asStaff(app, http.list, { search: 'GALLIPOLI', category: 'Destinazioni' })
  expect(found.total).toBe(2)
  expect((await asStaff(app, http.list, { search: '100%' })).total).toBe(0)
  expect(await refusal(asStaff(app, http.list, { sort: 'content' }))).toEqual([422, expect.any(String)])
})

test('a draft is stored in addition to the published text, which stays until the draft is published', async () => {
  await using app = await startApp({ data: 'demo' })
  const [{ id }] = await app.sql<[{ id: number }]>`select id from blog_posts order by id limit 1`
  const before = await asStaff(app, http.read, { id })
  const draft = await asStaff(app, http.saveDraft, {
    id,
    title: 'Nuovo',
    content: 'Testo a metà',
    updatedAt: null,
  })
  expect(draft).toMatchObject({ title: 'Nuovo', content: 'Testo a metà', savedBy: 'titolare' })
  const during = await asStaff(app, http.read, { id })
  expect(during).toEqual({ ...before, hasDraft: true, draft })
  expect((await app.get(`/api/blog-posts/${before.slug}`)).body.title).toBe(before.title)

  expect(await refusal(asStaff(app, http.saveDraft, { id, title: 'Mio', updatedAt: null }))).toEqual([
    409,
    'Anche titolare sta scrivendo in questo articolo: ricarica e riprova.',
  ])
  const next = await asStaff(app, http.saveDraft, { id, title: 'Terzo', updatedAt: draft.updatedAt })
  await asStaff(app, http.discardDraft, { id })
  expect(await refusal(asStaff(app, http.saveDraft, { id, title: 'X', updatedAt: next.updatedAt }))).toEqual([
    409,
    expect.stringContaining('scartata'),
  ])
  expect(await refusal(asStaff(app, http.discardDraft, { id }))).toEqual([404, expect.any(String)])
  expect(await refusal(asStaff(app, http.saveDraft, { id: 9999, title: 'X' }))).toEqual([
    404,
    expect.any(String),
  ])

  await asStaff(app, http.saveDraft, { id, title: 'Quarto' })
  const after = await asStaff(app, http.save, { ...before, title: 'Quarto' })
  expect([after.draft, after.hasDraft]).toEqual([null, false])
  await eventually(async () =>
    expect((await app.get(`/api/blog-posts/${before.slug}`)).body.title).toBe('Quarto'),
  )
})

test('a scheduled article is published once, when its time has come', async () => {
  const publishAt = new Date(Date.now() + 3_600_000).toISOString()
  const planned = await asStaff(app, http.create, { ...article, slug: 'mare-domani', publishAt })
  expect(planned).toMatchObject({ state: 'programmato', isPublished: false, publishAt })
  const sweep = () => app.sweep('publishDueArticles')
  await sweep()
  expect((await asStaff(app, http.read, { id: planned.id })).state).toBe('programmato')
  await app.sql`update blog_posts set publish_at = now() - interval '1 minute' where id = ${planned.id}`
  await Promise.all([sweep(), sweep()])
  const live = await asStaff(app, http.read, { id: planned.id })
  expect(live).toMatchObject({ state: 'pubblicato', isPublished: true, publishAt: null })
  expect(Date.parse(live.publishedAt)).toBeLessThan(Date.now())
  expect(await events(app, planned.id)).toEqual([
    { type: 'content:postPublished', payload: { postId: planned.id, slug: 'mare-domani' } },
  ])
  await eventually(async () => expect((await app.get('/blog/mare-domani/')).status).toBe(200))
})

test('a renamed category keeps its articles, and is not deleted while one uses it', async () => {
  await using app = await startApp({ data: 'demo' })
  const list = await asStaff(app, 'GET /api/admin/blog-categories')
  const [one] = list.items
  expect(one).toMatchObject({ name: 'Destinazioni', slug: 'destinazioni', postCount: 3 })
  const renamed = await asStaff(app, 'PUT /api/admin/blog-categories/:id', { ...one, name: 'Luoghi' })
  expect(renamed).toMatchObject({ name: 'Luoghi', postCount: 3 })
  await eventually(async () =>
    expect((await app.get('/api/blog-posts?category=destinazioni')).body).toMatchObject({
      total: 3,
      items: [{ category: 'Luoghi' }, {}, {}],
    }),
  )
  const save = (form: object) => asStaff(app, 'PUT /api/admin/blog-categories/:id', form)
  expect(await refusal(save({ ...one, name: 'Altro' }))).toEqual([409, expect.stringContaining('ricarica')])
  expect(await refusal(save({ ...renamed, name: 'transfer' }))).toEqual([
    409,
    'Esiste già la categoria «Transfer».',
  ])
  const remove = (id: number) => asStaff(app, 'DELETE /api/admin/blog-categories/:id', { id })
  const [status, sentence] = await refusal(remove(one.id))
  expect(status).toBe(409)
  expect(sentence).toContain('«Santa Maria di Leuca')
  expect(await refusal(remove(999))).toEqual([404, 'Categoria non trovata.'])
  const create = (form: object) => asStaff(app, 'POST /api/admin/blog-categories', form)
  const made = await create({ name: 'Eventi & Feste' })
  expect(made).toMatchObject({ slug: 'eventi-feste', postCount: 0 })
  const summer = await create({ name: 'L’estate', slug: 'estate' })
  expect(await refusal(create({ name: "L'Estate" }))).toEqual([409, 'Esiste già la categoria «L’estate».'])
  await remove(summer.id)
  expect(await refusal(create({ name: '???' }))).toEqual([422, expect.any(String)])
  expect(await refusal(create({ name: '' }))).toEqual([422, expect.stringContaining('Inserisci il nome')])
  await remove(made.id)
  expect((await asStaff(app, 'GET /api/admin/blog-categories')).total).toBe(3)
})

test('the preview is the page’s own HTML, and contains no typed markup', async () => {
  const { html, words } = await asStaff(app, 'POST /api/admin/blog-posts/preview', {
    content: '# Titolo\n\n<script>x</script> **uno** due',
  })
  expect(html).toContain('<h2>Titolo</h2>')
  expect(html).toContain('<strong>uno</strong>')
  expect(html).not.toContain('<script')
  expect(words).toBeGreaterThan(3)
  expect((await app.post('/api/admin/blog-posts/preview', { content: 'x' })).status).toBe(401)
})

const base64 = (bytes: Buffer) => bytes.toString('base64')
const store = (app: App, bytes: Buffer) => asStaff(app, 'POST /api/admin/uploads', { data: base64(bytes) })

test(
  'a picture of each type is stored as small WebP, upright, without camera data, at a permanent address',
  long,
  async () => {
    const source = sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#0b6a88' } })
    for (const bytes of await Promise.all([
      source.clone().jpeg().toBuffer(),
      source.clone().png().toBuffer(),
      source.clone().webp().toBuffer(),
      source.clone().avif().toBuffer(),
    ])) {
      const upload = await store(app, bytes)
      expect(upload).toMatchObject({
        width: 1600,
        height: 800,
        url: expect.stringMatching(/^\/media\/[0-9a-f]{32}\.webp$/),
      })
      const again = await store(app, bytes)
      expect(again.url).toBe(upload.url)
      const reply = await fetch(app.origin + upload.url)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('image/webp')
      expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=86400, immutable')
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
      const served = Buffer.from(await reply.arrayBuffer())
      expect(served.length).toBe(upload.bytes)
      const tag = reply.headers.get('etag') ?? ''
      expect((await app.get(upload.url, { 'if-none-match': tag })).status).toBe(304)
    }

    const sideways = await sharp({ create: { width: 300, height: 100, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Orientation: '6', Copyright: 'segreto', ImageDescription: 'casa mia' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(sideways).metadata()).exif).toBeDefined()
    const upright = await store(app, sideways)
    const [{ webp }] = await app.sql<[{ webp: Buffer }]>`
    select webp from uploads where hash = ${upright.url.slice(7, 39)}`
    expect((await sharp(webp).metadata()).exif).toBeUndefined()
    expect(webp.includes('casa mia')).toBe(false)
    for (const path of ['/media/x.webp', `/media/${'0'.repeat(32)}.webp`, '/media/..%2f..%2fpackage.json'])
      expect([path, (await app.get(path)).status]).toEqual([path, 404])
  },
)

test('a file that is no picture, too heavy, too large or broken is refused by its content, and nothing is stored', async () => {
  const uploads = () => app.sql`select hash from uploads order by hash`
  const before = await uploads()
  const jpeg = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const bomb = await sharp({
    create: { width: 8000, height: 6000, channels: 3, background: 'white' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>',
  )
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  for (const [bytes, status] of [
    [svg, 415],
    [gif, 415],
    [Buffer.from('%PDF-1.7 and some more of it'), 415],
    [Buffer.from('x'), 415],
    [Buffer.concat([jpeg, Buffer.alloc(8 * 1024 * 1024)]), 413],
    [bomb, 422],
    [jpeg.subarray(0, 40), 422],
    [Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200, 7)]), 422],
  ] as const)
    expect([bytes.length, (await refusal(store(app, bytes)))[0]]).toEqual([bytes.length, status])
  expect(await refusal(asStaff(app, 'POST /api/admin/uploads', {}))).toEqual([
    422,
    'Scegli un’immagine da caricare',
  ])
  expect(await uploads()).toEqual(before)
})

test('an unused picture is deleted after thirty days; one that is shown or can be restored stays', async () => {
  await using app = await startApp({ data: 'demo' })
  const shade = (red: number) =>
    sharp({ create: { width: 20, height: 20, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .png()
      .toBuffer()
  const pictures = await Promise.all([40, 80, 120, 160, 200, 240, 20, 60, 100].map(shade))
  const [featured, inText, inDraft, onRoute, unused, again, onPlace, translated, deleted] = (
    await Promise.all(pictures.map((bytes) => store(app, bytes)))
  ).map(({ url }) => String(url))
  await app.sql`
    insert into blog_posts (title, slug, summary, content, featured_image)
    values ('A', 'a', '', ${`Testo ![mare](https://www.salento.example${inText})`}, ${featured ?? ''})`
  await app.sql`
    insert into blog_drafts (post_id, fields, saved_by)
    select max(id), ${app.sql.json({ featuredImage: inDraft })}, 'anna' from blog_posts`
  await app.sql`
    update route_prices set tourist_info = ${`![torre](${onRoute})`}
    where id = (select min(id) from route_prices)`
  await app.sql`update locations set long_description = ${`![porto](${onPlace})`} where name = 'Otranto'`
  await app.sql`
    insert into translations (kind, id, language, state, text, made_from)
    select 'article', max(id), 'en', 'draft', ${app.sql.json({ content: `![sea](${translated})` })}, '{}' from blog_posts`
  const { id } = await asStaff(app, http.create, {
    ...article,
    slug: 'da-eliminare',
    title: 'Da eliminare',
    content: `Testo ![via](${deleted})`,
  })
  await asStaff(app, 'POST /api/admin/blog-posts/bulk', { ids: [id], act: 'delete' })
  const left = async () =>
    (await app.sql<{ hash: string }[]>`select hash from uploads`)
      .map(({ hash }) => `/media/${hash}.webp`)
      .sort()
  const purge = () => endExpiredOf(app.sql, 'purgeUnusedPictures')
  expect(await purge()).toBe(0)
  await app.sql`update uploads set kept_until = kept_until - interval '30 days'`
  // Uploading a picture again shows that staff intend to use it, so the purge keeps the picture.
  await store(app, pictures[5] ?? Buffer.alloc(0))
  expect(await purge()).toBe(1)
  const shown = [featured, inText, onRoute, again, onPlace, translated, deleted]
  expect(await left()).toEqual([...shown, inDraft].sort())
  expect((await app.get(unused ?? '')).status).toBe(404)
  // After staff delete the draft that contains a picture, the purge keeps the picture for the retention period.
  await app.sql`delete from blog_drafts`
  expect(await purge()).toBe(0)
  await app.sql`update uploads set kept_until = kept_until - interval '7 days'`
  expect(await purge()).toBe(1)
  expect(await left()).toEqual(shown.sort())
})

test('a picture inside the form becomes an upload, and the article names its address', async () => {
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const inline = await asStaff(app, http.create, {
    ...article,
    slug: 'mare-rosso',
    featuredImage: `data:image/png;base64,${base64(png)}`,
    imageAlt: 'Rosso',
    isPublished: true,
  })
  expect(inline.featuredImage).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/)
  await eventually(async () =>
    expect((await app.get('/blog/mare-rosso/')).text).toContain(`src="${inline.featuredImage}"`),
  )
  const own = await asStaff(app, http.save, {
    ...inline,
    featuredImage: `https://www.salento.example${inline.featuredImage}`,
  })
  expect(own.featuredImage).toBe(inline.featuredImage)
  expect(JSON.stringify(await app.sql`select before, after from audit_log`)).not.toContain('base64')
})

test('over HTTP staff send the picture itself or a form, and a stranger’s body is not read', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const upload = (body: RequestInit['body'], headers: Record<string, string> = staff) =>
    fetch(`${app.origin}/api/admin/uploads`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      body: body ?? null,
    })
  const typed = (type: string) => ({ ...staff, 'content-type': type })
  const raw = await upload(new Uint8Array(jpeg), typed('image/jpeg'))
  expect([raw.status, raw.headers.get('cache-control')]).toEqual([201, 'no-store'])
  const { url } = (await raw.json()) as { url: string }
  const form = new FormData()
  form.set('file', new File([new Uint8Array(jpeg)], 'foto.svg', { type: 'image/svg+xml' }))
  const sent = await upload(form)
  expect([sent.status, ((await sent.json()) as { url: string }).url]).toEqual([201, url])

  for (const [body, headers, status] of [
    ['{"data":"x"}', typed('application/json'), 415],
    ['<svg/>', typed('image/png'), 415],
    ['', staff, 422],
    ['broken', typed('multipart/form-data; boundary=x'), 400],
    [new Uint8Array(9 * 1024 * 1024), typed('image/png'), 413],
    [new Uint8Array(jpeg), { 'content-type': 'image/jpeg' }, 401],
    [new Uint8Array(9 * 1024 * 1024), { 'content-type': 'image/jpeg' }, 401],
  ] as const) {
    const reply = await upload(body, headers)
    expect([String(body).slice(0, 20), reply.status]).toEqual([String(body).slice(0, 20), status])
    expect(reply.headers.get('content-type')).toMatch(/problem\+json/)
  }
  const elsewhere = await app.send('POST', '/api/contacts', 'x', { 'content-type': 'image/png' })
  expect(elsewhere.status).toBe(415)
  const created = await app.post(
    '/api/admin/blog-posts',
    { ...article, slug: 'mare-http', publishAt: '' },
    staff,
  )
  expect([created.status, created.body.id]).toEqual([201, expect.any(Number)])
  const removed = await app.send('DELETE', `/api/admin/blog-posts/${created.body.id}`, undefined, staff)
  expect([removed.status, removed.text]).toEqual([204, ''])
})
