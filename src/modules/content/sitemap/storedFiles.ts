import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Context } from '../../../kernel/context.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { ReadSitemapState, RenderSitemapFile, type SitemapBuild } from './contract.ts'
import { writtenFile } from './file.ts'
import { numberOf, sitemapFiles, sitemapPath } from './layout.ts'
import { indexText } from './xml.ts'

/** Name of the builds among the scheduled tasks, where staff see their failures. */
export const buildTask = 'buildSitemap'

export interface StoredState extends Omit<SitemapBuild, 'urlCount' | 'builtAt'> {
  version: number
  origin: string
  day: string
  urls: number
  builtAt: Date
  changedAt: Date
}

export async function storedState(read: Sql): Promise<StoredState | null> {
  const [row] = await read<[StoredState?]>`
    select version, origin, day, urls, files, seconds, built_at, changed_at, added, removed, changed
    from sitemap_state`
  return row ?? null
}

interface StoredFile {
  /** Null if the stored sitemap has no file with this number. */
  tag: string | null
  /** Null if the caller knows the file. */
  packed: { size: number; br: Buffer; gzip: Buffer } | null
}

/** Reads tag and bytes at once, because a build may replace the file. Returns null if none is stored for this site. */
export async function findStoredFile(
  read: Sql,
  { number, knownTag }: { number: number; knownTag: string | undefined },
  context: Context,
): Promise<StoredFile | null> {
  const isNew = read`tag is distinct from ${knownTag ?? null}`
  const [row] = await read<
    [{ tag: string | null; size: number | null; br: Buffer | null; gzip: Buffer | null }?]
  >`
    select tag, size, case when ${isNew} then brotli end as br, case when ${isNew} then gzip end as gzip
    from sitemap_state left join sitemap_files on number = ${number}
    where origin = ${context.site.origin}`
  if (!row) return null
  const { tag, size, br, gzip } = row
  return { tag, packed: size !== null && br && gzip ? { size, br, gzip } : null }
}

/** Returns the XML of a stored file; empty if there is none. */
export async function storedXml(read: Sql, number: number): Promise<string> {
  const [row] = await read<[{ brotli: Buffer }?]>`select brotli from sitemap_files where number = ${number}`
  return row ? (await decompressed(row.brotli)).toString() : ''
}

const decompressed = promisify<Buffer, Buffer>(brotliDecompress)

export const readSitemapState = answer(ReadSitemapState, async (read, _input, _caller, context) => {
  const [state, [run]] = await Promise.all([
    storedState(read),
    read<[{ error: string | null }?]>`
      select last_error as error from periodic_runs where name = ${buildTask}`,
  ])
  return {
    stored: state?.origin === context.site.origin ? shownState(state) : null,
    error: run?.error ?? null,
  }
})

const shownState = ({ urls, files, seconds, builtAt, changedAt, added, removed, changed }: StoredState) => ({
  urlCount: urls,
  files,
  seconds,
  added,
  removed,
  changed,
  builtAt: builtAt.toISOString(),
  changedAt: changedAt.toISOString(),
})

export const renderSitemapFile = answer(RenderSitemapFile, async (read, { number }, _caller, context) => ({
  xml: await renderedFile(read, number, context),
}))

/** The index has no `lastmod`, because finding the dates would mean to write every file. */
async function renderedFile(read: Sql, number: number, context: Context): Promise<string | null> {
  const { files } = await sitemapFiles(read, context)
  if (number === 0 && files.length > 1) {
    const { origin } = context.site
    return indexText(files.map((_, index) => ({ url: origin + sitemapPath(index + 1), lastmod: null })))
  }
  const file = files.find((_, index) => numberOf(files, index) === number)
  return file ? (await writtenFile(file)).xml.toString() : null
}
