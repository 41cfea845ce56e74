import type { Tx } from '../../../platform/db.ts'

/** Returns an article's public path. */
export function pathOf(slug: string): string {
  return `/blog/${slug}/`
}

/** Deletes redirects from the article's path, so that none shadows it. */
export async function settle(tx: Tx, slug: string): Promise<void> {
  await tx`delete from redirects where from_path = ${pathOf(slug)}`
}
