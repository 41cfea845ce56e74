import { useState } from 'react'
import { readMoment } from '../../../../kernel/moment.ts'
import { dayAfter, romanDay } from '../../../../kernel/romanDay.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { dateTimeValue } from '../../kit/dateTimeField.ts'
import { MomentField } from '../../kit/MomentField.tsx'

interface ScheduleDialogProps {
  /** Time of the scheduled publication; null if none is scheduled. */
  publishAt: string | null
  onChoose: (moment: string) => void
  onClose: () => void
}

export function ScheduleDialog({ publishAt, onChoose, onClose }: ScheduleDialogProps) {
  const [time, setTime] = useState(() => (publishAt ? dateTimeValue(publishAt) : tomorrowMorning()))
  const [error, setError] = useState('')
  return (
    <Dialog
      title="Programma la pubblicazione"
      intro="L’articolo si pubblica da solo, al più un minuto dopo."
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (time === '') return setError('Scegli data e ora')
          const moment = readMoment(time)
          // The field itself shows that a time does not exist.
          if (!(moment instanceof Date)) return
          if (moment <= new Date()) return setError('Scegli un momento nel futuro')
          onChoose(moment.toISOString())
        }}
      >
        <MomentField label="Data e ora" aria-required value={time} error={error} onChange={setTime} />
        <div className="flex flex-wrap justify-end gap-2">
          <LeaveButton>Annulla</LeaveButton>
          <Button look="sea" type="submit">
            Programma
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const tomorrowMorning = () => `${dayAfter(romanDay(new Date()))}T09:00`
