import { type Static, Type } from '@sinclair/typebox'
import { ById, Day, Id, listInput, listOf, Moment, Text } from '../../../kernel/field.ts'
import { command, query } from '../../../kernel/message.ts'

export const ClosedDayForm = Type.Object({
  day: Day({ message: 'Indica il giorno' }),
  reason: Text(200, { message: 'Scrivi il motivo (al massimo 200 caratteri)' }),
  /** Maximum number of trips that may begin in one hour; 0 if the operator offers no trips on this day. */
  maxTripsPerHour: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 0,
    message: 'Un numero intero da 0 a 100; 0 se non si viaggia',
  }),
})
export type ClosedDayForm = Static<typeof ClosedDayForm>

export const ClosedDay = Type.Object({
  id: Id,
  day: Type.String(),
  reason: Type.String(),
  maxTripsPerHour: Type.Integer(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type ClosedDay = Static<typeof ClosedDay>

export const ListClosedDays = query(
  'GET /api/admin/closed-days',
  'operatore',
  Type.Object(listInput('day', 'limit')),
  listOf(ClosedDay),
  { tables: ['closed_days'], summary: 'Closed days, latest first; searches the reason' },
)
export const ReadClosedDay = query('GET /api/admin/closed-days/:id', 'operatore', ById, ClosedDay, {
  tables: ['closed_days'],
})
export const CreateClosedDay = command('POST /api/admin/closed-days', 'operatore', ClosedDayForm, ClosedDay, {
  status: 201,
})
export const SaveClosedDay = command(
  'PUT /api/admin/closed-days/:id',
  'operatore',
  Type.Object({ ...ClosedDayForm.properties, id: Id, updatedAt: Moment }),
  ClosedDay,
)
export const DeleteClosedDay = command('DELETE /api/admin/closed-days/:id', 'admin', ById, Type.Object({}), {
  status: 204,
})
