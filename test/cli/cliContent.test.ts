import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '../app.ts'
import { long } from '../length.ts'
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
