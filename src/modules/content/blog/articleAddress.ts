import type { Tx } from '../../../platform/db.ts'

/** Where visitors read an article. */
export function pathOf(slug: string): string {
  return `/blog/${slug}/`
}

/** An article stands at its address: nothing that was there before leads away from it. */
export async function settle(tx: Tx, slug: string): Promise<void> {
  await tx`delete from redirects where from_path = ${pathOf(slug)}`
}
