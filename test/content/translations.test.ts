import { expect, test } from 'vitest'
import type { Translation, TranslationRow } from '../../src/modules/content/translations/contract.ts'
import { translations } from '../../src/modules/content/translations/translated.queries.ts'
import { type App, eventually, startApp } from '../app.ts'

const article = {
  title: 'Da Brindisi a Otranto',
  slug: 'da-brindisi-a-otranto',
  summary: 'La strada per Otranto',
  content: 'Sono 93 chilometri e [il transfer](/tratte/transfer-aeroporto-brindisi-otranto/) costa 120 €.',
  isPublished: true,
}
const english = {
  title: 'From Brindisi to Otranto',
  slug: 'From Brindisi to Otranto!',
  summary: 'The road to Otranto',
  content: 'It is 93 kilometres and [the transfer](/tratte/transfer-aeroporto-brindisi-otranto/) costs €120.',
}

async function prepared(app: App) {
  const staff = await app.logIn({ isSuperAdmin: false })
  const { body: post } = await app.post('/api/admin/blog-posts', article, staff)
  const at = `/api/admin/translations/article/${post.id}/en`
  const read = async () => (await app.get<Translation>(at, staff)).body
  const save = async (text: object, state: string, more: object = {}) => {
    const { sourceUpdatedAt, updatedAt } = await read()
    return app.send<Translation>('PUT', at, { sourceUpdatedAt, updatedAt, text, state, ...more }, staff)
  }
  const changeItalian = async (change: object) => {
    const { body } = await app.get(`/api/admin/blog-posts/${post.id}`, staff)
    return app.send('PUT', `/api/admin/blog-posts/${post.id}`, { ...body, ...change }, staff)
  }
  const shown = () => translations(app.sql as never).then(({ text }) => text('article', post.id, 'en'))
  const list = async (query: object) => {
    const search = new URLSearchParams({ page: '1', limit: '100', ...query })
    return (await app.get<{ items: TranslationRow[] }>(`/api/admin/translations?${search}`, staff)).body.items
  }
  return { staff, id: post.id as number, at, read, save, changeItalian, shown, list }
}

test('a translation is missing, then a draft that no visitor reads, then reviewed, and outdated after the Italian changed', async () => {
  await using app = await startApp({ data: 'demo' })
  const { id, staff, read, save, changeItalian, shown, list } = await prepared(app)
  const mine = async (state: string) =>
    (await list({ language: 'en', kind: 'article', state })).filter((row) => row.id === id)
  expect(await mine('missing')).toMatchObject([
    { id, state: 'missing', title: article.title, text: {}, updatedAt: null, isShown: false },
  ])
  expect((await mine('missing'))[0]?.source).toEqual({
    title: article.title,
    slug: article.slug,
    summary: article.summary,
    content: article.content,
  })

  const draft = await save({ title: english.title }, 'draft')
  expect([draft.status, draft.body.state, draft.body.text]).toEqual([
    200,
    'draft',
    { title: english.title, slug: 'from-brindisi-to-otranto' },
  ])
  expect(await shown()).toBeNull()

  const incomplete = await save({ title: english.title }, 'reviewed')
  expect([incomplete.status, incomplete.body]).toMatchObject([
    422,
    { errors: [{ path: 'text.summary' }, { path: 'text.content' }] },
  ])
  const reviewed = await save(english, 'reviewed')
  expect([reviewed.status, reviewed.body.state, reviewed.body.warnings]).toEqual([200, 'reviewed', []])
  expect(await shown()).toEqual({ ...english, slug: 'from-brindisi-to-otranto' })

  // The Italian text still has the same figures and links, so visitors read the old translation until its next review.
  await changeItalian({ summary: 'La via più breve per Otranto' })
  expect(await read()).toMatchObject({
    state: 'outdated',
    isShown: true,
    madeFrom: { summary: article.summary },
  })
  expect(await shown()).not.toBeNull()
  // The price has changed, so the old translation would be wrong.
  await changeItalian({ summary: article.summary, content: article.content.replace('120', '130') })
  expect(await read()).toMatchObject({ state: 'outdated', isShown: false })
  expect(await shown()).toBeNull()
  await changeItalian({ content: article.content })
  expect([(await read()).state, await shown()]).toEqual(['reviewed', expect.anything()])

  // A different draft leaves the reviewed text visible. Staff withdraw the reviewed text by saving it as a draft.
  await save({ ...english, title: 'Another title' }, 'draft')
  expect((await shown())?.title).toBe(english.title)
  await save(english, 'reviewed')
  await save(english, 'draft')
  expect([await shown(), (await read()).isShown]).toEqual([null, false])

  const audited = await app.sql`
    select action from audit_log where subject = ${`translations/article/${id}/en`} order by id`
  expect(audited.map(({ action }) => action.replace('content:translation', ''))).toEqual([
    ...['Saved', 'Reviewed', 'Saved', 'Reviewed', 'Saved'],
  ])
  const events = await app.sql`
    select payload from outbox where type = 'content:translationChanged' order by id`
  expect(events.map(({ payload }) => [payload.isShown, payload.wasShown])).toEqual([
    ...[
      [false, false],
      [true, false],
      [true, true],
      [true, true],
      [false, true],
    ],
  ])
  await app.send('DELETE', `/api/admin/blog-posts/${id}`, {}, staff)
  expect(await app.sql`select id from translations where kind = 'article' and id = ${id}`).toEqual([])
})

test('a translation is not saved over a newer Italian text, a newer translation or the slug of another article', async () => {
  await using app = await startApp({ data: 'demo' })
  const { staff, at, read, save, changeItalian } = await prepared(app)
  const { sourceUpdatedAt } = await read()
  await changeItalian({ summary: 'Altro' })
  const old = await save(english, 'draft', { sourceUpdatedAt })
  expect([old.status, old.body]).toMatchObject([
    409,
    { detail: expect.stringContaining('italiano è cambiato') },
  ])
  expect((await save(english, 'reviewed')).status).toBe(200)
  const second = await save(english, 'draft', { updatedAt: null })
  expect([second.status, second.body]).toMatchObject([
    409,
    { detail: expect.stringContaining('Un’altra persona') },
  ])

  const { body: other } = await app.post('/api/admin/blog-posts', { ...article, slug: 'altra' }, staff)
  const otherAt = `/api/admin/translations/article/${other.id}/en`
  const taken = await app.send(
    'PUT',
    otherAt,
    { text: english, state: 'reviewed', sourceUpdatedAt: other.updatedAt },
    staff,
  )
  expect([taken.status, taken.body]).toMatchObject([409, { errors: [{ path: 'text.slug' }] }])

  const refused = async (path: string, form: object) =>
    (await app.send('PUT', path, { sourceUpdatedAt, text: {}, state: 'draft', ...form }, staff)).status
  expect(await refused(at.replace('/en', '/it'), {})).toBe(422)
  expect(await refused(at.replace('/en', '/es'), {})).toBe(422)
  expect(await refused(at.replace('article', 'menu'), {})).toBe(422)
  expect(await refused(at.replace(/\d+/, '999999'), {})).toBe(404)
  expect(await refused(at, { state: 'published' })).toBe(422)
  const unknown = await save({ metaTitle: 'The article has none' }, 'draft')
  expect([unknown.status, unknown.body]).toMatchObject([422, { errors: [{ path: 'text.metaTitle' }] }])
})

test('figures, links and place names that differ from the Italian text are warnings for staff', async () => {
  await using app = await startApp({ data: 'demo' })
  const { save } = await prepared(app)
  const warned = async (content: string) =>
    (await save({ ...english, content }, 'draft')).body.warnings.map(({ path, message }) => [path, message])
  expect(await warned(english.content)).toEqual([])
  expect(await warned(english.content.replace('€120', '€125'))).toEqual([
    ['text.content', 'Mancano le cifre 120. Nel testo italiano non ci sono le cifre 125.'],
  ])
  expect(await warned(english.content.replace('/tratte/', '/routes/'))).toEqual([
    [
      'text.content',
      'Mancano i link /tratte/transfer-aeroporto-brindisi-otranto/. ' +
        'Nel testo italiano non ci sono i link /routes/transfer-aeroporto-brindisi-otranto/.',
    ],
  ])
  const { body } = await save({ ...english, summary: 'The road to the sea' }, 'draft')
  expect(body.warnings).toEqual([{ path: 'text.summary', message: 'Mancano i nomi Otranto.' }])
})

test('coverage counts every state by language and kind, and the places without a name', async () => {
  await using app = await startApp({ data: 'demo' })
  const { staff, save, list } = await prepared(app)
  await save(english, 'draft')
  const { body } = await app.get('/api/admin/translations/coverage', staff)
  const german = body.languages.find(({ language }: { language: string }) => language === 'de')
  const missing = await list({ language: 'de', kind: 'category', state: 'missing' })
  expect(german.kinds).toContainEqual(
    expect.objectContaining({ kind: 'category', missing: missing.length, draft: 0, outdated: 0 }),
  )
  const { body: unnamed } = await app.get(
    '/api/admin/translations/unnamed-places?language=de&search=Gallipoli',
    staff,
  )
  expect(unnamed.items.map(({ title }: { title: string }) => title)).toContain('Gallipoli')
  expect(german.placesWithoutName).toBeGreaterThan(0)
  const found = await list({ search: 'The road to Otranto' })
  expect(found).toMatchObject([{ language: 'en', state: 'draft' }])
})

test('the blog, a route and a place of a language show reviewed texts only, and stay out of search engines without them', async () => {
  await using app = await startApp({ data: 'demo' })
  const { staff, save } = await prepared(app)
  const page = async (path: string) => {
    const { status, text } = await app.get(path)
    return { status, text, isIndexed: !/<meta name="robots" content="noindex/.test(text) }
  }
  const own = '/en/blog/from-brindisi-to-otranto/'
  await app.post('/api/admin/indexnow/key', {}, staff)
  await save(english, 'draft')
  await app.settle()
  expect((await page('/blog/da-brindisi-a-otranto/')).status).toBe(200)
  expect((await page(own)).status).toBe(404)
  expect((await page('/en/blog/')).text).not.toContain(english.title)
  await save(english, 'reviewed')
  await app.settle()
  expect(await page(own)).toMatchObject({ status: 200, isIndexed: true })
  const { text } = await page(own)
  expect(text).toContain(english.title)
  expect(text).toContain('93 kilometres')
  expect(text).toMatch(/<a href="\/en\/transfers\/[a-z-]+\/">the transfer<\/a>/)
  expect(text).not.toContain('93 chilometri')
  expect((await page('/en/blog/')).text).toContain(english.title)
  expect((await page('/de/blog/')).text).not.toContain(english.title)
  // The old slug redirects to the new one.
  await save({ ...english, slug: 'brindisi-otranto' }, 'reviewed')
  await eventually(async () => expect((await page('/en/blog/brindisi-otranto/')).status).toBe(200))
  await app.drain()
  const submitted = await app.sql`
    select regexp_replace(url, '^https?://[^/]+', '') as path, is_removed from indexnow_changes where url like '%/en/blog/%'`
  expect(submitted).toEqual(
    expect.arrayContaining([
      { path: '/en/blog/brindisi-otranto/', isRemoved: false },
      { path: '/en/blog/from-brindisi-to-otranto/', isRemoved: true },
    ]),
  )
  const old = await app.get(own)
  expect([old.status, old.headers.get('location')]).toEqual([301, '/en/blog/brindisi-otranto/'])

  const [route] = await app.sql<{ id: number; slug: string }[]>`
    update route_prices set long_description = 'Una strada tra gli ulivi, lunga 93 km.', updated_at = now()
    where slug = 'aeroporto-brindisi-otranto' returning id, slug`
  if (!route) throw new Error('no route')
  const names = ['/en/transfers/brindisi-airport-otranto/', '/en/transfers/aeroporto-brindisi-otranto/']
  const answers = await Promise.all(names.map(async (name) => ({ name, ...(await page(name)) })))
  const routePath = answers.find(({ status }) => status === 200)?.name ?? ''
  const routePage = () => page(routePath)
  await eventually(async () => expect(await routePage()).toMatchObject({ status: 200, isIndexed: false }))
  expect((await routePage()).text).not.toContain('ulivi')
  const at = `/api/admin/translations/route/${route.id}/en`
  const { body } = await app.get<Translation>(at, staff)
  const texts = { longDescription: 'A road among olive trees, 93 km long.' }
  await app.send('PUT', at, { ...body, text: texts, state: 'reviewed' }, staff)
  await eventually(async () => expect(await routePage()).toMatchObject({ status: 200, isIndexed: true }))
  expect((await routePage()).text).toContain('olive trees')

  const hub = await app.sql<{ id: number }[]>`
    update locations set meeting_point = 'al chiosco blu', updated_at = now() where id = 4 returning id`
  await eventually(async () =>
    expect((await page('/tratte/transfer-aeroporto-brindisi-otranto/')).text).toContain('al chiosco blu'),
  )
  expect((await routePage()).text).not.toContain('chiosco')
  const pointAt = `/api/admin/translations/meetingPoint/${hub[0]?.id}/en`
  const point = (await app.get<Translation>(pointAt, staff)).body
  const words = { meetingPoint: 'at the blue kiosk' }
  await app.send('PUT', pointAt, { ...point, text: words, state: 'reviewed' }, staff)
  await eventually(async () => expect((await routePage()).text).toContain('at the blue kiosk'))

  await app.sql`
    insert into company_settings (company_name, vat_number, phone, email, leads_email, insurance, testimonials)
    values ('Salento Transfer', '01234567890', '+39 0832 123456', 'info@example.com', 'info@example.com',
      'Polizza fino a 5 milioni', ${app.sql.json([{ name: 'Anna', text: 'Autista puntuale', source: 'Google', date: '' }])})`
  const home = async (path: string) => (await page(path)).text
  await eventually(async () => expect(await home('/')).toContain('Autista puntuale'))
  expect(await home('/en/')).not.toMatch(/Autista puntuale|Polizza/)
  const companyAt = '/api/admin/translations/company/1/en'
  const company = (await app.get<Translation>(companyAt, staff)).body
  const ours = { ...company.source, insurance: 'Cover up to 5 million', testimonial1: 'A punctual driver' }
  await app.send('PUT', companyAt, { ...company, text: ours, state: 'reviewed' }, staff)
  await eventually(async () => expect(await home('/en/')).toContain('A punctual driver'))
  expect(await home('/en/')).toContain('Cover up to 5 million')
})
