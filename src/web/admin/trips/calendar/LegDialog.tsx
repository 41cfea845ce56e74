import { useState } from 'react'
import { Link } from 'react-router'
import type { CalendarEntry } from '../../../../modules/trips/calendar/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { leadPath } from '../../leads/inbox/leadCalls.ts'
import { stateNames, stateTones } from '../../leads/inbox/leadLabels.ts'
import { useMoveLeg } from './useMoveLeg.ts'

/** Moves a leg that has no trip yet, and opens its lead. */
export function LegDialog({ entry, onClose }: { entry: CalendarEntry; onClose: () => void }) {
  const { kind, id, code, from, to, leg, name, phone, passengers, status } = entry
  const [date, setDate] = useState(entry.date)
  const [time, setTime] = useState(entry.time ?? '')
  const [isMoving, setMoving] = useState(false)
  const move = useMoveLeg()
  async function submit(): Promise<void> {
    setMoving(true)
    const isMoved = await move(entry, { date, ...(time ? { time } : {}) })
    setMoving(false)
    if (isMoved) onClose()
  }
  return (
    <Dialog title={`Da ${from} a ${to}`} onClose={onClose}>
      <p className="mb-4 flex flex-wrap items-center gap-2">
        <Badge tone={stateTones[status]}>{stateNames[status]}</Badge>
        <span className="figures">
          {[leg === 'ritorno' && 'ritorno', name, phone, passengers && `${passengers} passeggeri`, code]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="grid grid-cols-2 gap-4">
          <TextField
            label="Giorno"
            type="date"
            required
            value={date}
            onChange={({ target }) => setDate(target.value)}
          />
          <TextField label="Ora" type="time" value={time} onChange={({ target }) => setTime(target.value)} />
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Link to={leadPath({ kind, id })} className="mr-auto min-h-6 text-sea-deep underline">
            Apri la richiesta
          </Link>
          <Button look="plain" onClick={onClose}>
            Annulla
          </Button>
          <Button look="sea" type="submit" aria-busy={isMoving} disabled={isMoving || date === ''}>
            Sposta
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
