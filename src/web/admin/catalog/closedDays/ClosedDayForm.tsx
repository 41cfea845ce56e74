import {
  CreateClosedDay,
  ListClosedDays,
  ReadClosedDay,
  SaveClosedDay,
} from '../../../../modules/catalog/closedDays/contract.ts'
import { FieldRow, FormNumber, FormText } from '../../kit/Form.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'

export default thingScreen({
  create: CreateClosedDay,
  change: SaveClosedDay,
  read: ReadClosedDay,
  initial: { day: '', reason: '', maxTripsPerHour: 0 },
  title: { created: 'Nuovo giorno chiuso', edited: 'Modifica giorno chiuso' },
  save: { created: 'Aggiungi giorno', edited: 'Aggiorna giorno' },
  done: { created: 'Giorno aggiunto', edited: 'Giorno aggiornato' },
  failed: { created: 'Impossibile aggiungere il giorno', edited: 'Impossibile aggiornare il giorno' },
  list: 'giorni-chiusi/',
  renews: [ListClosedDays.http],
  Fields: ClosedDayFields,
})

function ClosedDayFields({ form }: Fields<typeof CreateClosedDay>) {
  return (
    <>
      <FieldRow>
        <FormText form={form} name="day" type="date" />
        <FormNumber form={form} name="maxTripsPerHour" hint="0 se non si viaggia" />
      </FieldRow>
      <FormText form={form} name="reason" hint="Per esempio: festa del patrono" />
    </>
  )
}
