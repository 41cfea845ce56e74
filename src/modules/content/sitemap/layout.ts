import { setImmediate as moment } from 'node:timers/promises'
import type { Context } from '../../../kernel/context.ts'
import type { Sql } from '../../../platform/db.ts'
import { type LaterEntries, type ListDate, laterEntries, type SitemapEntry } from '../pages/pages.queries.ts'
import { urlsText } from './xml.ts'

/** Limits of one file (sitemaps.org/protocol.html). */
export const limits = { urls: 50_000, bytes: 50 * 2 ** 20 }

/**
 * URLs of a file if there are several. With the longest slugs and links in four languages a URL takes 2.4 KB, so such a
 * file keeps within 50 MB.
 */
const urlsOfFile = 20_000

/** Number of route ids whose entries are made together, and of other pages. */
const blockSize = 250

/** A file as blocks of up to about 1,000 entries, which are made one after the other. */
export interface SitemapFile {
  urls: number
  blocks: LaterEntries[]
}

/**
 * Returns the dates of the lists, and the files of the sitemap: one with at most 50,000 URLs and 50 MB, else several.
 * Routes are in the order of their ids, so that a new route changes only the last file.
 */
export async function sitemapFiles(
  read: Sql,
  context: Context,
): Promise<{ files: SitemapFile[]; lists: ListDate[] }> {
  const { own, ofRoutes, lists } = await laterEntries(read, context)
  const blocks = [...blocksOf(own), ...routeBlocks(ofRoutes)]
  const all = fileOf(blocks)
  return { files: (await fitsOneFile(all)) ? [all] : filled(blocks), lists: lists.found }
}

const fileOf = (blocks: LaterEntries[]): SitemapFile => ({
  urls: blocks.reduce((sum, { count }) => sum + count, 0),
  blocks,
})

function blocksOf(entries: SitemapEntry[]): LaterEntries[] {
  return Array.from({ length: Math.ceil(entries.length / blockSize) }, (_, index) => {
    const own = entries.slice(index * blockSize, (index + 1) * blockSize)
    return { count: own.length, make: () => own }
  })
}

function routeBlocks(ofRoutes: Map<number, LaterEntries>): LaterEntries[] {
  const byIds = Map.groupBy(
    [...ofRoutes].sort(([one], [other]) => one - other),
    ([id]) => Math.floor(id / blockSize),
  )
  return [...byIds.values()].map((routes) => ({
    count: routes.reduce((sum, [, { count }]) => sum + count, 0),
    make: () => routes.flatMap(([, later]) => later.make()),
  }))
}

async function fitsOneFile({ urls, blocks }: SitemapFile): Promise<boolean> {
  if (urls > limits.urls) return false
  if (urls <= urlsOfFile) return true
  let bytes = 1_000
  for (const { make } of blocks) {
    bytes += urlsText(make()).length
    await moment()
  }
  return bytes <= limits.bytes
}

/** Fills each file with whole blocks. */
function filled(blocks: LaterEntries[]): SitemapFile[] {
  const files: SitemapFile[] = []
  for (const block of blocks) {
    const last = files.at(-1)
    if (!last || last.urls + block.count > urlsOfFile) files.push(fileOf([block]))
    else {
      last.blocks.push(block)
      last.urls += block.count
    }
  }
  return files
}

/** Returns the number of a file in its URL. The only file has the number 0, as an index would have. */
export const numberOf = (files: readonly unknown[], index: number) => (files.length === 1 ? 0 : index + 1)

export const sitemapPath = (number: number) => (number === 0 ? '/sitemap.xml' : `/sitemap-${number}.xml`)

/** Returns the newest `lastmod`; null if no entry has one. */
export const newest = (dates: (Date | null | undefined)[]): Date | null =>
  dates.reduce<Date | null>((latest, date) => (date && (!latest || date > latest) ? date : latest), null)
