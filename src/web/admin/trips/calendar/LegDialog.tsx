import { Link } from 'react-router'
import { stateNames } from '../../../../modules/leads/lead/contract.ts'
import { whenFields } from '../../../../modules/leads/lead/leg.contract.ts'
import type { CalendarEntry } from '../../../../modules/trips/calendar/contract.ts'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { type ActParts, actForm, SendButton } from '../../kit/ActForm.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { callToEnd } from '../../kit/callToEnd.ts'
import { FormText } from '../../kit/Form.tsx'
import { showFullDay } from '../../kit/format.ts'
import { changeOf, leadAnswers, leadPath } from '../../leads/lead/leadCalls.ts'
import { passengersOf, stateTones } from '../../leads/lead/leadLabels.ts'

interface LegProps {
  entry: CalendarEntry
  onClose: () => void
}

/** Lets staff move a leg (outbound ride or way back of a lead) that has no trip yet, or open its lead. */
export function LegDialog({ entry, onClose }: LegProps) {
  const { code, from, to, leg, name, phone, passengers, status } = entry
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
      <LegForm entry={entry} onClose={onClose} />
    </Dialog>
  )
}

type Change = ReturnType<typeof changeOf>

/** Names of the lead's fields with day and time of the leg. */
const fieldsOf = ({ leg }: CalendarEntry) => whenFields[leg === 'andata' ? 'there' : 'back']

const LegForm = actForm<Change, LegProps>({
  asked: ({ entry }) => changeOf(entry.kind),
  // With `updatedAt` the server refuses to overwrite a change by a different user.
  valuesOf({ entry }) {
    const { day, time } = fieldsOf(entry)
    return { id: entry.id, updatedAt: entry.updatedAt, [day]: entry.date, [time]: entry.time ?? '' }
  },
  send(input, { entry }) {
    const { time } = fieldsOf(entry)
    const { [time]: entered, ...rest } = input
    // Without a time in `entry` the customer may have written words such as `mattina`, which an empty time would delete.
    const isTimeSent = Boolean(entered) || entry.time !== null
    return callToEnd(changeOf(entry.kind), isTimeSent ? input : rest)
  },
  done(_, { entry, form }) {
    const { day, time } = fieldsOf(entry)
    const moved = form.rhf.getValues()
    return `Viaggio spostato: ${[showFullDay(String(moved[day])), moved[time]].filter(Boolean).join(', ')}`
  },
  failed: 'Impossibile spostare il viaggio',
  renews: leadAnswers,
  onDone: (_, { onClose }) => onClose(),
  className: 'grid gap-4',
  Fields,
})

function Fields({ form, entry }: ActParts<Change, LegProps>) {
  const { day, time } = fieldsOf(entry)
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <FormText form={form} name={day} label="Giorno" type="date" aria-required />
        <FormText form={form} name={time} label="Ora" type="time" />
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Link
          to={leadPath(entry)}
          className="mr-auto inline-flex min-h-6 items-center pointer-coarse:min-h-(--target) text-sea-deep underline"
        >
          Apri la richiesta
        </Link>
        <LeaveButton>Annulla</LeaveButton>
        <SendButton form={form} disabled={!form.rhf.watch(day)}>
          Sposta
        </SendButton>
      </div>
    </>
  )
}
