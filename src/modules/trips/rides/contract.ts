import { type Static, Type } from '@sinclair/typebox'

export const Direction = Type.Union([Type.Literal('there'), Type.Literal('back')], {
  message: 'Scegli andata o ritorno',
})
export type Direction = Static<typeof Direction>
