import { audit, told } from '../../../kernel/audit.ts'
import { restoredTable } from '../../../kernel/bulkActList.ts'
import { edit } from '../../../kernel/edit.ts'
import { orNull, refusal } from '../../../kernel/httpError.ts'
import { answer, type Caller } from '../../../kernel/message.ts'
import { comparable, foldedName } from '../../../kernel/pasted.ts'
import { languages } from '../../../languages/messages.ts'
import { jsonb, type Sql, type Tx } from '../../../platform/db.ts'
import { locationRows, otherNames, placeNames } from '../book/catalog.queries.ts'
import type { Aliases, Names } from '../book/contract.ts'
import { keyOf, wordsOf } from '../placeSearch/placeWords.queries.ts'
import { findLocation } from './locations.ts'
import {
  type LocationNames,
  placeNamesChanged,
  ReadLocationNames,
  SaveLocationNames,
} from './names.contract.ts'

export const readLocationNames = answer(ReadLocationNames, async (read, { id }) =>
  shown(await findNames(read, id)),
)

export const saveLocationNames = edit(
  SaveLocationNames,
  {
    table: 'location_names',
    find: findNames,
    // Prevents two places saved at the same time from getting the same name or alias.
    lockFirst: (tx) => tx`lock table location_names in share row exclusive mode`,
  },
  async (tx, form, caller, before) => {
    const names = namesOf(form.names)
    const aliases = aliasesOf(form.aliases)
    await refuseTaken(tx, form.id, names, aliases)
    const [row] = await tx<[NamesRow]>`
      insert into location_names (id, names, aliases)
      values (${form.id}, ${jsonb(tx, names)}, ${jsonb(tx, aliases)})
      on conflict (id) do update set names = excluded.names, aliases = excluded.aliases, updated_at = now()
      returning names, aliases, updated_at`
    await announce(tx, caller, { id: form.id, before, after: row })
    return shown(row)
  },
)

interface ChangedNames {
  id: number
  before: NamesRow
  after: NamesRow
}

async function announce(tx: Tx, caller: Caller, { id, before, after }: ChangedNames): Promise<void> {
  const changed = told(placeNamesChanged, { locationId: id, from: before.names, to: after.names })
  await audit(tx, caller, changed, `locations/${id}`, shown(before), shown(after))
}

restoredTable<NamesRow & { id: number }>('location_names', {
  read: async (tx, { id }) => {
    const names = await orNull(findNames(tx, id))
    return names && { ...names, id }
  },
  // The undo of a deleted place announces the place.
  announce: async (tx, before, after, caller) =>
    before && after && announce(tx, caller, { id: after.id, before, after }),
})

interface NamesRow {
  names: Names
  aliases: Aliases
  updatedAt: Date
}

/** Throws HttpError 404 if the place does not exist. `updatedAt` is 1970 for a place without stored names. */
async function findNames(read: Sql | Tx, id: number): Promise<NamesRow> {
  await findLocation(read, id)
  const [row] = await read<[NamesRow?]>`
    select names, aliases, updated_at from location_names where id = ${id}`
  return row ?? { names: {}, aliases: {}, updatedAt: new Date(0) }
}

/** Returns the name ('' if there is none) in each language except Italian, and the aliases in each language. */
function shown({ names, aliases, updatedAt }: NamesRow): LocationNames {
  const [, ...others] = languages
  return {
    names: Object.fromEntries(others.map((language) => [language, names[language] ?? ''])),
    aliases: Object.fromEntries(languages.map((language) => [language, aliases[language] ?? []])),
    updatedAt: updatedAt.toISOString(),
  }
}

const oneLine = (text: string) => foldedName(text.replace(/\s+/g, ' '))

/** Throws HttpError 422 for an unknown language, and for Italian, because `locations` stores the Italian name. */
function namesOf(asked: Names): Names {
  const [italian, ...others] = languages
  if (italian && italian in asked)
    throw refusal(`names.${italian}`, 'Il nome italiano è quello della località')
  refuseUnknown('names', asked, others)
  const names = Object.entries(asked).map(([language, name]) => [language, oneLine(name)] as const)
  return Object.fromEntries(names.filter(([, name]) => name))
}

function aliasesOf(asked: Aliases): Aliases {
  refuseUnknown('aliases', asked, languages)
  const lists = Object.entries(asked).map(([language, aliases]) => {
    const written = aliases.map(oneLine).filter(Boolean)
    const keys = written.map(comparable)
    return [language, written.filter((_, index) => keys.indexOf(keys[index] ?? '') === index)] as const
  })
  return Object.fromEntries(lists.filter(([, aliases]) => aliases.length > 0))
}

function refuseUnknown(field: string, asked: object, known: readonly string[]): void {
  const unknown = Object.keys(asked).find((language) => !known.includes(language))
  if (unknown !== undefined) throw refusal(`${field}.${unknown}`, 'Il sito non ha questa lingua')
}

/** Throws HttpError 422 for a name without letters or digits, and for a name that means another place in a search. */
async function refuseTaken(tx: Tx, id: number, names: Names, aliases: Aliases): Promise<void> {
  const [places, known] = await Promise.all([locationRows(tx), placeNames(tx)])
  const owners = new Map(
    places
      .filter((place) => place.id !== id)
      .flatMap((place) =>
        [place.name, place.iata ?? '', ...otherNames(known.get(place.id))].map(
          (name) => [keyOf(wordsOf(name)), place.name] as const,
        ),
      ),
  )
  const asked = [
    ...Object.entries(names).map(([language, name]) => ({ path: `names.${language}`, name })),
    ...Object.entries(aliases).flatMap(([language, list]) =>
      list.map((name) => ({ path: `aliases.${language}`, name })),
    ),
  ]
  for (const { path, name } of asked) {
    const key = keyOf(wordsOf(name))
    if (!key) throw refusal(path, `«${name}» non contiene lettere`)
    const owner = owners.get(key)
    if (owner) throw refusal(path, `«${name}» è già un nome della località ${owner}`)
  }
}
