import { type Static, Type } from '@sinclair/typebox'
import {
  ById,
  Emptyable,
  Id,
  Lines,
  LocalSlugs,
  listInput,
  listOf,
  Maybe,
  MaybeLines,
  Moment,
  Nullable,
  Text,
  titled,
} from '../../../kernel/field.ts'
import { act, command, event, query } from '../../../kernel/message.ts'
import { pictureUploaded } from '../pictures/contract.ts'

/** Number of characters of a title and of a description that search engines show. */
export const metaTitleHint = 60
export const metaDescriptionHint = 160

/** Maximum characters of a `data:` picture: 8 MiB in base64, with a margin. */
const inlinePicture = 12_000_000

const form = {
  title: titled('Titolo', Text(200, { message: 'Inserisci il titolo (al massimo 200 caratteri)' })),
  /** Any text. The server converts it to a slug. */
  slug: titled('Slug', Text(300, { message: 'Inserisci lo slug (al massimo 255 caratteri)' })),
  category: titled('Categoria', Maybe(120)),
  /** Path or URL on this site, or a `data:` picture, which the server stores as an upload. */
  featuredImage: titled('Indirizzo dell’immagine', Maybe(inlinePicture)),
  summary: titled(
    'Riassunto',
    Lines(1000, { message: 'Inserisci il riassunto (al massimo 1000 caratteri)' }),
  ),
  /** Markdown. */
  content: titled(
    'Contenuto',
    Lines(100_000, { message: 'Inserisci il contenuto (al massimo 100.000 caratteri)' }),
  ),
  metaTitle: titled('Titolo per Google', Maybe(200)),
  imageAlt: titled('Testo alternativo', Maybe(300)),
  metaDescription: titled('Descrizione per Google', MaybeLines(500)),
  isPublished: titled('Pubblicato', Type.Boolean({ default: false })),
  /** Time of automatic publication; empty for manual publication. */
  publishAt: titled(
    'Pubblicazione il',
    Emptyable({ ...Moment, message: 'Data di pubblicazione non valida' }),
  ),
}

export const ArticleForm = Type.Object(form)
export type ArticleForm = Static<typeof ArticleForm>

/** All fields are optional, because a draft may be incomplete. */
const draftFields = {
  title: titled('Titolo', Maybe(200)),
  slug: titled('Slug', Maybe(300)),
  category: titled('Categoria', Maybe(120)),
  featuredImage: titled('Indirizzo dell’immagine', Maybe(500)),
  summary: titled('Riassunto', MaybeLines(1000)),
  content: titled('Contenuto', MaybeLines(100_000)),
  metaTitle: titled('Titolo per Google', Maybe(200)),
  imageAlt: titled('Testo alternativo', Maybe(300)),
  metaDescription: titled('Descrizione per Google', MaybeLines(500)),
}
export const DraftFields = Type.Object(draftFields)
export type DraftFields = Static<typeof DraftFields>

export const Draft = Type.Object({ ...draftFields, savedBy: Type.String(), updatedAt: Moment })
export type Draft = Static<typeof Draft>

export const ArticleState = Type.Union([
  Type.Literal('pubblicato'),
  Type.Literal('programmato'),
  Type.Literal('bozza'),
])
export type ArticleState = Static<typeof ArticleState>

const row = {
  id: Id,
  title: Type.String(),
  slug: Type.String(),
  category: Nullable(Type.String()),
  featuredImage: Nullable(Type.String()),
  summary: Type.String(),
  metaTitle: Nullable(Type.String()),
  imageAlt: Nullable(Type.String()),
  metaDescription: Nullable(Type.String()),
  isPublished: Type.Boolean(),
  publishedAt: titled('Pubblicato il', Nullable(Moment)),
  publishAt: Nullable(Moment),
  state: titled('Stato', ArticleState),
  /** Whether the article has a draft with unpublished edits. */
  hasDraft: Type.Boolean(),
  createdAt: Moment,
  updatedAt: Moment,
}
export const ArticleEntry = Type.Object(row)
export type ArticleEntry = Static<typeof ArticleEntry>

export const Article = Type.Object({ ...row, content: Type.String(), draft: Nullable(Draft) })
export type Article = Static<typeof Article>

export const ListArticles = query(
  'GET /api/admin/blog-posts',
  'redazione',
  Type.Object({
    ...listInput('title', 'category', 'publishedAt', 'updatedAt'),
    isPublished: Type.Optional(Type.Boolean()),
    category: Type.Optional(Type.String({ maxLength: 120 })),
  }),
  listOf(ArticleEntry),
  { tables: ['blog_posts'], summary: 'Articles with drafts; `category` is a name' },
)
export const ReadArticle = query('GET /api/admin/blog-posts/:id', 'redazione', ById, Article, {
  tables: ['blog_posts'],
})

/** Limits for a form with a `data:` picture. */
const withPicture = { maxBytes: inlinePicture + 600_000, gate: 'picture', timeoutMs: 20_000 } as const

export const articleCreated = act('content:articleCreated', 'Articolo creato')

export const CreateArticle = command('POST /api/admin/blog-posts', 'redazione', ArticleForm, Article, {
  acts: [pictureUploaded, articleCreated],
  ...withPicture,
  status: 201,
})
export const articleChanged = act('content:articleChanged', 'Articolo modificato')

export const SaveArticle = command(
  'PUT /api/admin/blog-posts/:id',
  'redazione',
  Type.Object({ ...form, id: Id, updatedAt: Moment }),
  Article,
  {
    acts: [pictureUploaded, articleChanged],
    ...withPicture,
    summary: 'Saves an article and deletes its draft',
  },
)
const post = Type.Object({
  postId: Id,
  slug: Type.String(),
  previousSlug: Type.Optional(Type.String()),
  /** False if the deleted article never had a public URL. */
  wasPublic: Type.Optional(Type.Boolean()),
  localSlugs: Type.Optional(LocalSlugs),
})

export const postDeleted = act('content:postDeleted', 'Articolo eliminato', { payload: post })

export const DeleteArticle = command('DELETE /api/admin/blog-posts/:id', 'redazione', ById, Type.Object({}), {
  acts: [postDeleted],
  status: 204,
})

export const draftBegun = act('content:draftBegun', 'Bozza iniziata')

export const SaveDraft = command(
  'PUT /api/admin/blog-posts/:id/draft',
  'redazione',
  Type.Object({
    ...draftFields,
    id: Id,
    /** `updatedAt` of the draft that the caller read; null for none. If omitted, saving replaces any draft. */
    updatedAt: Type.Optional(Nullable(Moment)),
  }),
  Draft,
  {
    acts: [draftBegun],
    maxBytes: 600_000,
    summary: 'Saves a draft of an article; the published text stays unchanged',
  },
)
export const draftDiscarded = act('content:draftDiscarded', 'Bozza scartata', {
  fields: { savedBy: 'Salvato da' },
})

export const DiscardDraft = command(
  'DELETE /api/admin/blog-posts/:id/draft',
  'redazione',
  ById,
  Type.Object({}),
  { acts: [draftDiscarded], status: 204 },
)

export const PreviewArticle = query(
  'POST /api/admin/blog-posts/preview',
  'redazione',
  Type.Object({ content: Type.String({ maxLength: 100_000, isMultiline: true }) }),
  Type.Object({ html: Type.String(), words: Type.Integer() }),
  { summary: 'Markdown rendered as on the site' },
)

export const postPublished = event('content:postPublished', post)
export const postUpdated = event('content:postUpdated', post)
export const postUnpublished = event('content:postUnpublished', post)
export const draftSaved = event('content:draftSaved', Type.Object({ postId: Id }))

export const articlePublished = act('content:articlePublished', 'Articolo pubblicato all’ora stabilita')
