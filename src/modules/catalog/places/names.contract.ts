import { type Static, Type } from '@sinclair/typebox'
import { ById, Id, Moment } from '../../../kernel/field.ts'
import { command, event, query } from '../../../kernel/message.ts'
import { Aliases, AliasList, Names, PlaceName } from '../book/contract.ts'

export const LocationNames = Type.Object({ names: Names, aliases: Aliases, updatedAt: Moment })
export type LocationNames = Static<typeof LocationNames>

export const ReadLocationNames = query('GET /api/admin/locations/:id/names', 'admin', ById, LocationNames, {
  tables: ['location_names'],
  summary: 'Names and aliases of a place in every language',
})
export const SaveLocationNames = command(
  'PUT /api/admin/locations/:id/names',
  'admin',
  Type.Object({ id: Id, ...LocationNames.properties }),
  LocationNames,
  { summary: 'Saves names and aliases; 422 for a name of another place' },
)

/** Schema of a form with a field for each language, so that the panel merges concurrent saves language by language. */
export const namesForm = ({ names, aliases }: LocationNames) =>
  Type.Object({
    id: Id,
    names: Type.Object(Object.fromEntries(Object.keys(names).map((language) => [language, PlaceName]))),
    aliases: Type.Object(Object.fromEntries(Object.keys(aliases).map((language) => [language, AliasList]))),
    updatedAt: Moment,
  })

/** Emitted when the names of a place change. `fromName` is the former Italian name, if that name changed. */
export const placeNamesChanged = event(
  'catalog:placeNamesChanged',
  Type.Object({ locationId: Id, from: Names, to: Names, fromName: Type.Optional(Type.String()) }),
)
export type PlaceNamesChange = Static<typeof placeNamesChanged.payload>
