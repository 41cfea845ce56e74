import { createHash } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import type { Sql } from '../../../platform/db.ts'

export interface ListDate {
  list: string
  /** Digest of the listed rows. */
  contents: string
  changedAt: Date
}

export interface ListedRow {
  id: number
  updatedAt: Date
}

/** Finds when each list of the site last changed, by comparing it with the list of the stored sitemap. */
export class ListDates {
  /** Dates of the lists that were asked for, which a build stores. */
  readonly found: ListDate[] = []
  readonly #known: Map<string, ListDate>
  readonly #now: Date

  constructor(known: ListDate[], now: Date) {
    this.#known = new Map(known.map((one) => [one.list, one]))
    this.#now = now
  }

  /**
   * Returns when the list last changed; undefined for a list that was always empty. This is the date of its newest row, or
   * now if the list differs from the stored one and no row is newer: then it has lost a row, or a row has an older date.
   * The date never goes back.
   */
  changedAt(list: string, rows: readonly ListedRow[]): Date | undefined {
    const hash = createHash('sha1')
    let changedAt: Date | undefined
    for (const { id, updatedAt } of rows) {
      hash.update(`${id} ${updatedAt.getTime()};`)
      if (!changedAt || updatedAt > changedAt) changedAt = updatedAt
    }
    const contents = hash.digest('base64url').slice(0, 20)
    const known = this.#known.get(list)
    if (known && !(changedAt && changedAt > known.changedAt))
      changedAt = known.contents === contents || this.#now < known.changedAt ? known.changedAt : this.#now
    if (changedAt) this.found.push({ list, contents, changedAt })
    return changedAt
  }
}

export async function listDates(read: Sql, { clock }: Pick<Context, 'clock'>): Promise<ListDates> {
  const known = await read<ListDate[]>`select list, contents, changed_at from sitemap_lists`
  return new ListDates(known, clock.now())
}
