import { readModel } from '../../../kernel/readModel.ts'
import { type LanguageCode, languages } from '../../../languages/messages.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { kinds, sourceTables, type Texts, type TranslationKind } from './contract.ts'
import { kindsIn, sourceRows } from './sources.ts'
import { isVisible } from './visible.ts'

interface Row {
  id: number
  language: string
  text: Texts
  updatedAt: Date
  /** The current Italian text. `from` is the Italian text from which `text` was made. Both are null if equal. */
  source: Texts | null
  from: Texts | null
}

/** A text that visitors may read. */
type Shown = Pick<Row, 'text' | 'updatedAt'>

/** Texts by kind and language, such as `route en`, then by the id of the item. */
type Model = Map<string, Map<number, Shown>>

const listOf = (kind: TranslationKind, language: string) => `${kind} ${language}`

/** Number of texts read per statement. */
const portion = 2_000

const translated = readModel(sourceTables, readAll, Object.fromEntries(sourceTables.map(patchOf)))

async function readAll(read: Sql): Promise<Model> {
  const model: Model = new Map()
  for (const kind of kinds) {
    let last: Pick<Row, 'id' | 'language'> | undefined = { id: 0, language: '' }
    while (last) {
      const { id, language }: Pick<Row, 'id' | 'language'> = last
      // The second condition keeps PostgreSQL from joining the items before `id`.
      const rows = await readRows(
        read,
        kind,
        read`(id, language) > (${id}, ${language}) and sources.id >= ${id}`,
      )
      takeIn(model, kind, rows)
      last = rows.length < portion ? undefined : rows.at(-1)
    }
  }
  return model
}

/**
 * Returns the table and a function that updates the model after changes of the table's rows. For many rows the function
 * returns false, which reloads the whole model.
 */
function patchOf(table: string) {
  const apply = async (model: Model, read: Sql, ids: number[]) => {
    if (ids.length > portion / languages.length) return false
    for (const kind of kindsIn(table)) {
      const rows = await readRows(read, kind, read`id = any(${ids}::bigint[])`)
      for (const language of languages) {
        const shown = model.get(listOf(kind, language))
        for (const id of ids) shown?.delete(id)
      }
      takeIn(model, kind, rows)
    }
    return true
  }
  return [table, apply] as const
}

/** PostgreSQL compares `source` and `from`, so that it sends only Italian texts that differ. */
function readRows(read: Sql, kind: TranslationKind, which: ReturnType<Sql>): Promise<Row[]> {
  return read<Row[]>`
    select id, language, shown_text as text, updated_at, case when shown_from <> source then source end as source,
      case when shown_from <> source then shown_from end as "from"
    from translations join ${sourceRows(read, { kind })} sources using (kind, id)
    where kind = ${kind} and shown_text is not null and ${which} order by id, language limit ${portion}`
}

function takeIn(model: Model, kind: TranslationKind, rows: Row[]): void {
  for (const { id, language, text, updatedAt, source, from } of rows) {
    if (source && from && !isVisible({ text, from }, source)) continue
    const key = listOf(kind, language)
    const shown = model.get(key) ?? new Map()
    model.set(key, shown.set(id, { text, updatedAt }))
  }
}

const [italian] = languages

/** An item with its Italian texts by field. */
interface Item {
  kind: TranslationKind
  id: number
  source: Texts
}

export interface Translated {
  /** Returns the texts of a kind that visitors may read in a language, by the id of the item. */
  all(kind: TranslationKind, language: string): ReadonlyMap<number, Shown>
  /** Returns the text that visitors read in a language other than Italian; null if there is none. */
  text(kind: TranslationKind, id: number, language: string): Texts | null
  /**
   * Returns the texts of an item for a page: `source` in Italian, otherwise its translation. Null if visitors may read
   * no translation; search engines must then not list the page. An item without Italian text needs no translation.
   */
  textsIn(language: string, item: Item): Texts | null
  /** Returns the languages in which an item has all its texts, Italian first. */
  languagesOf(item: Item): LanguageCode[]
}

/** Returns the translations that visitors may read. Call once for many items: a worker reads the tables each time. */
export async function translations(read: Sql | Tx): Promise<Translated> {
  const model = await translated(read)
  const all: Translated['all'] = (kind, language) => model.get(listOf(kind, language)) ?? new Map()
  const text: Translated['text'] = (kind, id, language) => all(kind, language).get(id)?.text ?? null
  return {
    all,
    text,
    textsIn: (language, { kind, id, source }) =>
      language === italian || isEmpty(source) ? source : text(kind, id, language),
    languagesOf: ({ kind, id, source }) =>
      isEmpty(source) ? [...languages] : languages.filter((code) => code === italian || text(kind, id, code)),
  }
}

const isEmpty = (source: Texts) => Object.values(source).every((text) => !text.trim())
