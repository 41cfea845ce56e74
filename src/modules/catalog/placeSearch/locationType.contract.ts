import { type Static, Type } from '@sinclair/typebox'

export const LocationType = Type.Union([
  Type.Literal('Città'),
  Type.Literal('Aeroporto'),
  Type.Literal('Porto'),
  Type.Literal('Attrazione'),
  Type.Literal('Stazione'),
])
export type LocationType = Static<typeof LocationType>
