import { useState } from 'react'
import { Link } from 'react-router'
import { stateNames } from '../../../../modules/leads/lead/contract.ts'
import type { CalendarEntry } from '../../../../modules/trips/calendar/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showFullDay } from '../../kit/format.ts'
import { CommandForm } from '../../kit/UnshownErrors.tsx'
import { changeOf, leadAnswers, leadPath } from '../../leads/lead/leadCalls.ts'
import { passengersOf, stateTones } from '../../leads/lead/leadLabels.ts'

/** Lets staff move a leg (outbound ride or way back of a lead) that has no trip yet, or open its lead. */
export function LegDialog({ entry, onClose }: { entry: CalendarEntry; onClose: () => void }) {
  const { kind, id, code, from, to, leg, name, phone, passengers, status, updatedAt } = entry
  const [date, setDate] = useState(entry.date)
  const [time, setTime] = useState(entry.time ?? '')
  const move = useCommandCall(changeOf(kind), {
    done: `Viaggio spostato: ${[showFullDay(date), time].filter(Boolean).join(', ')}`,
    failed: 'Impossibile spostare il viaggio',
    renews: leadAnswers,
    onDone: onClose,
  })
  function submit(): void {
    // Without a time in `entry` the customer may have written words such as `mattina`, which an empty time would delete.
    const isTimeSent = time !== '' || entry.time !== null
    const where =
      leg === 'andata'
        ? { date, ...(isTimeSent && { time }) }
        : { returnDate: date, ...(isTimeSent && { returnTime: time }) }
    // With `updatedAt` the server refuses to overwrite a change by a different user.
    move.mutate({ id, updatedAt, ...where })
  }
  return (
    <Dialog title={`Da ${from} a ${to}`} onClose={onClose}>
      <p className="mb-4 flex flex-wrap items-center gap-2">
        <Badge tone={stateTones[status]}>{stateNames[status]}</Badge>
        <span className="figures">
          {[leg === 'ritorno' && 'ritorno', name, phone, passengersOf(passengers), code]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <CommandForm
        error={move.error}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label="Giorno"
            name={leg === 'andata' ? 'date' : 'returnDate'}
            type="date"
            required
            aria-required
            value={date}
            onChange={({ target }) => setDate(target.value)}
          />
          <TextField
            label="Ora"
            name={leg === 'andata' ? 'time' : 'returnTime'}
            type="time"
            value={time}
            onChange={({ target }) => setTime(target.value)}
          />
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Link
            to={leadPath({ kind, id })}
            className="mr-auto inline-flex min-h-6 items-center pointer-coarse:min-h-(--target) text-sea-deep underline"
          >
            Apri la richiesta
          </Link>
          <LeaveButton>Annulla</LeaveButton>
          <Button
            look="sea"
            type="submit"
            aria-busy={move.isPending}
            disabled={move.isPending || date === ''}
          >
            Sposta
          </Button>
        </div>
      </CommandForm>
    </Dialog>
  )
}
