import { Type } from '@sinclair/typebox'
import { command, query } from '../../../kernel/message.ts'

const counts = {
  vehicles: Type.Integer(),
  drivers: Type.Integer(),
  trips: Type.Integer(),
}

/** Counts of the examples with which a fresh installation begins. */
const DemoCounts = Type.Object(counts)

export const ReadDemo = query('GET /api/admin/trip-examples', 'operatore', Type.Object({}), DemoCounts, {
  tables: ['demo_rows'],
})

export const RemoveDemo = command('DELETE /api/admin/trip-examples', 'admin', Type.Object({}), DemoCounts, {
  summary: 'Deletes the examples. A vehicle or driver that staff changed or used for another trip stays',
})
