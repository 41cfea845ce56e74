import { type Static, Type } from '@sinclair/typebox'
import { ById, Day, Id, listInput, listOf, Moment, Text, titled } from '../../../kernel/field.ts'
import { act, command, query } from '../../../kernel/message.ts'

export const ClosedDayForm = Type.Object({
  day: titled('Giorno', Day({ message: 'Indica il giorno' })),
  reason: titled('Motivo', Text(200, { message: 'Scrivi il motivo (al massimo 200 caratteri)' })),
  /** Maximum number of trips that may begin in one hour; 0 if the operator offers no trips on this day. */
  maxTripsPerHour: titled(
    'Viaggi all’ora, al massimo',
    Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 0,
      message: 'Un numero intero da 0 a 100; 0 se non si viaggia',
    }),
  ),
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
export const closedDayCreated = act('catalog:closedDayCreated', 'Giorno chiuso aggiunto')

export const CreateClosedDay = command('POST /api/admin/closed-days', 'operatore', ClosedDayForm, ClosedDay, {
  acts: [closedDayCreated],
  status: 201,
})
export const closedDayChanged = act('catalog:closedDayChanged', 'Giorno chiuso modificato')

export const SaveClosedDay = command(
  'PUT /api/admin/closed-days/:id',
  'operatore',
  Type.Object({ ...ClosedDayForm.properties, id: Id, updatedAt: Moment }),
  ClosedDay,
  { acts: [closedDayChanged] },
)
export const closedDayDeleted = act('catalog:closedDayDeleted', 'Giorno chiuso eliminato')

export const DeleteClosedDay = command('DELETE /api/admin/closed-days/:id', 'admin', ById, Type.Object({}), {
  acts: [closedDayDeleted],
  status: 204,
})
