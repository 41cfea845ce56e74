import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { localValue } from '../../kit/dateTimeField.ts'

interface ScheduleDialogProps {
  /** Time of the scheduled publication; null if none is scheduled. */
  publishAt: string | null
  onChoose: (moment: string) => void
  onClose: () => void
}

/** Dialog for the time of publication, in the time zone of the user's computer. */
export function ScheduleDialog({ publishAt, onChoose, onClose }: ScheduleDialogProps) {
  const [local, setLocal] = useState(() => localValue(publishAt ? new Date(publishAt) : tomorrowMorning()))
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
          const moment = new Date(local)
          if (Number.isNaN(moment.getTime())) return setError('Scegli data e ora')
          if (moment.getTime() <= Date.now()) return setError('Scegli un momento nel futuro')
          onChoose(moment.toISOString())
        }}
      >
        <TextField
          label="Data e ora"
          type="datetime-local"
          aria-required
          value={local}
          error={error}
          onChange={({ target }) => setLocal(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="plain" onClick={onClose}>
            Annulla
          </Button>
          <Button look="sea" type="submit">
            Programma
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function tomorrowMorning(): Date {
  const moment = new Date()
  moment.setDate(moment.getDate() + 1)
  moment.setHours(9, 0, 0, 0)
  return moment
}
