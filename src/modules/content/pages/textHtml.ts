import type { Sql } from '../../../platform/db.ts'
import { linkPaths } from '../blog/published.queries.ts'
import { renderMarkdown } from '../markdown.ts'
import type { Shown } from './chosen.ts'

interface StaffTexts {
  longDescription?: string
  touristInfo?: string
}

/** Renders the texts of a route or place. Their highest headings become h3, because the page shows them below an h2. */
export async function textHtml(read: Sql, texts: StaffTexts | null, { context, t }: Shown) {
  const pathOf = await linkPaths(read, t)
  const htmlOf = (markdown = '', tables: string) =>
    renderMarkdown(markdown, context.site.origin, { below: 2, tables, pathOf }).html
  return {
    descriptionHtml: htmlOf(texts?.longDescription, t('table.text')),
    touristHtml: htmlOf(texts?.touristInfo, t('table.sights')),
  }
}
