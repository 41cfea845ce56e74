import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { ById, Id, Moment, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'
import { Aliases, AliasList, Names, PlaceName } from '../book/contract.ts'

export const LocationNames = Type.Object({
  names: titled('Nomi', Names),
  aliases: titled('Altri nomi', Aliases),
  updatedAt: Moment,
})
export type LocationNames = Static<typeof LocationNames>

export const ReadLocationNames = query('GET /api/admin/locations/:id/names', 'admin', ById, LocationNames, {
  tables: ['location_names'],
  summary: 'Names and aliases of a place in every language',
})
/** Emitted when the names of a place change. `fromName` is the former Italian name, if that name changed. */
export const placeNamesChanged = act('catalog:placeNamesChanged', 'Nomi di una località modificati', {
  payload: Type.Object({ locationId: Id, from: Names, to: Names, fromName: Type.Optional(Type.String()) }),
})

export const SaveLocationNames = command(
  'PUT /api/admin/locations/:id/names',
  'admin',
  Type.Object({ id: Id, ...LocationNames.properties }),
  LocationNames,
  { acts: [placeNamesChanged], summary: 'Saves names and aliases; 422 for a name of another place' },
)

const perLanguage = <S extends TSchema>(title: string, texts: object, schema: S) =>
  Type.Object(
    Object.fromEntries(
      Object.keys(texts).map((code) => [code, titled(`${title} in ${italianLanguage(code)}`, schema)]),
    ),
  )

/** Returns the Italian name of a language, such as `inglese`. */
const italianLanguage = (code: string) => new Intl.DisplayNames('it', { type: 'language' }).of(code) ?? code

/** Schema of a form with a field for each language, so that the panel merges concurrent saves language by language. */
export const namesForm = ({ names, aliases }: LocationNames) =>
  Type.Object({
    id: Id,
    names: perLanguage('Nome', names, PlaceName),
    aliases: perLanguage('Altri nomi', aliases, AliasList),
    updatedAt: Moment,
  })
export type PlaceNamesChange = Static<typeof placeNamesChanged.payload>
