import { audit } from '../../../kernel/audit.ts'
import { bulkAct } from '../../../kernel/bulkAct.ts'
import { restoredTable } from '../../../kernel/bulkActList.ts'
import type { Context } from '../../../kernel/context.ts'
import { HttpError, orNull } from '../../../kernel/httpError.ts'
import type { Caller } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import {
  deleteArticle,
  follow,
  lockArticle,
  refuseUnknownCategory,
  unknownCategory,
  withoutDraft,
} from './articles.ts'
import { ChangeArticles } from './bulk.contract.ts'
import { type Article, articleChanged, articleCreated, postPublished } from './contract.ts'
import { articlesWhere, findArticle } from './staffArticles.ts'

const hasDraft = 'Ha modifiche in corso: pubblicalo dalla sua scheda.'

const titles = { publish: 'Pubblicati', unpublish: 'Ritirati', delete: 'Eliminati' }

export const changeArticles = bulkAct(ChangeArticles, {
  title: ({ act, category }) => (act === 'category' ? `Categoria: ${category || 'nessuna'}` : titles[act]),

  matching: async (tx, filter: Parameters<typeof articlesWhere>[1]) => {
    const rows = await tx<{ id: number }[]>`
      select id from blog_posts where ${articlesWhere(tx, filter)} order by id`
    return rows.map(({ id }) => id)
  },

  names: async (tx, ids) => {
    const rows = await tx<{ id: number; title: string }[]>`
      select id, title from blog_posts where id = any(${ids.map(Number)}::bigint[])`
    return new Map(rows.map(({ id, title }) => [String(id), title]))
  },

  exceptions: async (tx, ids, { act, category }) => {
    if (act === 'delete') return new Map()
    const isSame = {
      publish: tx`is_published`,
      unpublish: tx`not is_published`,
      category: tx`coalesce(category, '') = ${category ?? ''}`,
    }[act]
    const reason = act === 'category' && category ? await unknownCategory(tx, category) : null
    const rows = await tx<{ id: number; isSame: boolean }[]>`
      select id, is_same from (
        select id, ${isSame} as is_same, exists (select from blog_drafts where post_id = blog_posts.id) as has_draft
        from blog_posts where id = any(${ids.map(Number)}::bigint[])) as judged
      where is_same or ${act === 'publish'} and has_draft or ${reason !== null}`
    return new Map(rows.map((row) => [String(row.id), row.isSame ? null : (reason ?? hasDraft)]))
  },

  apply: async (tx, id, { act, category }, caller, context) => {
    if (act === 'delete') return deleteArticle.execute(tx, { id: Number(id) }, caller, context)
    const before = await lockArticle(tx, Number(id))
    if (act === 'category') {
      if (category === (before.category ?? '')) return
      if (category) await refuseUnknownCategory(tx, category)
      await tx`update blog_posts set category = ${category || null}, updated_at = now() where id = ${id}`
    } else {
      const isPublished = act === 'publish'
      if (before.isPublished === isPublished) return
      if (isPublished && before.hasDraft) throw new HttpError(409, hasDraft)
      await setPublished(tx, before, isPublished, context)
    }
    await announce(tx, before, await findArticle(tx, before.id), caller)
  },
})

restoredTable<Article>('blog_posts', {
  read: (tx, { id }) => orNull(findArticle(tx, id)),
  announce: async (tx, before, after, caller) => {
    if (before && after) return announce(tx, before, after, caller)
    if (!after) return
    await audit(tx, caller, articleCreated, `blog_posts/${after.id}`, null, withoutDraft(after))
    if (after.isPublished) await emit(tx, postPublished, { postId: after.id, slug: after.slug })
  },
})

async function setPublished(
  tx: Tx,
  { id, publishedAt }: Article,
  isPublished: boolean,
  { clock }: Context,
): Promise<void> {
  // The first publication date never changes.
  const first = publishedAt ?? (isPublished ? clock.now() : null)
  await tx`
    update blog_posts set is_published = ${isPublished}, published_at = ${first}, publish_at = null, updated_at = now()
    where id = ${id}`
}

async function announce(tx: Tx, before: Article, after: Article, caller: Caller): Promise<void> {
  const subject = `blog_posts/${after.id}`
  await audit(tx, caller, articleChanged, subject, withoutDraft(before), withoutDraft(after))
  await follow(tx, before, after)
}
