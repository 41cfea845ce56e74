import { type Static, Type } from '@sinclair/typebox'
import { Id, Maybe, Moment, Nullable, Text } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'
import { RouteListEntry } from '../../catalog/search/contract.ts'
import { Picture } from '../drawings/contract.ts'

const postSummary = {
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  category: Nullable(Type.String()),
  publishedAt: Moment,
  updatedAt: Moment,
  readingMinutes: Type.Integer(),
  /** Path of a picture on this site; if null, the page shows `map`. */
  image: Nullable(Type.String()),
  imageAlt: Type.String(),
  map: Picture,
}

export const PostSummary = Type.Object(postSummary)
export type PostSummary = Static<typeof PostSummary>

export const Post = Type.Object({
  ...postSummary,
  metaTitle: Type.String(),
  metaDescription: Type.String(),
  /** Sanitized HTML from Markdown, safe to embed. */
  html: Type.String(),
  words: Type.Integer(),
  routes: Type.Array(RouteListEntry),
})
export type Post = Static<typeof Post>

export const BlogCategory = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
})
export type BlogCategory = Static<typeof BlogCategory>

/** View of the page that lists the articles. */
export const BlogView = Type.Object({
  kind: Type.Literal('blog'),
  /** Articles of the pages 1 to `page` of the list, newest first. */
  posts: Type.Array(PostSummary),
  page: Type.Integer(),
  totalPages: Type.Integer(),
  total: Type.Integer(),
  limit: Type.Integer(),
  categories: Type.Array(BlogCategory),
  /** Slug of the shown category; empty for all. */
  category: Type.String(),
})
export type BlogView = Static<typeof BlogView>

/** View of the page of an article. */
export const ArticleView = Type.Object({
  kind: Type.Literal('article'),
  post: Post,
  more: Type.Array(PostSummary),
})
export type ArticleView = Static<typeof ArticleView>

export const ListPosts = query(
  'GET /api/blog-posts',
  'public',
  Type.Object({
    category: Type.Optional(Type.String({ maxLength: 120 })),
    page: Type.Integer({ minimum: 1, maximum: 10_000, default: 1 }),
    limit: Type.Integer({ minimum: 1, maximum: 50, default: 12 }),
    lang: Maybe(10),
  }),
  Type.Object({
    items: Type.Array(PostSummary),
    page: Type.Integer(),
    totalPages: Type.Integer(),
    total: Type.Integer(),
  }),
  { maxAgeSeconds: 5, summary: 'Published articles, newest first; `category` is a slug' },
)

export const ReadPost = query(
  'GET /api/blog-posts/:slug',
  'public',
  Type.Object({ slug: Text(255), lang: Maybe(10) }),
  Post,
  {
    maxAgeSeconds: 5,
    summary: 'One published article, its text as HTML',
  },
)
