import { lastmodsIn } from './xml.ts'

/**
 * Counts the URLs that differ between the stored and the new files. The caller passes only changed files, one after the
 * other; a URL that moved to another file counts as neither added nor removed.
 */
export class Difference {
  #changed = 0
  #added = new Map<string, string>()
  #removed = new Map<string, string>()

  /** Compares a file with the stored one. Either text is empty if there is no such file. */
  compare(before: string, after: string): void {
    const old = new Map(lastmodsIn(before))
    for (const [url, lastmod] of lastmodsIn(after)) {
      const known = old.get(url)
      if (known === undefined) this.#added.set(apart(url), apart(lastmod))
      else if (known !== lastmod) this.#changed++
      old.delete(url)
    }
    for (const [url, lastmod] of old) this.#removed.set(apart(url), apart(lastmod))
  }

  counts(): { added: number; removed: number; changed: number } {
    const moved = [...this.#added].filter(([url]) => this.#removed.has(url))
    return {
      added: this.#added.size - moved.length,
      removed: this.#removed.size - moved.length,
      changed: this.#changed + moved.filter(([url, lastmod]) => this.#removed.get(url) !== lastmod).length,
    }
  }
}

/** Returns the stored dates of the URLs that have an earlier one in the new file. */
export function laterDates(before: string, after: string): Map<string, Date> {
  const old = new Map(lastmodsIn(before))
  const later = new Map<string, Date>()
  for (const [url, lastmod] of lastmodsIn(after)) {
    const known = old.get(url)
    // Texts of the same length and zone have the order of their dates.
    if (known && known > lastmod) later.set(apart(url), new Date(known))
  }
  return later
}

/** Copies a text, because V8 would otherwise keep the whole file for each part of it. */
const apart = (text: string) => Buffer.from(text).toString()
