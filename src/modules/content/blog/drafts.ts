import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { follow, lockArticle, withoutDraft } from './articles.ts'
import {
  articlePublished,
  DiscardDraft,
  draftBegun,
  draftDiscarded,
  draftSaved,
  SaveDraft,
} from './contract.ts'
import { type DraftRow, findArticle, toDraft } from './staffArticles.ts'

const editedDraft = {
  table: 'blog_drafts',
  // The panel saves drafts automatically.
  act: null,
  key: 'post_id',
  lockFirst: lockArticle,
  find: async (tx: Tx, id: number) => {
    const [row] = await tx<[DraftRow?]>`
      select fields, saved_by, updated_at from blog_drafts where post_id = ${id}`
    return row
  },
  stale: (before: DraftRow | undefined) =>
    before
      ? `Anche ${before.savedBy} sta scrivendo in questo articolo: ricarica e riprova.`
      : 'La bozza è stata salvata o scartata altrove: ricarica e riprova.',
}

export const saveDraft = edit(
  SaveDraft,
  editedDraft,
  async (tx, { id, updatedAt: _, ...fields }, caller, before) => {
    const [draft] = await tx<[DraftRow]>`
    insert into blog_drafts (post_id, fields, saved_by) values (${id}, ${tx.json(fields)}, ${caller.name})
    on conflict (post_id) do update set fields = excluded.fields, saved_by = excluded.saved_by, updated_at = now()
    returning fields, saved_by, updated_at`
    // The panel often saves drafts automatically, so the audit log records only a new draft and a change of author.
    if (before?.savedBy !== caller.name) await audit(tx, caller, draftBegun, `blog_posts/${id}`, null, null)
    else await emit(tx, draftSaved, { postId: id })
    return toDraft(draft)
  },
)

export const discardDraft = handle(DiscardDraft, async (tx, { id }, caller) => {
  const [before] = await tx<[DraftRow?]>`
    delete from blog_drafts where post_id = ${id} returning fields, saved_by, updated_at`
  if (!before) throw new HttpError(404, 'Non c’è una bozza da scartare.')
  await audit(tx, caller, draftDiscarded, `blog_posts/${id}`, toDraft(before), null)
  return {}
})

const worker = { name: 'worker', address: null, admin: null, idempotencyKey: null }

/** Publishes each due article once, even with concurrent workers. Returns the number of articles. */
export async function publishDueArticles(write: Sql): Promise<number> {
  return write.begin(async (tx) => {
    const due = await tx<{ id: number }[]>`
      select id from blog_posts where publish_at <= now() and not is_published for update skip locked`
    for (const { id } of due) {
      const before = await findArticle(tx, id)
      await tx`
        update blog_posts set is_published = true, published_at = coalesce(published_at, publish_at),
          publish_at = null, updated_at = now()
        where id = ${id}`
      const after = await findArticle(tx, id)
      await audit(tx, worker, articlePublished, `blog_posts/${id}`, withoutDraft(before), withoutDraft(after))
      await follow(tx, before, after)
    }
    return due.length
  })
}
