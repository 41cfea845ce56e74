import type { Tx } from '../../../platform/db.ts'

export function pathOf(slug: string): string {
  return `/blog/${slug}/`
}

/** Deletes the redirect from a published article's path, because that path is a page again. */
export async function settle(tx: Tx, slug: string): Promise<void> {
  await tx`delete from redirects where from_path = ${pathOf(slug)}`
}
