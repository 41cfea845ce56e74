import type { Sql } from '../../../platform/db.ts'
import { findPlacePage } from '../../catalog/places/queries.ts'
import { linkPaths } from '../blog/published.queries.ts'
import { renderMarkdown } from '../markdown.ts'
import { photoOf } from '../photos/queries.ts'
import { textsIn } from '../translations/translated.queries.ts'
import type { Shown } from './chosen.queries.ts'
import type { View } from './contract.ts'

/** Returns null if the place has no page. */
export async function placeView(
  read: Sql,
  slug: string,
  { context: { site }, when, t }: Shown,
): Promise<View | null> {
  const found = await findPlacePage(read, slug, site.origin, when)
  if (!found) return null
  const { place, text, to, from } = found
  const source = { longDescription: text.longDescription, touristInfo: text.touristInfo }
  const texts = await textsIn(read, t.language, { kind: 'place', id: place.id, source })
  const pathOf = await linkPaths(read, t)
  const html = (markdown: string | undefined, tables: string) =>
    renderMarkdown(markdown ?? '', site.origin, { below: 2, tables, ...(pathOf && { pathOf }) }).html
  return {
    kind: 'place',
    slug: text.slug,
    place,
    isIndexed: text.isIndexed && texts !== null,
    descriptionHtml: html(texts?.longDescription, t('table.text')),
    touristHtml: html(texts?.touristInfo, t('table.sights')),
    photo: await photoOf(read, 'place', place.id),
    to,
    from,
  }
}
