import { readModel } from '../../../kernel/readModel.ts'
import { type LanguageCode, languages } from '../../../languages/messages.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { sourceTables, type Texts, type TranslationKind } from './contract.ts'
import { sourceRows } from './sources.ts'
import { isVisible } from './visible.ts'

interface Row {
  kind: TranslationKind
  id: number
  language: string
  source: Texts
  text: Texts
  from: Texts
  updatedAt: Date
}

const keyOf = (kind: TranslationKind, id: number, language: string) => `${kind} ${id} ${language}`

const translated = readModel(sourceTables, async (read) => {
  const rows = await read<Row[]>`
      select kind, id, language, source, shown_text as text, shown_from as "from", updated_at
      from translations join ${sourceRows(read, { onlyTranslated: true })} sources using (kind, id)
      where shown_text is not null order by language`
  const visible = rows.filter((row) => isVisible(row, row.source))
  return {
    texts: new Map(visible.map((row) => [keyOf(row.kind, row.id, row.language), row])),
    languages: Map.groupBy(visible, ({ kind, id }) => `${kind} ${id}`),
  }
})

const [italian] = languages

/** Returns the reviewed text, by field, that visitors read in a language other than Italian; null if there is none. */
export async function translatedText(
  read: Sql | Tx,
  kind: TranslationKind,
  id: number,
  language: string,
): Promise<Texts | null> {
  return (await translated(read)).texts.get(keyOf(kind, id, language))?.text ?? null
}

/**
 * Returns the texts of an item for a page in any language: in Italian the given texts, otherwise their translation.
 * Null if the translation is missing, so that the page must stay out of search engines. An item without an Italian text
 * needs no translation.
 */
export async function textsIn(
  read: Sql | Tx,
  language: string,
  { kind, id, source }: { kind: TranslationKind; id: number; source: Texts },
): Promise<Texts | null> {
  return language === italian || isEmpty(source) ? source : translatedText(read, kind, id, language)
}

/** Returns the languages in which an item has all its texts, Italian first. */
export async function languagesOf(
  read: Sql | Tx,
  { kind, id, source }: { kind: TranslationKind; id: number; source: Texts },
): Promise<LanguageCode[]> {
  if (isEmpty(source)) return [...languages]
  const rows = (await translated(read)).languages.get(`${kind} ${id}`) ?? []
  return languages.filter((code) => code === italian || rows.some(({ language }) => language === code))
}

/** Returns the texts that visitors may read in a language, by id of the item. */
export async function translationsOf(
  read: Sql | Tx,
  kind: TranslationKind,
  language: string,
): Promise<Map<number, { text: Texts; updatedAt: Date }>> {
  const { texts } = await translated(read)
  return new Map(
    [...texts.values()]
      .filter((row) => row.kind === kind && row.language === language)
      .map((row) => [row.id, row]),
  )
}

const isEmpty = (source: Texts) => Object.values(source).every((text) => !text.trim())
