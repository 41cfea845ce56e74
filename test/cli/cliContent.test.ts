import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startApp } from '../app.ts'
import { inFull, long } from '../length.ts'
import { configureOffice } from '../mailbox.ts'
import { cli, startCli } from '../operator.ts'
import { openOpenAi } from '../providers/openAi.ts'

test(
  'articles are exported as Markdown files and imported again, with a preview for each file',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const folder = mkdtempSync(path.join(tmpdir(), 'salento-articles-'))
    const stored = () => app.sql`select slug, title, is_published, updated_at from blog_posts order by slug`
    try {
      expect((await cli(app, ['content', 'export', folder])).out).toBe('6 written, 0 unchanged\n')
      const before = await stored()
      expect(readdirSync(folder).sort()).toEqual(before.map(({ slug }) => `${slug}.md`))
      const same = await cli(app, ['content', 'import', folder, '--yes', '--json'])
      expect(JSON.parse(same.out)).toMatchObject({ created: 0, changed: 0, unchanged: 6, refused: 0 })
      expect(await stored()).toEqual(before)

      const changed = path.join(folder, 'gallipoli-senza-auto.md')
      const text = readFileSync(changed, 'utf8')
      writeFileSync(changed, text.replace(/^title: .*$/m, 'title: Un altro titolo'))
      writeFileSync(path.join(folder, 'nuovo.md'), '---\ntitle: Nuovo\nsummary: Breve\n---\n\nTesto.\n')
      writeFileSync(path.join(folder, 'rotto.md'), '---\ntitle: "Rotto\n---\nTesto.\n')
      writeFileSync(path.join(folder, 'vuoto.md'), '---\ntitel: Nome sbagliato\n---\nTesto.\n')
      const refused = await cli(app, ['content', 'import', folder, '--yes'])
      expect(refused.code).toBe(1)
      expect(refused.out).toContain('gallipoli-senza-auto.md  changed\n')
      expect(refused.out).toContain('nuovo.md  created\n')
      expect(refused.out).toMatch(/rotto\.md {2}refused: the front matter cannot be read/)
      expect(refused.out).toMatch(/vuoto\.md {2}refused: the front matter contains unknown fields: titel/)
      expect(refused.out).toContain('1 created, 1 changed, 5 unchanged, 2 refused\nNothing was changed')
      expect(await stored()).toEqual(before)

      for (const name of ['rotto.md', 'vuoto.md']) rmSync(path.join(folder, name))
      const dry = await cli(app, ['content', 'import', folder])
      expect(dry).toMatchObject({ code: 0, err: '' })
      expect(await stored()).toEqual(before)
      expect(await cli(app, ['content', 'import', folder, '--yes'])).toMatchObject({ code: 0 })
      expect(await stored()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ slug: 'nuovo', isPublished: false }),
          expect.objectContaining({ slug: 'gallipoli-senza-auto', title: 'Un altro titolo' }),
        ]),
      )

      writeFileSync(changed, 'mio')
      const kept = await cli(app, ['content', 'export', folder])
      expect(kept.code).toBe(1)
      expect(kept.out).toContain(changed)
      expect(readFileSync(changed, 'utf8')).toBe('mio')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

const blanks = fc.constantFrom('', ' ', '  ', '\n', '\t')
const oneLine = fc
  .oneof(
    fc.constantFrom(
      ...[
        'Tappe, tempi, prezzi ---',
        '---',
        '--- inizio',
        'no',
        'yes',
        'null',
        '~',
        'true',
        '2026-08-01',
        '1.10',
      ],
      ...[
        '0x1F',
        '1e3',
        '',
        ' - elenco',
        '# titolo',
        'a #b',
        'chiave: valore',
        "l'isola",
        '«"citato"»',
        '| riga',
        '> riga',
      ],
      ...[
        '* stella',
        '&ancora',
        '!tag',
        '%direttiva',
        '@chi',
        '`codice`',
        '{a: 1}',
        '[a]',
        '😀🚐',
        'a\u2028b',
        '...',
      ],
      ...['=1+1', '+39 0832', "'7", '007', '00184', 'a\u00a0b', '\u00a0€ 40\u00a0', 'a; b', 'C:\\r\\n', '"'],
      'molto lungo '.repeat(20).trim(),
    ),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )
  // Lines and characters that every text field refuses.
  .map((text) => text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' '))
const lines = fc
  .array(
    fc.oneof(
      oneLine,
      fc.constantFrom(
        '---',
        '| Tratta | Prezzo |',
        '| :--- | ---: |',
        '```',
        '<b>HTML</b>',
        '  rientro',
        '# Titolo',
        '...',
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .chain((all) => fc.constantFrom('\n', '\n\n', '\r\n').map((end) => all.join(end)))
const padded = (text: fc.Arbitrary<string>) => fc.tuple(blanks, text, blanks).map((parts) => parts.join(''))
const cut = (text: fc.Arbitrary<string>, max: number) =>
  text.map((one) => [...one].slice(0, max / 2).join('')).map((one) => (one.trim() ? one : `x${one}`))
const articles = fc.record({
  title: cut(padded(oneLine), 200),
  summary: cut(padded(lines), 1000),
  content: cut(padded(lines), 4000),
  metaTitle: cut(oneLine, 200),
  metaDescription: cut(lines, 500),
  imageAlt: oneLine,
  isPublished: fc.boolean(),
})

test('every article that can be stored is exported and imported again as unchanged', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  await fc.assert(
    fc.asyncProperty(fc.array(articles, { minLength: 8, maxLength: 8 }), async (drawn) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'salento-articles-'))
      await app.sql`delete from blog_posts`
      for (const [index, article] of drawn.entries()) {
        const form = {
          ...article,
          title: article.title.replaceAll(/[\n\t]/g, ' '),
          slug: `articolo-${index}`,
        }
        const { status, body } = await app.post('/api/admin/blog-posts', form, staff)
        expect([status, body.errors]).toEqual([201, undefined])
      }
      const stored = () => app.sql`select * from blog_posts order by slug`
      const before = await stored()
      try {
        expect((await cli(app, ['content', 'export', folder])).code).toBe(0)
        const { out } = await cli(app, ['content', 'import', folder, '--yes', '--json'])
        const { lines, ...counts } = JSON.parse(out)
        expect({
          ...counts,
          other: lines.filter(({ state }: { state: string }) => state !== 'unchanged'),
        }).toMatchObject({ created: 0, changed: 0, unchanged: drawn.length, refused: 0, other: [] })
        expect(await stored()).toEqual(before)
        // A new site gets the same texts.
        await app.sql`delete from blog_posts`
        await cli(app, ['content', 'import', folder, '--yes'])
        const texts = ({ id: _, ...row }: Record<string, unknown>) => ({
          ...row,
          createdAt: null,
          updatedAt: null,
          publishedAt: null,
        })
        expect((await stored()).map(texts)).toEqual(before.map(texts))
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    }),
    { numRuns: inFull(2, 25) },
  )
})

test('articles that an earlier version stored with other line breaks and invisible letters are unchanged', async () => {
  await using app = await startApp()
  const texts = [
    'riga\r\naltra',
    'zero\u200blarghezza',
    'citta\u0300',
    '\u202adirezione\u202c',
    'a\u00a0b',
    'fine \n',
  ]
  for (const [index, text] of texts.entries())
    await app.sql`
      insert into blog_posts (title, slug, summary, content, meta_description, is_published)
      values (${`T ${index}`}, ${`a-${index}`}, ${text}, ${`${text}\r\n\r\n| A |`}, ${text}, true)`
  const stored = () => app.sql`select * from blog_posts order by id`
  const before = await stored()
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-articles-'))
  try {
    await cli(app, ['content', 'export', folder])
    const { out } = await cli(app, ['content', 'import', folder, '--yes', '--json'])
    expect(JSON.parse(out)).toMatchObject({ created: 0, changed: 0, unchanged: texts.length, refused: 0 })
    expect(await stored()).toEqual(before)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a file of version 1.0.0 keeps its fields, also if a text ends in dashes', async () => {
  await using app = await startApp()
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-articles-'))
  const file = [
    '---',
    'title: Giro in bici',
    'summary: Tappe, tempi, prezzi ---',
    'metaTitle: SEO',
    'metaDescription: Descr',
    'isPublished: true',
    '---',
    'Testo intero.',
    '',
  ]
  writeFileSync(path.join(folder, 'giro.md'), file.join('\n'))
  writeFileSync(path.join(folder, 'windows.md'), `\ufeff${file.join('\r\n').replace('Giro in bici', '1.10')}`)
  writeFileSync(path.join(folder, 'aperto.md'), '---\ntitle: Senza fine\nTesto.\n')
  try {
    const refused = await cli(app, ['content', 'import', folder])
    expect(refused.out).toContain(
      'aperto.md  refused: the front matter cannot be read: no line with only --- ends it',
    )
    rmSync(path.join(folder, 'aperto.md'))
    expect(await cli(app, ['content', 'import', folder, '--yes'])).toMatchObject({ code: 0 })
    const texts = {
      summary: 'Tappe, tempi, prezzi ---',
      metaTitle: 'SEO',
      metaDescription: 'Descr',
      isPublished: true,
      content: 'Testo intero.',
    }
    expect(await app.sql`select * from blog_posts order by slug`).toMatchObject([
      { ...texts, slug: 'giro', title: 'Giro in bici' },
      { ...texts, slug: 'windows', title: '1.10' },
    ])
    const same = await cli(app, ['content', 'import', folder, '--yes', '--json'])
    expect(JSON.parse(same.out)).toMatchObject({ unchanged: 2, changed: 0 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Codes that a reader of YAML or a spreadsheet could take for numbers, dates or formulas. */
const code = fc.constantFrom(
  '',
  '00184',
  '1.10',
  '1e3',
  '0x1F',
  '2026-08-01',
  'no',
  '~',
  '=1+1',
  '-5',
  "'7",
  'a: b',
)
const short = cut(oneLine, 80)
const settings = fc.record({
  company: fc.record({
    companyName: short,
    address: short,
    city: short,
    insurance: short,
    languages: short,
    ratingSource: short,
    cap: code.map((text) => text.slice(0, 10)),
    rea: code,
    licenceNumber: code,
    testimonials: fc.array(
      fc.record({
        name: short,
        text: cut(lines, 600),
        source: short,
        date: fc.constantFrom('', '2026-08-01'),
      }),
      { maxLength: 2 },
    ),
  }),
  site: fc.record({ underConstructionMessage: cut(lines, 400), isMcpOn: fc.boolean() }),
  fares: fc.record({ areaKm: fc.nat(500), nights: fc.boolean(), weekdays: fc.boolean() }),
  perKm: fc.constantFrom('1', '0,5', '1.07', '0', '1e1', '001'),
  ai: fc.record({ openaiModel: code, anthropicModel: code, dailyTokens: fc.nat(1_000_000) }),
})

test('the settings are exported and imported again as unchanged', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const [companyPath, sitePath, farePath, aiPath] = ['company', 'site', 'fare', 'ai'].map(
    (name) => `/api/admin/${name}-settings`,
  ) as [string, string, string, string]
  const read = async (path: string) => (await app.get(path, staff)).body
  const state = () => Promise.all([companyPath, sitePath, farePath, aiPath].map(read))
  await configureOffice(app)
  await fc.assert(
    fc.asyncProperty(settings, async ({ company, site, fares, perKm, ai }) => {
      const earlier = (await read(farePath)).bands
      const bands = { ...earlier, price1to3Pax: { ...earlier.price1to3Pax, perKm } }
      for (const [path, form] of [
        [companyPath, company],
        [sitePath, { isLive: true, ...site }],
        [farePath, { ...fares, bands }],
        [aiPath, ai],
      ] as const) {
        const { status, body } = await app.send('PUT', path, { ...(await read(path)), ...form }, staff)
        // A wrong amount is refused.
        if (path !== farePath) expect([path, status, body.errors]).toEqual([path, 200, undefined])
      }
      const before = await state()
      const { out: yaml, err } = await cli(app, ['settings', 'export'])
      expect(err).toContain('Not exported: accounts, keys, passwords')
      // Windows programs save a text in another encoding, with a mark and with other line breaks.
      for (const input of [yaml, Buffer.from(`\ufeff${yaml.replaceAll('\n', '\r\n')}`, 'utf16le')]) {
        const { out, err } = await cli(app, ['settings', 'import', '-', '--yes', '--json'], { input })
        expect([err, JSON.parse(out || '{}')]).toMatchObject(['', { changed: 0, unchanged: 4, refused: 0 }])
      }
      expect(await state()).toEqual(before)
      const changed = yaml.replace(/^ {2}isLive: true$/m, '  isLive: false')
      const dry = await cli(app, ['settings', 'import', '-'], { input: changed })
      expect(dry.out).toContain('site  changed\n0 created, 1 changed, 3 unchanged, 0 refused\nDry run')
    }),
    { numRuns: inFull(2, 20) },
  )
  const wrong = await cli(app, ['settings', 'import', '-'], { input: 'site:\n  isLife: true\n' })
  expect(wrong.out).toContain('site  refused: unknown fields: isLife\n')
})

test('an export says that drafts and pictures do not travel', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-articles-'))
  try {
    const form = { title: 'Uno', slug: 'uno', summary: 'S', content: 'Testo' }
    const { body } = await app.post('/api/admin/blog-posts', form, staff)
    await app.send('PUT', `/api/admin/blog-posts/${body.id}/draft`, { title: 'Bozza' }, staff)
    await app.sql`update blog_posts set content = '![](/media/a.webp)'`
    const { out } = await cli(app, ['content', 'export', folder])
    expect(out).toContain('Drafts are not exported, only the saved texts: uno\n')
    expect(out).toContain('Uploaded pictures are not exported, only their paths: uno\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a text by AI is requested with --yes only, and then printed', long, async () => {
  await using server = await openOpenAi()
  server.usual.text = 'Otranto è bella.'
  const { env } = server
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const prompt = {
    name: 'Luogo',
    prompt: 'Descrivi {località}.',
    provider: 'openai',
    fieldType: 'description',
  }
  await app.sql`delete from ai_prompts`
  await app.post('/api/admin/ai-prompts', prompt, staff)
  const ask = ['ai', 'generate', '--place', 'Otranto']
  const [dry, unset, listed] = await Promise.all([
    cli(app, ask, { env }),
    cli(app, ask),
    cli(app, ['ai', 'prompts']),
  ])
  expect(dry).toMatchObject({ code: 0, err: '' })
  expect(dry.out).toContain('openai would be called with:\nDescrivi Otranto.')
  expect(unset).toMatchObject({ code: 1, out: '' })
  expect(listed.out).toMatch(/^\d+ {2}description openai {4}Luogo$/m)
  expect(await app.sql`select id from jobs`).toEqual([])
  expect(server.asked).toHaveLength(0)
  const asked = await startCli(app, [...ask, '--yes'], { env }).ended
  expect(asked).toMatchObject({ code: 0, out: 'Otranto è bella.\n' })
  for (const one of [dry, unset, asked]) expect(one.out + one.err).not.toContain('sk-')
})

test(
  'translations are counted, listed and drafted, and without --yes no provider is called',
  long,
  async () => {
    await using server = await openOpenAi()
    const { env } = server
    await using app = await startApp({ data: 'demo' })
    await app.sql`update locations set long_description = 'Un borgo sul mare.' where name = 'Otranto'`
    const coverage = await cli(app, ['translations', 'coverage'])
    expect(coverage.out).toMatch(/^de {2}place +1 missing, 0 draft, 0 outdated, 0 reviewed$/m)
    const dry = await cli(app, ['translations', 'draft', 'de'], { env })
    expect(dry.out).toContain('1 texts would be translated')
    expect(server.asked).toEqual([])
    const list = async () =>
      JSON.parse(
        (await cli(app, ['translations', 'list', '--language', 'de', '--kind', 'place', '--json'])).out,
      )
    expect((await list()).items).toMatchObject([{ state: 'missing', title: 'Otranto' }])
    const drafted = await cli(app, ['translations', 'draft', 'de', '--yes'], { env })
    const jobs = await app.sql`select status, result, log from jobs`
    expect([drafted, jobs]).toMatchObject([{ code: 0 }, [{ status: 'completed', result: { written: 1 } }]])
    expect((await list()).items).toMatchObject([
      { state: 'draft', text: { longDescription: '[de] Un borgo sul mare.' } },
    ])
    expect(await cli(app, ['translations', 'draft', 'es'])).toMatchObject({ code: 1 })
  },
)
