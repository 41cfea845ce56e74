import {
  type ClosedDay,
  CreateClosedDay,
  ListClosedDays,
  ReadClosedDay,
  SaveClosedDay,
} from '../../../../modules/catalog/closedDays/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { FieldRow, Form, FormNumber, FormText } from '../../kit/Form.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useThingForm } from '../../kit/useThingForm.ts'

export default function ClosedDayForm() {
  return (
    <ThingScreen
      read={ReadClosedDay}
      titles={{ created: 'Nuovo giorno chiuso', edited: 'Modifica giorno chiuso' }}
    >
      {(closed) => <Editor closed={closed} />}
    </ThingScreen>
  )
}

function Editor({ closed }: { closed: ClosedDay | null }) {
  const { form, leave } = useThingForm({
    create: CreateClosedDay,
    change: SaveClosedDay,
    read: ReadClosedDay,
    row: closed,
    initial: { day: '', reason: '', maxTripsPerHour: 0 },
    done: closed ? 'Giorno aggiornato' : 'Giorno aggiunto',
    failed: closed ? 'Impossibile aggiornare il giorno' : 'Impossibile aggiungere il giorno',
    list: adminPath('giorni-chiusi/'),
    renews: [ListClosedDays.http, ReadClosedDay.http],
  })
  return (
    <Form form={form} save={closed ? 'Aggiorna giorno' : 'Aggiungi giorno'} onCancel={leave}>
      <FieldRow>
        <FormText form={form} name="day" label="Giorno" type="date" />
        <FormNumber
          form={form}
          name="maxTripsPerHour"
          label="Viaggi all’ora, al massimo"
          hint="0 se non si viaggia"
        />
      </FieldRow>
      <FormText form={form} name="reason" label="Motivo" hint="Per esempio: festa del patrono" />
    </Form>
  )
}
