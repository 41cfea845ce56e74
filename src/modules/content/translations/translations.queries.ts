import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { locationRows, placeNames } from '../../catalog/book/catalog.queries.ts'
import {
  inOrder,
  kinds,
  type LanguageCoverage,
  ListTranslations,
  ListUnnamedPlaces,
  type OtherLanguage,
  otherLanguages,
  ReadCoverage,
  ReadTranslation,
  type Texts,
  type Translation,
  type TranslationKind,
  type TranslationRow,
  type TranslationState,
} from './contract.ts'
import { type Mismatch, mismatches, type Place } from './mismatches.ts'
import { sourceRows } from './sources.ts'
import { isVisible } from './visible.ts'

interface Row extends Omit<TranslationRow, 'sourceUpdatedAt' | 'updatedAt' | 'isShown'> {
  madeFrom: Texts
  shownText: Texts | null
  shownFrom: Texts | null
  sourceUpdatedAt: Date
  updatedAt: Date | null
}

const columnsOf = (sql: Sql | Tx) => sql`
  kind, id, language, title, source, source_updated_at, text, made_from, updated_at, shown_text, shown_from, state`

/** Selects every item with an Italian text, once for each other language. */
function translationRows(
  sql: Sql | Tx,
  { language, kind }: { language?: OtherLanguage | undefined; kind?: TranslationKind | undefined },
) {
  return sql`(
    select s.kind, s.id, l.language, s.title, s.source, s.source_updated_at, coalesce(t.text, '{}') as text,
      coalesce(t.made_from, '{}') as made_from, t.updated_at, t.shown_text, t.shown_from,
      case when t.kind is null then 'missing' when t.made_from <> s.source then 'outdated' else t.state end as state
    from ${sourceRows(sql, { kind })} s
      cross join unnest(${language ? [language] : [...otherLanguages]}::text[]) as l (language)
      left join translations t on t.kind = s.kind and t.id = s.id and t.language = l.language) of_contents`
}

export const listTranslations = answer(ListTranslations, async (read, asked) => {
  const where = read`
    ${translationRows(read, asked)}
    where (${!asked.search} or title ilike ${likeOf(asked.search)} or source::text ilike ${likeOf(asked.search)}
        or text::text ilike ${likeOf(asked.search)})
      and ${asked.state ? read`state = ${asked.state}` : read`true`}`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from ${where}`
  // `pageOf` sorts equal rows by id, but rows of two languages or kinds may share an id.
  const columns = {
    title: '(lower(title), kind, language)',
    kind: '(kind, lower(title), language)',
    language: '(language, lower(title), kind)',
    state: '(state, lower(title), kind, language)',
    updatedAt: "(coalesce(updated_at, '-infinity'), kind, language)",
  }
  const rows = await read<
    Row[]
  >`select ${columnsOf(read)} from ${where} ${pageOf(read, asked, columns, 'title')}`
  return { ...pages(asked, total), items: rows.map(({ madeFrom: _, ...row }) => shownRow(row)) }
})

export const readTranslation = answer(ReadTranslation, (read, key) => shownTranslation(read, key))

interface Key {
  kind: TranslationKind
  id: number
  language: OtherLanguage
}

/** Throws HttpError 404 if the item has no Italian text. */
export async function findTranslation(read: Sql | Tx, { kind, id, language }: Key): Promise<Row> {
  const [row] = await read<[Row?]>`
    select ${columnsOf(read)} from ${translationRows(read, { kind, language })} where id = ${id}`
  if (!row) throw new HttpError(404, 'Testo non trovato.')
  return { ...row, source: inOrder(row.source) }
}

export async function shownTranslation(read: Sql | Tx, key: Key): Promise<Translation> {
  const row = await findTranslation(read, key)
  const next = await nextTranslation(read, key)
  return { ...shownRow(row), warnings: await textWarnings(read, row), next }
}

/** Returns the text after this one that staff have to review: of the same kind, then of the others, then from the start. */
async function nextTranslation(
  read: Sql | Tx,
  { kind, id, language }: Key,
): Promise<Pick<Row, 'kind' | 'id'> | null> {
  const others = kinds.filter((other) => other !== kind).sort()
  const steps = [
    { of: kind, isMeant: read`id > ${id}` },
    ...others.filter((other) => other > kind).map((of) => ({ of, isMeant: read`true` })),
    { of: kind, isMeant: read`id < ${id}` },
    ...others.filter((other) => other < kind).map((of) => ({ of, isMeant: read`true` })),
  ]
  // One query for all kinds would make and sort a row for each text of the site.
  for (const { of, isMeant } of steps) {
    const [next] = await read<[Pick<Row, 'kind' | 'id'>?]>`
      select kind, id from ${translationRows(read, { language, kind: of })}
      where state <> 'reviewed' and ${isMeant} order by id limit 1`
    if (next) return next
  }
  return null
}

function shownRow<R extends Omit<Row, 'madeFrom'>>({ shownText, shownFrom, ...row }: R) {
  const shown = shownText && shownFrom && { text: shownText, from: shownFrom }
  return {
    ...row,
    source: inOrder(row.source),
    sourceUpdatedAt: row.sourceUpdatedAt.toISOString(),
    updatedAt: row.updatedAt?.toISOString() ?? null,
    isShown: shown !== null && isVisible(shown, row.source),
  }
}

export async function textWarnings(
  read: Sql | Tx,
  { language, source, text }: { language: string; source: Texts; text: Texts },
): Promise<Mismatch[]> {
  return mismatches(source, text, await localNames(read, language))
}

export async function localNames(read: Sql | Tx, language: string): Promise<Place[]> {
  const [places, names] = await Promise.all([locationRows(read), placeNames(read)])
  return places.map(({ id, name }) => {
    const place = names.get(id)
    return { name, local: [place?.names[language] ?? [], place?.aliases[language] ?? []].flat() }
  })
}

/** Leaves out drafts made from an earlier Italian text, whose state is `outdated`. */
export async function countDrafts(read: Sql): Promise<number> {
  const [{ count }] = await read<[{ count: number }]>`
    select count(*) as count from ${translationRows(read, {})} where state = 'draft'`
  return count
}

export const readCoverage = answer(ReadCoverage, async (read) => {
  const rows = await read<{ language: string; kind: string; state: TranslationState; count: number }[]>`
    select language, kind, state, count(*) as count from ${translationRows(read, {})} group by 1, 2, 3`
  const unnamed = await read<{ language: string; count: number }[]>`
    select language, count(*) as count from unnest(${[...otherLanguages]}::text[]) as l (language)
      cross join locations p left join location_names n on n.id = p.id
    where coalesce(n.names ->> language, '') = '' group by 1`
  const countOf = (language: string, kind: string, state: TranslationState) =>
    rows.find((row) => row.language === language && row.kind === kind && row.state === state)?.count ?? 0
  return {
    languages: otherLanguages.map(
      (language): LanguageCoverage => ({
        language,
        kinds: kinds.map((kind) => ({
          kind,
          missing: countOf(language, kind, 'missing'),
          draft: countOf(language, kind, 'draft'),
          reviewed: countOf(language, kind, 'reviewed'),
          outdated: countOf(language, kind, 'outdated'),
        })),
        placesWithoutName: unnamed.find((one) => one.language === language)?.count ?? 0,
      }),
    ),
  }
})

export const listUnnamedPlaces = answer(ListUnnamedPlaces, async (read, asked) => {
  const where = read`
    locations p left join location_names n on n.id = p.id
    where coalesce(n.names ->> ${asked.language}, '') = '' and p.name ilike ${likeOf(asked.search)}`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from ${where}`
  const items = await read<{ id: number; title: string }[]>`
    select p.id, p.name as title from ${where} ${pageOf(read, asked, { title: 'lower(p.name)' }, 'title')}`
  return { ...pages(asked, total), items }
})

export interface Untranslated extends Key {
  title: string
  source: Texts
  updatedAt: string | null
}

/** With `ids` also returns items with a draft or an outdated translation; without `ids` only untranslated items. */
export async function untranslated(
  read: Sql | Tx,
  {
    language,
    kind,
    ids,
    max,
  }: { language: OtherLanguage; kind?: TranslationKind | undefined; ids?: number[] | undefined; max: number },
): Promise<Untranslated[]> {
  const rows: Pick<Row, 'kind' | 'id' | 'title' | 'source' | 'updatedAt'>[] = []
  // One query for all kinds would make and sort a row for each text of the site.
  for (const of of kind ? [kind] : kinds) {
    if (rows.length === max) break
    const found = await read<typeof rows>`
      select kind, id, title, source, updated_at from ${translationRows(read, { language, kind: of })}
      where ${ids ? read`id = any(${ids}::bigint[]) and state <> 'reviewed'` : read`state = 'missing'`}
      order by id limit ${max - rows.length}`
    rows.push(...found)
  }
  return rows.map((row) => ({
    ...row,
    source: inOrder(row.source),
    language,
    updatedAt: row.updatedAt?.toISOString() ?? null,
  }))
}
