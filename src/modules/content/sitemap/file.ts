import { createHash } from 'node:crypto'
import { setImmediate as moment } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { SitemapEntry } from '../pages/pages.queries.ts'
import { limits, newest, type SitemapFile } from './layout.ts'
import { invalid, type Schema } from './schema.ts'
import { escaped, urlSet, urlsIn, urlsText } from './xml.ts'

/** A file of the sitemap as XML. `parts` are complete documents with the URLs of the blocks, for the schema. */
export interface WrittenFile {
  urls: number
  lastmod: Date | null
  xml: Buffer
  tag: string
  parts: () => Iterable<string>
}

/**
 * Writes one file in blocks, so that other work of the process waits for milliseconds only. `later` has the dates of URLs
 * that do not have the date of their entry.
 */
export async function writtenFile(
  { urls, blocks }: SitemapFile,
  later?: ReadonlyMap<string, Date>,
): Promise<WrittenFile> {
  const texts: string[] = []
  let lastmod: Date | null = null
  for (const { make } of blocks) {
    const entries = later ? make().map((entry) => dated(entry, later)) : make()
    texts.push(urlsText(entries))
    lastmod = newest([lastmod, ...entries.map((entry) => entry.lastmod)])
    await moment()
  }
  const parts = function* () {
    for (const text of texts) yield urlSet.start + text + urlSet.end
  }
  return { urls, lastmod, ...tagged(urlSet.start + texts.join('') + urlSet.end), parts }
}

function dated(entry: SitemapEntry, later: ReadonlyMap<string, Date>): SitemapEntry {
  const lastmod = later.get(escaped(entry.url))
  return lastmod ? { ...entry, lastmod } : entry
}

/** Returns the index as a file without URLs of pages. */
export const writtenIndex = (xml: string, lastmod: Date | null): WrittenFile => ({
  urls: 0,
  lastmod,
  ...tagged(xml),
  parts: () => [xml],
})

function tagged(text: string): { xml: Buffer; tag: string } {
  const xml = Buffer.from(text)
  return { xml, tag: createHash('sha1').update(xml).digest('base64url').slice(0, 20) }
}

/** Throws HttpError 422, with the reason for staff, for a file that search engines would refuse. */
export async function checkFile(
  file: WrittenFile,
  name: string,
  origin: string,
  schema: Schema,
): Promise<void> {
  if (file.urls > limits.urls) throw invalid(name, `${file.urls} indirizzi`)
  if (file.xml.length > limits.bytes) throw invalid(name, `${file.xml.length} byte`)
  for (const part of file.parts()) {
    schema.check(part, name)
    for (const url of urlsIn(part))
      if (!url.startsWith(`${origin}/`)) throw invalid(name, `${url} non è un indirizzo di ${origin}`)
    await moment()
  }
}

/** Columns of `sitemap_files`. */
export interface PackedFile extends Pick<WrittenFile, 'urls' | 'lastmod' | 'tag'> {
  number: number
  size: number
  brotli: Buffer
  gzip: Buffer
}

const brotliApart = promisify(brotliCompress)
const gzipApart = promisify<Buffer, Buffer>(gzip)

/** Compresses on other threads. Brotli of quality 5 packs 17 MB into 0.1 MB in 0.3 s. */
export async function packedFile(
  number: number,
  { urls, lastmod, tag, xml }: WrittenFile,
): Promise<PackedFile> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: xml.length }
  const [brotli, gzipped] = await Promise.all([brotliApart(xml, { params }), gzipApart(xml)])
  return { number, urls, lastmod, tag, size: xml.length, brotli, gzip: gzipped }
}
