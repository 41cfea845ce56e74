import { batched } from '../../../kernel/batch.ts'
import { perContext } from '../../../kernel/context.ts'
import type { Tools } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { tablesUsed, withModelsOnce } from '../../../kernel/readModel.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import { inTransaction, type Sql, type Tx } from '../../../platform/db.ts'
import type { ListDate } from '../pages/pages.queries.ts'
import { type SitemapBuild, sitemapChanged } from './contract.ts'
import { Difference, laterDates } from './difference.ts'
import {
  checkFile,
  type PackedFile,
  packedFile,
  type WrittenFile,
  writtenFile,
  writtenIndex,
} from './file.ts'
import { newest, numberOf, type SitemapFile, sitemapFiles, sitemapPath } from './layout.ts'
import { openSchema } from './schema.ts'
import { type StoredState, storedState, storedXml } from './storedFiles.ts'
import { indexText } from './xml.ts'

interface Asked {
  tools: Tools
  /** Called after each file. */
  onFile?: (done: number, files: number) => Promise<void>
}

/**
 * Builds the sitemap and stores the files that changed. Returns what changed. Callers who wait while a build runs share the
 * next one, so one process holds the data of one build.
 */
export const buildSitemap = (tools: Tools, onFile?: Asked['onFile']): Promise<SitemapBuild> =>
  builds(tools.context)({ tools, ...(onFile && { onFile }) })

const builds = perContext(() =>
  batched(async (askers: Asked[]) => {
    const [first] = askers
    if (!first) return []
    const done = await builtAgain(first.tools, async (...progress) => {
      await Promise.all(askers.map(({ onFile }) => onFile?.(...progress)))
    })
    return askers.map(() => done)
  }),
)

/** Number of times that another process may store its build first. */
const triesMax = 3

async function builtAgain(tools: Tools, onFile: NonNullable<Asked['onFile']>): Promise<SitemapBuild> {
  for (let tries = 1; tries <= triesMax; tries++) {
    const done = await builtOnce(tools, onFile)
    if (done) return done
  }
  throw new Error('other builds stored the sitemap first')
}

interface Made {
  /** Files whose XML is not the stored one. */
  packed: PackedFile[]
  /** Numbers of all files, the index included. */
  numbers: number[]
  counts: ReturnType<Difference['counts']>
}

/** Returns null, and stores nothing, if another process has stored a build meanwhile, perhaps from newer data. */
async function builtOnce(
  { read, write, context }: Tools,
  onFile: NonNullable<Asked['onFile']>,
): Promise<SitemapBuild | null> {
  const startedAt = performance.now()
  const { origin } = context.site
  const day = romanToday(context)
  const before = await storedState(read)
  const known = await knownFiles(read, before, origin)
  const { files, lists, tables } = await withModelsOnce(async () => {
    const { files, lists } = await sitemapFiles(read, context)
    return { files, lists, tables: tablesUsed() }
  })
  const made = await makeFiles(read, files, { known, origin, onFile })
  const seconds = Math.round((performance.now() - startedAt) / 10) / 100
  const urlCount = files.reduce((sum, { urls }) => sum + urls, 0)
  const own = { urls: urlCount, files: files.length, origin, day, tables, seconds }
  const builtAt = await stored(write, { before, known, made, lists, own })
  return builtAt && { urlCount, files: files.length, ...made.counts, seconds, builtAt: builtAt.toISOString() }
}

type Known = Map<number, { tag: string; urls: number }>

/** Returns the stored files by number; none if they were built for another site. */
async function knownFiles(read: Sql, before: StoredState | null, origin: string): Promise<Known> {
  if (before?.origin !== origin) return new Map()
  const rows = await read<{ number: number; tag: string; urls: number }[]>`
    select number, tag, urls from sitemap_files`
  return new Map(rows.map((row) => [row.number, row]))
}

/** Makes one file after the other, so that the XML of only one is in memory. */
async function makeFiles(
  read: Sql,
  files: SitemapFile[],
  { known, origin, onFile }: { known: Known; origin: string; onFile: NonNullable<Asked['onFile']> },
): Promise<Made> {
  using schema = await openSchema()
  const difference = new Difference()
  const packed: PackedFile[] = []
  const parts: { url: string; lastmod: Date | null }[] = []
  const oldXml = (number: number) => (known.get(number)?.urls ? storedXml(read, number) : '')
  const keep = async (number: number, file: WrittenFile) => {
    if (known.get(number)?.tag === file.tag) return
    await checkFile(file, sitemapPath(number), origin, schema)
    // The first build adds everything, and comparing hundreds of thousands of URLs with nothing takes 100 MB.
    if (known.size > 0) difference.compare(await oldXml(number), file.urls > 0 ? file.xml.toString() : '')
    packed.push(await packedFile(number, file))
  }
  /** Keeps the stored date of a URL that now has an earlier one, as a route has that a price list no longer covers. */
  const writtenLater = async (number: number, one: SitemapFile) => {
    const file = await writtenFile(one)
    if (!known.has(number) || known.get(number)?.tag === file.tag) return file
    const later = laterDates(await oldXml(number), file.xml.toString())
    return later.size > 0 ? writtenFile(one, later) : file
  }
  for (const [index, one] of files.entries()) {
    const number = numberOf(files, index)
    const file = await writtenLater(number, one)
    await keep(number, file)
    parts.push({ url: origin + sitemapPath(number), lastmod: file.lastmod })
    await onFile(index + 1, files.length)
  }
  const numbers = files.map((_, index) => numberOf(files, index))
  if (files.length > 1) {
    await keep(0, writtenIndex(indexText(parts), newest(parts.map(({ lastmod }) => lastmod))))
    numbers.push(0)
  }
  for (const number of known.keys())
    if (!numbers.includes(number)) difference.compare(await oldXml(number), '')
  const urls = files.reduce((sum, one) => sum + one.urls, 0)
  const counts = known.size > 0 ? difference.counts() : { added: urls, removed: 0, changed: 0 }
  return { packed, numbers, counts }
}

interface Storing {
  before: StoredState | null
  known: Known
  made: Made
  lists: ListDate[]
  own: { urls: number; files: number; origin: string; day: string; tables: string[]; seconds: number }
}

/** Stores the files and the state in one transaction. Returns its time, or null if another build was stored first. */
async function stored(write: Sql, { before, known, made, lists, own }: Storing): Promise<Date | null> {
  const { packed, numbers, counts } = made
  const hasChanged = before?.origin !== own.origin || counts.added + counts.removed + counts.changed > 0
  return inTransaction(write, async (tx) => {
    const [row] = await tx<[{ builtAt: Date }?]>`
      insert into sitemap_state as s (version, origin, day, tables, urls, files, seconds, added, removed, changed)
      values (1, ${own.origin}, ${own.day}, ${own.tables}, ${own.urls}, ${own.files}, ${own.seconds},
        ${counts.added}, ${counts.removed}, ${counts.changed})
      on conflict (id) do update set version = s.version + 1, origin = excluded.origin, day = excluded.day,
        tables = excluded.tables, urls = excluded.urls, files = excluded.files, seconds = excluded.seconds,
        built_at = excluded.built_at,
        changed_at = case when ${hasChanged} then excluded.changed_at else s.changed_at end,
        added = case when ${hasChanged} then excluded.added else s.added end,
        removed = case when ${hasChanged} then excluded.removed else s.removed end,
        changed = case when ${hasChanged} then excluded.changed else s.changed end
      where s.version = ${before?.version ?? 0}
      returning built_at`
    if (!row) return null
    await storeLists(tx, lists)
    await tx`delete from sitemap_files where number <> all(${numbers})`
    for (const file of packed)
      await tx`
        insert into sitemap_files ${tx(file)}
        on conflict (number) do update set urls = excluded.urls, lastmod = excluded.lastmod, tag = excluded.tag,
          size = excluded.size, brotli = excluded.brotli, gzip = excluded.gzip`
    const isOther = packed.length > 0 || [...known.keys()].some((number) => !numbers.includes(number))
    if (isOther) await emit(tx, sitemapChanged, { urlCount: own.urls, ...counts })
    return row.builtAt
  })
}

async function storeLists(tx: Tx, lists: ListDate[]): Promise<void> {
  const names = lists.map(({ list }) => list)
  await tx`delete from sitemap_lists where list <> all(${names})`
  await tx`
    insert into sitemap_lists as old (list, contents, changed_at)
    select list, contents, changed_at from unnest(${names}::text[], ${lists.map(({ contents }) => contents)}::text[],
      ${lists.map(({ changedAt }) => changedAt.toISOString())}::text[]::timestamptz[]) as new (list, contents, changed_at)
    on conflict (list) do update set contents = excluded.contents, changed_at = excluded.changed_at
    where (old.contents, old.changed_at) is distinct from (excluded.contents, excluded.changed_at)`
}
