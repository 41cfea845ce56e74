import type { LocalSlugs } from '../../../kernel/field.ts'
import type { Tx } from '../../../platform/db.ts'
import { articlePathOf } from '../addresses/articlePath.contract.ts'

/** Deletes the redirect from a published article's path, because the path has a page again. */
export async function settle(tx: Tx, slug: string): Promise<void> {
  await tx`delete from redirects where from_path = ${articlePathOf(slug)}`
}

/** Returns the slugs of the article in the other languages in which visitors may read it; `{}` if there are none. */
export async function localSlugsOf(tx: Tx, id: number): Promise<{ localSlugs?: LocalSlugs }> {
  const rows = await tx<{ language: string; slug: string }[]>`
    select language, shown_text ->> 'slug' as slug from translations
    where kind = 'article' and id = ${id} and shown_text ->> 'slug' is not null order by language`
  if (rows.length === 0) return {}
  return { localSlugs: Object.fromEntries(rows.map(({ language, slug }) => [language, slug])) }
}
