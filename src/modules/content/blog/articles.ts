import { audit, told } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { edit } from '../../../kernel/edit.ts'
import { refusal } from '../../../kernel/httpError.ts'
import { type Caller, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { slugOf } from '../../../kernel/slug.ts'
import { pathsOfSlugs } from '../../../languages/addresses.ts'
import type { Tx } from '../../../platform/db.ts'
import { articlePathOf } from '../addresses/articlePath.contract.ts'
import { gone, moved } from '../addresses/moves.writes.ts'
import { pictureAddress } from '../pictures/pictures.writes.ts'
import { localSlugsOf, settle } from './articleAddress.ts'
import {
  type Article,
  type ArticleForm,
  articleChanged,
  articleCreated,
  CreateArticle,
  DeleteArticle,
  postDeleted,
  postPublished,
  postUnpublished,
  postUpdated,
  SaveArticle,
} from './contract.ts'
import { findArticle, notFound } from './staffArticles.ts'

export const createArticle = handle(CreateArticle, async (tx, form, caller, context) => {
  const columns = await columnsOf(tx, form, caller, null, context)
  const [{ id }] = await tx<[{ id: number }]>`insert into blog_posts ${tx(columns)} returning id`
  const created = await findArticle(tx, id)
  await audit(tx, caller, articleCreated, `blog_posts/${id}`, null, withoutDraft(created))
  if (created.isPublished) {
    await settle(tx, created.slug)
    await emit(tx, postPublished, { postId: id, slug: created.slug })
  }
  return created
})

export const saveArticle = edit(
  SaveArticle,
  { table: 'blog_posts', find: findArticle },
  async (tx, form, caller, before, context) => {
    const columns = await columnsOf(tx, form, caller, before, context)
    await tx`delete from blog_drafts where post_id = ${form.id}`
    // Saving equal values keeps `updated_at`, which the sitemap reports as the last change.
    const [changed] = await tx`
    update blog_posts set ${tx(columns)}, updated_at = now()
    where id = ${form.id} and (title, slug, category, featured_image, summary, content, meta_title, image_alt,
        meta_description, is_published, publish_at)
      is distinct from (${columns.title}::text, ${columns.slug}::text, ${columns.category}::text,
        ${columns.featured_image}::text, ${columns.summary}::text, ${columns.content}::text,
        ${columns.meta_title}::text, ${columns.image_alt}::text, ${columns.meta_description}::text,
        ${columns.is_published}::boolean, ${columns.publish_at}::timestamptz)
    returning id`
    const after = await findArticle(tx, form.id)
    if (!changed) return after
    const subject = `blog_posts/${form.id}`
    await audit(tx, caller, articleChanged, subject, withoutDraft(before), withoutDraft(after))
    await follow(tx, before, after)
    return after
  },
)

export const deleteArticle = handle(DeleteArticle, async (tx, { id }, caller) => {
  const before = await lockArticle(tx, id)
  const local = await localSlugsOf(tx, id)
  await tx`delete from blog_posts where id = ${id}`
  const deleted = told(postDeleted, {
    postId: id,
    slug: before.slug,
    ...local,
    ...(before.publishedAt ? {} : { wasPublic: false }),
  })
  await audit(tx, caller, deleted, `blog_posts/${id}`, withoutDraft(before), null)
  if (before.publishedAt)
    for (const path of [articlePathOf(before.slug), ...pathsOfSlugs(local.localSlugs, articlePathOf)])
      await gone(tx, path)
  return {}
})

/** Updates the redirects from and to the article's path, and emits the event of the change. */
export async function follow(tx: Tx, before: Article, after: Article): Promise<void> {
  const hasMoved = before.slug !== after.slug
  // An article that was never public has no links to its old path.
  if (hasMoved && before.publishedAt) await moved(tx, articlePathOf(before.slug), articlePathOf(after.slug))
  if (after.isPublished) await settle(tx, after.slug)
  if (!before.isPublished && !after.isPublished) return
  const event = !before.isPublished ? postPublished : after.isPublished ? postUpdated : postUnpublished
  const post = { postId: after.id, slug: after.slug, ...(await localSlugsOf(tx, after.id)) }
  await emit(tx, event, hasMoved ? { ...post, previousSlug: before.slug } : post)
}

export async function lockArticle(tx: Tx, id: number): Promise<Article> {
  const [row] = await tx`select id from blog_posts where id = ${id} for update`
  if (!row) throw notFound()
  return findArticle(tx, id)
}

async function columnsOf(
  tx: Tx,
  form: ArticleForm,
  caller: Caller,
  before: Article | null,
  { clock, site }: Context,
) {
  const slug = slugOf(form.slug)
  if (!slug) throw refusal('slug', 'Lo slug deve contenere lettere o numeri.')
  await refuseTaken(tx, slug, before?.id ?? 0)
  const category = form.category || null
  if (category && category !== before?.category) await refuseUnknownCategory(tx, category)
  const publishAt = form.isPublished ? null : form.publishAt || null
  const isAsBefore = Date.parse(publishAt ?? '') === Date.parse(before?.publishAt ?? '')
  if (publishAt && !isAsBefore && new Date(publishAt) <= clock.now())
    throw refusal('publishAt', 'La data di pubblicazione deve essere nel futuro.')
  return {
    title: form.title,
    slug,
    category,
    featured_image: await pictureAddress(tx, form.featuredImage, caller, {
      field: 'featuredImage',
      siteOrigin: site.origin,
    }),
    summary: withLineFeeds(form.summary),
    content: withLineFeeds(form.content),
    meta_title: form.metaTitle || null,
    image_alt: form.imageAlt || null,
    meta_description: withLineFeeds(form.metaDescription ?? '') || null,
    is_published: form.isPublished,
    // The first publication date never changes.
    published_at: before?.publishedAt ?? (form.isPublished ? clock.now() : null),
    publish_at: publishAt,
  }
}

/** Stores one kind of line break, so that a text that was edited on Windows does not count as changed. */
const withLineFeeds = (text: string) => text.replaceAll(/\r\n?/g, '\n')

async function refuseTaken(tx: Tx, slug: string, id: number): Promise<void> {
  const [taken] = await tx<[{ title: string }?]>`
    select title from blog_posts where slug = ${slug} and id <> ${id}`
  if (taken) throw refusal('slug', `Lo slug «${slug}» è già usato dall’articolo «${taken.title}».`, 409)
}

export async function refuseUnknownCategory(tx: Tx, name: string): Promise<void> {
  const reason = await unknownCategory(tx, name)
  if (reason) throw refusal('category', reason)
}

/** Returns why articles cannot get the category; null if it exists. */
export async function unknownCategory(tx: Tx, name: string): Promise<string | null> {
  const [row] = await tx`select id from blog_categories where name = ${name} for share`
  return row ? null : `La categoria «${name}» non esiste.`
}

/** Removes the draft from the article's audit entry. Drafts are audited separately (drafts.ts). */
export function withoutDraft({ draft: _draft, hasDraft: _hasDraft, ...article }: Article) {
  return article
}
