import type { Retention } from '../../../kernel/retention.ts'
import { readerOf, type Tx } from '../../../platform/db.ts'
import { textsWithPictures } from '../../catalog/routes/texts.queries.ts'

/** Days until the worker checks a used picture again. */
const againDays = 7

/**
 * Unused pictures end, because even a picture without a link may show a person or a home. New pictures stay for
 * thirty days (uploads.kept_until), because staff upload first and save later.
 */
export const unusedPictures: Retention[] = [
  {
    table: 'uploads',
    what: 'immagini',
    by: 'kept_until',
    kept: {},
    end: { key: 'hash', rows: endUnused },
  },
]

/** Keeps the pictures that a text shows for `againDays`, and deletes the others. Returns how many. */
async function endUnused(tx: Tx, due: string[]): Promise<number> {
  const texts = await tx<{ text: string }[]>`
    select coalesce(featured_image, '') || ' ' || summary || ' ' || content as text from blog_posts
    union all select fields::text from blog_drafts
    union all select picture from photos
    union all select concat(text, shown_text) from translations where concat(text, shown_text) like '%/media/%'
    union all select before::text from bulk_act_rows where before::text like '%/media/%'`
  const all = [...texts.map(({ text }) => text), ...(await textsWithPictures(readerOf(tx)))].join(' ')
  const shown = due.filter((hash) => all.includes(hash))
  await tx`
    update uploads set kept_until = now() + make_interval(days => ${againDays}) where hash = any(${shown})`
  const { count } = await tx`
    delete from uploads where hash = any(${due}) and kept_until < now()`
  return count
}
