import { type Context, perContext } from '../../../kernel/context.ts'
import { HttpError, orNull } from '../../../kernel/httpError.ts'
import { answer } from '../../../kernel/message.ts'
import { readModel } from '../../../kernel/readModel.ts'
import { italian, languageAsked } from '../../../languages/catalogs.ts'
import { languages } from '../../../languages/messages.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import { startingUnit } from '../../catalog/prices/quote.contract.ts'
import type { RouteFacts, RouteListEntry } from '../../catalog/search/contract.ts'
import {
  inLanguage,
  localCatalog,
  routeFactsAt,
  routePathOf,
  routeSlugIn,
  travelOn,
} from '../../catalog/search/search.queries.ts'
import { articlePathOf, articleSlugIn } from '../addresses/articlePath.contract.ts'
import { maps } from '../drawings/drawings.queries.ts'
import { type Rendered, renderMarkdown } from '../markdown.ts'
import { translations } from '../translations/translated.queries.ts'
import {
  type ArticleView,
  type BlogCategory,
  type BlogView,
  ListPosts,
  type Post,
  type PostSummary,
  ReadPost,
} from './published.contract.ts'

interface Article {
  id: number
  slug: string
  title: string
  summary: string
  content: string
  category: string | null
  featuredImage: string
  imageAlt: string
  metaTitle: string
  metaDescription: string
  publishedAt: Date
  updatedAt: Date
}

/** Published articles, newest first, and all categories. */
const blog = readModel(['blog_posts', 'blog_categories'], async (read) => {
  const [rows, categories] = await Promise.all([
    read<Article[]>`
      select id, slug, title, summary, content, category, coalesce(featured_image, '') as featured_image,
        coalesce(image_alt, '') as image_alt, coalesce(meta_title, '') as meta_title,
        coalesce(meta_description, '') as meta_description,
        coalesce(published_at, created_at) as published_at, updated_at
      from blog_posts where is_published order by published_at desc, id desc`,
    read<(BlogCategory & { id: number })[]>`
      select id, slug, name, coalesce(description, '') as description from blog_categories order by id`,
  ])
  return { articles: rows, categories, bySlug: new Map(rows.map((article) => [article.slug, article])) }
})

interface Blog {
  articles: Article[]
  categories: (BlogCategory & { id: number })[]
  bySlug: Map<string, Article>
}

/** Returns the articles and categories that visitors may read in a language. */
async function blogIn(read: Sql, { language }: Translate): Promise<Blog> {
  const all = await blog(read)
  if (language === languages[0]) return all
  const translated = await translations(read)
  const posts = translated.all('article', language)
  const names = translated.all('category', language)
  const local = new Map(
    all.categories.flatMap((one) => {
      const translated = names.get(one.id)
      return translated ? [[one.name, { ...one, ...translated.text }] as const] : []
    }),
  )
  const articles = all.articles.flatMap((article) => {
    const translated = posts.get(article.id)
    if (!translated) return []
    const category = article.category === null ? null : (local.get(article.category)?.name ?? null)
    const updatedAt = new Date(Math.max(Number(article.updatedAt), Number(translated.updatedAt)))
    return [{ ...article, ...translated.text, category, updatedAt }]
  })
  const used = new Set(articles.map(({ category }) => category))
  return {
    articles,
    categories: [...local.values()].filter(({ name }) => used.has(name)),
    bySlug: new Map(articles.map((article) => [article.slug, article])),
  }
}

const renderedTexts = perContext(() => new WeakMap<Article, Rendered>())

/** Renders an Italian article once per reload of the articles, and a translated article on each call. */
async function renderedOf(read: Sql, article: Article, { context, t }: Reader): Promise<Rendered> {
  const known = renderedTexts(context)
  const place = { below: 1, tables: t('table.text'), pathOf: await linkPaths(read, t) } as const
  const rendered = known.get(article) ?? renderMarkdown(article.content, context.site.origin, place)
  known.set(article, rendered)
  return rendered
}

interface Reader {
  context: Context
  t: Translate
}

export const listPosts = answer(
  ListPosts,
  async (read, { category = '', page, limit, lang }, _caller, context) => {
    const { t } = languageAsked(lang)
    const reader = { context, t }
    const articles = articlesOf(await blogIn(read, t), category)
    const items = await summaries(read, articles.slice((page - 1) * limit, page * limit), reader)
    return { items, page, totalPages: Math.ceil(articles.length / limit), total: articles.length }
  },
)

export const readPost = answer(ReadPost, async (read, { slug, lang }, _, context) => {
  const post = await findPost(read, slug, { context, t: languageAsked(lang).t })
  if (!post) throw new HttpError(404, (t) => t('api.noPost'))
  return post
})

function articlesOf({ articles, categories }: Blog, category: string): Article[] {
  if (!category) return articles
  const name = categories.find(({ slug }) => slug === category)?.name
  return name === undefined ? [] : articles.filter((article) => article.category === name)
}

/** Returns a published article with its HTML and the routes that it links to; undefined if there is none. */
async function findPost(read: Sql, slug: string, reader: Reader): Promise<Post | undefined> {
  const article = (await blogIn(read, reader.t)).bySlug.get(slug)
  if (!article) return undefined
  const { metaTitle, metaDescription } = article
  const { html, words, routeSlugs } = await renderedOf(read, article, reader)
  const found = await Promise.all(routeSlugs.map((one) => findRoute(read, one, reader.context)))
  const entries = found.flatMap((route) => (route ? [entryOf(route)] : []))
  const routes = await inLanguage(read, reader, entries)
  return { ...(await summaryOf(read, article, reader)), metaTitle, metaDescription, html, words, routes }
}

/** Number of articles per page: one large card and a row of three. */
const postsPerPage = 4

/** Returns all articles up to and including the given page; null for an unknown category. */
export async function blogView(
  read: Sql,
  { categoria = '', pagina = '' }: { categoria?: string; pagina?: string },
  reader: Reader,
): Promise<BlogView | null> {
  const shown = await blogIn(read, reader.t)
  const { categories } = shown
  if (categoria && !categories.some(({ slug }) => slug === categoria)) return null
  const articles = articlesOf(shown, categoria)
  const totalPages = Math.ceil(articles.length / postsPerPage)
  const asked = /^[1-9]\d{0,5}$/.test(pagina) ? Number(pagina) : 1
  const page = Math.max(1, Math.min(asked, totalPages))
  return {
    kind: 'blog',
    posts: await summaries(read, articles.slice(0, page * postsPerPage), reader),
    page,
    totalPages,
    total: articles.length,
    limit: postsPerPage,
    categories: categories.map(({ id: _, ...category }) => category),
    category: categoria,
  }
}

const moreCount = 3

/** Returns an article with up to three others, preferably of its category; null if it does not exist. */
export async function articleView(read: Sql, slug: string, reader: Reader): Promise<ArticleView | null> {
  const post = await findPost(read, slug, reader)
  if (!post) return null
  const others = (await blogIn(read, reader.t)).articles.filter(({ id }) => id !== post.id)
  const isNear = ({ category }: Article) => category === post.category
  const nearest = [...others.filter(isNear), ...others.filter((one) => !isNear(one))].slice(0, moreCount)
  return { kind: 'article', post, more: await summaries(read, nearest, reader) }
}

/** Returns the published articles of a language, newest first. */
export async function listPublished(
  read: Sql,
  t: Translate = italian,
): Promise<Pick<Article, 'id' | 'slug' | 'title' | 'updatedAt'>[]> {
  return (await blogIn(read, t)).articles
}

/** The returned function translates a link's path. It returns null for an article without a translation. */
export async function linkPaths(
  read: Sql,
  t: Translate,
): Promise<((path: string) => string | null) | undefined> {
  if (t.language === languages[0]) return undefined
  const [all, local] = await Promise.all([blog(read), blogIn(read, t)])
  const slugs = new Map(local.articles.map(({ id, slug }) => [id, slug]))
  const italianNames = await localCatalog(read, italian)
  const names = await localCatalog(read, t)
  return (path) => {
    const slug = articleSlugIn(path)
    const routeSlug = routeSlugIn(path)
    const route = routeSlug === undefined ? undefined : italianNames.routeAt(routeSlug)
    if (route) return localPath(t, routePathOf(names.routeSlug(route)))
    if (slug === undefined) return localPath(t, path)
    const translated = slugs.get(all.bySlug.get(slug)?.id ?? 0)
    return translated === undefined ? null : localPath(t, articlePathOf(translated))
  }
}

function summaries(read: Sql, articles: Article[], reader: Reader): Promise<PostSummary[]> {
  return Promise.all(articles.map((article) => summaryOf(read, article, reader)))
}

const wordsPerMinute = 200

async function summaryOf(read: Sql, article: Article, reader: Reader): Promise<PostSummary> {
  const { id, slug, title, summary, category, featuredImage, imageAlt } = article
  const { words } = await renderedOf(read, article, reader)
  // If the picture's field contains the path of a route, the page shows the map of that route.
  const routeSlug = routeSlugIn(featuredImage)
  const found = routeSlug ? await findRoute(read, routeSlug, reader.context) : null
  const [route = null] = await inLanguage(read, reader, found ? [found] : [])
  return {
    id,
    slug,
    title,
    summary,
    category,
    publishedAt: article.publishedAt.toISOString(),
    updatedAt: article.updatedAt.toISOString(),
    readingMinutes: Math.max(1, Math.round(words / wordsPerMinute)),
    image: !routeSlug && /^\/[^/\\]/.test(featuredImage) ? featuredImage : null,
    imageAlt,
    map: (await maps()).pictureOf(route && { from: route.departureLocation, to: route.destinationLocation }),
  }
}

/** Returns null for a route that is no longer offered. Articles may still link to it. */
function findRoute(read: Sql, slug: string, context: Context): Promise<RouteFacts | null> {
  return orNull(routeFactsAt(read, slug, context.site.origin, travelOn(context)))
}

function entryOf(route: RouteFacts): RouteListEntry {
  return {
    id: route.id,
    name: route.name,
    slug: route.slug,
    departure: route.departureLocation.name,
    destination: route.destinationLocation.name,
    duration: route.estimatedDuration,
    distance: route.distanceKm,
    price: route.startingPrice,
    unit: startingUnit(route),
    isMainRoute: route.isMainRoute,
    isMostAsked: route.isMostAsked,
    canonicalUrl: route.canonicalUrl,
  }
}
