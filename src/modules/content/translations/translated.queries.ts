import { readModel } from '../../../kernel/readModel.ts'
import { type LanguageCode, languages } from '../../../languages/messages.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { type Route, routeTexts } from '../../catalog/search/search.queries.ts'
import { kinds, sourceTables, type Texts, type TranslationKind } from './contract.ts'
import { kindsIn, sourceRows } from './sources.ts'
import { isVisible } from './visible.ts'

interface Row {
  id: number
  language: string
  /** Null for a route if `source` and `from` are equal: visitors may then read the texts without a further check. */
  text: Texts | null
  updatedAt: Date
  /** The current Italian text (`source`) and the Italian text of the translation (`from`); null if they are equal. */
  source: Texts | null
  from: Texts | null
}

interface Shown {
  text: Texts
  updatedAt: Date
}

/** Kinds whose texts are in memory. All texts of routes would need gigabytes, so a route's page reads its own texts. */
type KeptKind = Exclude<TranslationKind, 'route'>

/** `texts`: by kind and language (`place en`), then id. `routes`: routes with visible texts, by language. */
interface Model {
  texts: Map<string, Map<number, Shown>>
  routes: Map<string, Set<number>>
}

const listOf = (kind: KeptKind, language: string) => `${kind} ${language}`

/** Number of texts read per statement. */
const portion = 2_000

const translated = readModel(sourceTables, readAll, Object.fromEntries(sourceTables.map(patchOf)))

async function readAll(read: Sql): Promise<Model> {
  const model: Model = { texts: new Map(), routes: new Map() }
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

/** `apply` returns false for many rows, which reloads the whole model. */
function patchOf(table: string) {
  const apply = async (model: Model, read: Sql, ids: number[]) => {
    if (ids.length > portion / languages.length) return false
    for (const kind of kindsIn(table)) {
      const rows = await readRows(read, kind, read`id = any(${ids}::bigint[])`)
      for (const language of languages) {
        const shown = kind === 'route' ? model.routes.get(language) : model.texts.get(listOf(kind, language))
        for (const id of ids) shown?.delete(id)
      }
      takeIn(model, kind, rows)
    }
    return true
  }
  return [table, apply] as const
}

/** PostgreSQL sends `source` and `from` only if they differ. `offset 0` makes PostgreSQL compare both only once. */
function readRows(read: Sql, kind: TranslationKind, which: ReturnType<Sql>): Promise<Row[]> {
  return read<Row[]>`
    select id, language, case when kind <> 'route' or differs then shown_text end as text, updated_at,
      case when differs then source end as source, case when differs then shown_from end as "from"
    from translations join ${sourceRows(read, { kind })} sources using (kind, id)
      cross join lateral (select shown_from <> source as differs offset 0) compared
    where kind = ${kind} and shown_text is not null and ${which} order by id, language limit ${portion}`
}

function takeIn(model: Model, kind: TranslationKind, rows: Row[]): void {
  for (const { id, language, text, updatedAt, source, from } of rows) {
    if (text && source && from && !isVisible({ text, from }, source)) continue
    if (kind === 'route') {
      const shown = model.routes.get(language) ?? new Set()
      model.routes.set(language, shown.add(id))
    } else if (text) {
      const key = listOf(kind, language)
      const shown = model.texts.get(key) ?? new Map()
      model.texts.set(key, shown.set(id, { text, updatedAt }))
    }
  }
}

const [italian] = languages

export interface Translated {
  /** Returns the texts of a kind that visitors may read in a language, by the id of the item. */
  all(kind: KeptKind, language: string): ReadonlyMap<number, Shown>
  /** Returns the text that visitors read in a language other than Italian; null if there is none. */
  text(kind: KeptKind, id: number, language: string): Texts | null
  /** Returns the languages in which a route has all its texts, Italian first. */
  routeLanguages(route: TextedRoute): LanguageCode[]
}

type TextedRoute = Pick<Route, 'id' | 'hasText'>

/** Call this function once for many items: in the worker, each call reads the tables. */
export async function translations(read: Sql | Tx): Promise<Translated> {
  const { texts, routes } = await translated(read)
  const all: Translated['all'] = (kind, language) => texts.get(listOf(kind, language)) ?? new Map()
  return {
    all,
    text: (kind, id, language) => all(kind, language).get(id)?.text ?? null,
    routeLanguages: ({ id, hasText }) =>
      languages.filter((code) => code === italian || !hasText || routes.get(code)?.has(id)),
  }
}

/** Null if the translation is missing; search engines must then not list the page. */
export async function routeTextsIn(
  read: Sql,
  language: LanguageCode,
  route: TextedRoute,
): Promise<Texts | null> {
  if (!route.hasText) return {}
  if (language === italian) return { ...(await routeTexts(read, route.id)) }
  if (!(await translations(read)).routeLanguages(route).includes(language)) return null
  const [row] = await read<[{ text: Texts }?]>`
    select shown_text as text from translations
    where kind = 'route' and id = ${route.id} and language = ${language} and shown_text is not null`
  return row?.text ?? null
}
