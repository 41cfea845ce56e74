import { useState } from 'react'
import { dayAfter, romanDay } from '../../../../kernel/romanDay.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { dateTimeValue, momentOf } from '../../kit/dateTimeField.ts'

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
          const moment = momentOf(time)
          if (Date.parse(moment) <= Date.now()) return setError('Scegli un momento nel futuro')
          onChoose(moment)
        }}
      >
        <TextField
          label="Data e ora"
          type="datetime-local"
          aria-required
          value={time}
          error={error}
          onChange={({ target }) => setTime(target.value)}
        />
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
