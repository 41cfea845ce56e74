import type { Sql } from '../../../platform/db.ts'
import { textsWithPictures } from '../../catalog/routes/texts.queries.ts'

const batch = 500
/** Days until the worker checks a used picture again. */
const againDays = 7

/**
 * Deletes unused pictures, because even a picture without a link may show a person or a home. New pictures stay for
 * thirty days (uploads.kept_until), because staff upload first and save later.
 */
export async function purgeUnusedPictures(write: Sql): Promise<number> {
  const due = await write<{ hash: string }[]>`
    select hash from uploads where kept_until < now() order by kept_until limit ${batch}`
  if (due.length === 0) return 0
  const texts = await write<{ text: string }[]>`
    select coalesce(featured_image, '') || ' ' || summary || ' ' || content as text from blog_posts
    union all select fields::text from blog_drafts
    union all select picture from photos
    union all select concat(text, shown_text) from translations where concat(text, shown_text) like '%/media/%'
    union all select before::text from bulk_act_rows where before::text like '%/media/%'`
  const all = [...texts.map(({ text }) => text), ...(await textsWithPictures(write))].join(' ')
  const shown = due.map(({ hash }) => hash).filter((hash) => all.includes(hash))
  await write`
    update uploads set kept_until = now() + make_interval(days => ${againDays}) where hash = any(${shown})`
  const { count } = await write`
    delete from uploads where hash = any(${due.map(({ hash }) => hash)}) and kept_until < now()`
  return count
}
