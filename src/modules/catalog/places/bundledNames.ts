import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv/sync'
import { languages } from '../../../languages/messages.ts'
import { jsonb, type Sql, type Tx } from '../../../platform/db.ts'
import type { Aliases, Names } from '../book/contract.ts'

export interface BundledNames {
  /** The Italian name, which identifies the place. */
  name: string
  names: Names
  aliases: Aliases
}

const file = path.join(import.meta.dirname, '../../../../data/place-names.csv')
const rows: Record<string, string>[] = parse(readFileSync(file, 'utf8'), {
  columns: true,
  skip_empty_lines: true,
})

export const bundledNames: BundledNames[] = rows.map((row) => ({
  name: row.name ?? '',
  names: Object.fromEntries(languages.flatMap((one) => (row[one] ? [[one, row[one]]] : []))),
  aliases: Object.fromEntries(
    languages.flatMap((one) => {
      const aliases = row[`aliases_${one}`]
      return aliases ? [[one, aliases.split('|')]] : []
    }),
  ),
}))

/** Adds the bundled names to places without stored names. Names that staff saved stay, even if empty. */
export const addBundledNames = (write: Sql | Tx) => write`
  insert into location_names (id, names, aliases)
  select l.id, b.names, b.aliases
  from jsonb_to_recordset(${jsonb(write, bundledNames)}) as b (name text, names jsonb, aliases jsonb)
    join locations l on lower(l.name) = lower(b.name)
  on conflict (id) do nothing`
