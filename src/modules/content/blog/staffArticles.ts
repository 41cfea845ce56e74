import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { renderMarkdown } from '../markdown.ts'
import {
  type Article,
  type ArticleEntry,
  type ArticleState,
  type Draft,
  type DraftFields,
  ListArticles,
  PreviewArticle,
  ReadArticle,
} from './contract.ts'

export const listArticles = answer(ListArticles, async (read, asked) => {
  const where = articlesWhere(read, asked)
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from blog_posts where ${where}`
  const columns = {
    title: 'lower(title)',
    category: 'lower(category)',
    publishedAt: 'published_at',
    updatedAt: 'updated_at',
  }
  const rows = await read<EntryRow[]>`
    select ${entryColumns(read)} from blog_posts where ${where} ${pageOf(read, asked, columns, '-updatedAt')}`
  return { ...pages(asked, total), items: rows.map(toEntry) }
})

interface Asked {
  search?: string | undefined
  isPublished?: boolean | undefined
  category?: string | undefined
}

export function articlesWhere(sql: Sql | Tx, { search, isPublished, category }: Asked) {
  const like = likeOf(search)
  return sql`
    (title ilike ${like} or slug ilike ${like} or summary ilike ${like})
    and ${isPublished === undefined ? sql`true` : sql`is_published = ${isPublished}`}
    and ${category ? sql`category = ${category}` : sql`true`}`
}

export const readArticle = answer(ReadArticle, (read, { id }) => findArticle(read, id))

export const previewArticle = answer(PreviewArticle, async (_read, { content }, _caller, { site }) =>
  renderMarkdown(content, site.origin),
)

interface EntryRow
  extends Omit<ArticleEntry, 'publishedAt' | 'publishAt' | 'createdAt' | 'updatedAt' | 'state'> {
  publishedAt: Date | null
  publishAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export interface DraftRow {
  fields: DraftFields
  savedBy: string
  updatedAt: Date
}

function entryColumns(sql: Sql | Tx) {
  return sql`
    id, title, slug, category, featured_image, summary, meta_title, image_alt, meta_description, is_published,
    published_at, publish_at, exists (select from blog_drafts where post_id = blog_posts.id) as has_draft,
    created_at, updated_at`
}

function toEntry(row: EntryRow): ArticleEntry {
  return {
    ...row,
    state: stateOf(row),
    publishedAt: row.publishedAt?.toISOString() ?? null,
    publishAt: row.publishAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function stateOf({ isPublished, publishAt }: EntryRow): ArticleState {
  if (isPublished) return 'pubblicato'
  return publishAt ? 'programmato' : 'bozza'
}

export function toDraft({ fields, savedBy, updatedAt }: DraftRow): Draft {
  return { ...fields, savedBy, updatedAt: updatedAt.toISOString() }
}

/** Returns the article with its draft. Throws HttpError 404 if the id is unknown. */
export async function findArticle(sql: Sql | Tx, id: number): Promise<Article> {
  const [row] = await sql<[(EntryRow & { content: string })?]>`
    select ${entryColumns(sql)}, content from blog_posts where id = ${id}`
  if (!row) throw notFound()
  const [draft] = await sql<[DraftRow?]>`
    select fields, saved_by, updated_at from blog_drafts where post_id = ${id}`
  return { ...toEntry(row), content: row.content, draft: draft ? toDraft(draft) : null }
}

export function notFound(): HttpError {
  return new HttpError(404, 'Articolo non trovato.')
}
