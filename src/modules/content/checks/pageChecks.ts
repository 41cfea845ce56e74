import type { Context } from '../../../kernel/context.ts'
import { whole } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { languageName } from '../../../languages/languageName.ts'
import type { Sql } from '../../../platform/db.ts'
import { listPlacePages } from '../../catalog/places/placePages.queries.ts'
import { articlePathOf } from '../addresses/articlePath.contract.ts'
import { hasPageAt } from '../pages/page.queries.ts'
import { type OtherLanguage, otherLanguages } from '../translations/contract.ts'
import { translations } from '../translations/translated.queries.ts'
import { ListPageChecks, type PageCheck } from './contract.ts'

const titleMax = 60
const description = { min: 70, max: 160 }
const wordsMin = 200

interface ArticleRow {
  id: number
  title: string
  slug: string
  content: string
  shownTitle: string
  shownDescription: string
  featuredImage: string
  imageAlt: string
}

export const listPageChecks = answer(ListPageChecks, async (read, _input, _caller, context) => {
  const articles = await read<ArticleRow[]>`
    select id, title, slug, content, coalesce(nullif(meta_title, ''), title) as shown_title,
      coalesce(nullif(meta_description, ''), summary) as shown_description,
      coalesce(featured_image, '') as featured_image, coalesce(image_alt, '') as image_alt
    from blog_posts where is_published order by id`
  const links = new Map(articles.map(({ id, content }) => [id, linksIn(content)]))
  const dead = await deadLinks(read, [...links.values()].flat(), context)
  const places = await listPlacePages(read)
  const translated = await Promise.all(otherLanguages.map((code) => articlesIn(read, code, articles)))
  const items = [
    ...articles.map((article): PageCheck => {
      const { id, title, slug } = article
      const path = articlePathOf(slug)
      const isLinked = articles.some((other) => other.id !== id && links.get(other.id)?.includes(path))
      const broken = (links.get(id) ?? []).filter((link) => dead.has(link))
      const defects = [
        ...defectsOf(article, articles),
        ...(links.get(id)?.some((link) => link.startsWith('/tratte/')) ? [] : ['Nessun link a una tratta']),
        ...(isLinked || articles.length === 1 ? [] : ['Nessun altro articolo porta qui']),
        ...broken.map((link) => `Il link ${link} non porta a nulla`),
        ...translated.flatMap((own) => translatedDefects(own, id)),
      ]
      return { kind: 'articolo', id, name: title, path, defects }
    }),
    ...places.map(
      ({ id, name, path, isIndexed }): PageCheck => ({
        kind: 'località',
        id,
        name,
        path,
        defects: isIndexed
          ? []
          : ['Fuori dalla sitemap: meno di 100 parole, o testo uguale a quello di un’altra'],
      }),
    ),
  ]
  const faulty = items
    .filter(({ defects }) => defects.length > 0)
    .sort((one, other) => other.defects.length - one.defects.length)
  return { ...whole(faulty), checked: items.length }
})

interface Translated {
  language: string
  articles: ArticleRow[]
}

/** Returns the articles that visitors can read in another language, with their texts in that language. */
async function articlesIn(read: Sql, code: OtherLanguage, italian: ArticleRow[]): Promise<Translated> {
  const texts = (await translations(read)).all('article', code)
  const articles = italian.flatMap((article): ArticleRow[] => {
    const text = texts.get(article.id)?.text
    if (!text) return []
    const { metaTitle, metaDescription, summary = '', ...rest } = text
    const own = { ...article, ...rest }
    return [{ ...own, shownTitle: metaTitle || own.title, shownDescription: metaDescription || summary }]
  })
  return { language: languageName(code), articles }
}

function translatedDefects({ language, articles }: Translated, id: number): string[] {
  const own = articles.find((article) => article.id === id)
  return own ? defectsOf(own, articles).map((defect) => `${language}: ${defect}`) : []
}

function defectsOf(article: ArticleRow, all: ArticleRow[]): string[] {
  const { id, shownTitle, shownDescription, content, featuredImage, imageAlt } = article
  const words = content.match(/\S+/g)?.length ?? 0
  const isRepeated = all.some((other) => other.id !== id && other.shownTitle === shownTitle)
  const found: [boolean, string][] = [
    [
      shownTitle.length > titleMax,
      `Titolo per Google di ${shownTitle.length} caratteri: se ne vedono ${titleMax}`,
    ],
    [isRepeated, 'Titolo per Google uguale a quello di un altro articolo'],
    [
      shownDescription.length < description.min,
      `Descrizione per Google di ${shownDescription.length} caratteri: meglio almeno ${description.min}`,
    ],
    [
      shownDescription.length > description.max,
      `Descrizione per Google di ${shownDescription.length} caratteri: se ne vedono ${description.max}`,
    ],
    [words < wordsMin, `Testo di ${words} parole: meglio almeno ${wordsMin}`],
    [featuredImage.startsWith('/media/') && imageAlt === '', 'Immagine senza testo alternativo'],
  ]
  return found.flatMap(([stands, text]) => (stands ? [text] : []))
}

function linksIn(markdown: string): string[] {
  const paths = [...markdown.matchAll(/\]\((\/[a-z0-9/_-]*)/gi)].map(([, path = '']) => path)
  return [...new Set(paths.map((path) => (path.endsWith('/') ? path : `${path}/`)))]
}

async function deadLinks(read: Sql, links: string[], context: Context): Promise<Set<string>> {
  const dead = new Set<string>()
  for (const link of new Set(links))
    if (!link.startsWith('/media/') && !(await hasPageAt(read, link, context))) dead.add(link)
  return dead
}
