import { expect, test } from 'vitest'
import { bundledArticles, bundledTranslations } from '../../scripts/bundledArticles.ts'
import { addBundledTranslations } from '../../scripts/seed.ts'
import { languages } from '../../src/languages/messages.ts'
import type { Translation, TranslationRow } from '../../src/modules/content/translations/contract.ts'
import { startApp } from '../app.ts'
import { long } from '../length.ts'

const [, ...others] = languages
const countOf = (text: string, part: RegExp) => text.match(part)?.length ?? 0

test('each bundled article exists in every language, with its headings, tables, lists, and lengths for search engines', () => {
  const translations = bundledTranslations()
  const articles = bundledArticles()
  expect(articles).toHaveLength(6)
  for (const { slug } of articles)
    for (const language of others) {
      const found = translations.filter((one) => one.language === language && one.source.slug === slug)
      expect([slug, language, found.length]).toEqual([slug, language, 1])
      const [one] = found
      if (one?.kind !== 'article') throw new Error('no article')
      for (const part of [/^## /gm, /^\|/gm, /^- /gm, /^\d+\. /gm, /\*\*/g, /\]\(/g, /\n\n/g])
        expect([slug, language, String(part), countOf(one.text.content, part)]).toEqual([
          slug,
          language,
          String(part),
          countOf(one.source.content, part),
        ])
      expect([slug, language, one.text.metaTitle.length <= 60]).toEqual([slug, language, true])
      const description = one.text.metaDescription.length
      expect([slug, language, description >= 70 && description <= 160]).toEqual([slug, language, true])
      expect(one.text.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }
})

test(
  'bundled translations are reviewed, with the figures, links and places of the Italian article, and shown',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const staff = await app.logIn({ isSuperAdmin: false })
    const { body } = await app.get<{ items: TranslationRow[] }>(
      '/api/admin/translations?kind=article&state=reviewed&limit=100',
      staff,
    )
    expect(body.items).toHaveLength(6 * others.length)
    for (const { id, language, isShown } of body.items) {
      const at = `/api/admin/translations/article/${id}/${language}`
      const { warnings, text } = (await app.get<Translation>(at, staff)).body
      expect([language, text.slug, isShown, warnings]).toEqual([language, text.slug, true, []])
    }
    const { text } = await app.get('/de/blog/gallipoli-ohne-auto/')
    expect(text).toContain('Gallipoli besteht aus zwei Städten')
  },
)

test('an existing installation gets the translations of unchanged articles, and keeps its own', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.sql`delete from translations`
  await app.sql`update blog_posts set summary = 'Riscritto.' where slug = 'gallipoli-senza-auto'`
  const [otranto] = await app.sql<{ id: number }[]>`
    select id from blog_posts where slug = 'otranto-e-la-costa-adriatica'`
  await app.sql`
    insert into translations (kind, id, language, state, text, made_from)
    values ('article', ${otranto?.id ?? 0}, 'en', 'draft', '{"title": "Ours"}', '{}')`
  const all = bundledTranslations().length
  expect(await addBundledTranslations(app.sql as never)).toBe(all - others.length - 1)
  expect(await app.sql`select text ->> 'title' as title from translations where state = 'draft'`).toEqual([
    { title: 'Ours' },
  ])
  expect(await addBundledTranslations(app.sql as never)).toBe(0)
})
