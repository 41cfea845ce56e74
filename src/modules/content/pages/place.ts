import { languages } from '../../../languages/messages.ts'
import type { Sql } from '../../../platform/db.ts'
import { findPlacePage, placePathOf } from '../../catalog/places/placePages.queries.ts'
import { photoOf } from '../photos/photos.queries.ts'
import { translations } from '../translations/translated.queries.ts'
import type { Shown } from './chosen.ts'
import type { View } from './contract.ts'
import { textHtml } from './textHtml.ts'

/** Null without a page. For an Italian slug in another language, returns the path with the translated slug. */
export async function placeView(read: Sql, slug: string, shown: Shown): Promise<View | string | null> {
  const found = await findPlacePage(read, slug, shown)
  if (!found) return null
  if (found.slug !== slug && shown.t.language !== languages[0]) return placePathOf(found.slug)
  const { choice, t } = shown
  const { place, text, to, from } = found
  const texts =
    t.language === languages[0] ? text : (await translations(read)).text('place', place.id, t.language)
  return {
    kind: 'place',
    choice,
    slug: found.slug,
    place,
    isIndexed: text.isIndexed && texts !== null,
    ...(await textHtml(read, texts, shown)),
    photo: await photoOf(read, t.language, 'place', place.id),
    to,
    from,
  }
}
