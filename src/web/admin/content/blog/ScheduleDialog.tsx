import { Type } from '@sinclair/typebox'
import { Moment, titled } from '../../../../kernel/field.ts'
import { dayAfter, romanDay } from '../../../../kernel/romanDay.ts'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { actForm, fieldRefusal, SendButton } from '../../kit/ActForm.tsx'
import { dateTimeValue } from '../../kit/dateTimeField.ts'
import { FormMoment } from '../../kit/FormMoment.tsx'

interface ScheduleProps {
  /** Time of the scheduled publication; null if none is scheduled. */
  publishAt: string | null
  onChoose: (moment: string) => void
}

export function ScheduleDialog({ onClose, ...schedule }: ScheduleProps & { onClose: () => void }) {
  return (
    <Dialog
      title="Programma la pubblicazione"
      intro="L’articolo si pubblica da solo, al più un minuto dopo."
      onClose={onClose}
    >
      <ScheduleForm {...schedule} />
    </Dialog>
  )
}

const schedule = {
  input: Type.Object({ publishAt: titled('Data e ora', Moment, { message: 'Scegli data e ora' }) }),
}

const ScheduleForm = actForm<typeof schedule, ScheduleProps>({
  asked: schedule,
  valuesOf: ({ publishAt }) => ({ publishAt: publishAt ? dateTimeValue(publishAt) : tomorrowMorning() }),
  send({ publishAt }, { onChoose }) {
    if (new Date(publishAt) <= new Date()) throw fieldRefusal('publishAt', 'Scegli un momento nel futuro')
    onChoose(publishAt)
  },
  className: 'grid gap-5',
  Fields: ({ form }) => (
    <>
      <FormMoment form={form} name="publishAt" />
      <div className="flex flex-wrap justify-end gap-2">
        <LeaveButton>Annulla</LeaveButton>
        <SendButton form={form}>Programma</SendButton>
      </div>
    </>
  ),
})

const tomorrowMorning = () => `${dayAfter(romanDay(new Date()))}T09:00`
