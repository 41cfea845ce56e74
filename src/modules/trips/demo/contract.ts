import { type Static, Type } from '@sinclair/typebox'
import { act, command, query } from '../../../kernel/message.ts'

/** Number of examples that are still stored. */
const DemoCounts = Type.Object({
  vehicles: Type.Integer(),
  drivers: Type.Integer(),
  trips: Type.Integer(),
})
export type DemoCounts = Static<typeof DemoCounts>

export const ReadDemo = query('GET /api/admin/trip-examples', 'operatore', Type.Object({}), DemoCounts, {
  tables: ['demo_rows'],
})

export const examplesRemoved = act('trips:examplesRemoved', 'Esempi di viaggi eliminati', {
  fields: { vehicles: 'Veicoli', drivers: 'Autisti', trips: 'Viaggi' },
})

export const RemoveDemo = command('DELETE /api/admin/trip-examples', 'admin', Type.Object({}), DemoCounts, {
  acts: [examplesRemoved],
  summary: 'Deletes the examples. A vehicle or driver that staff changed or used for another trip stays',
})
