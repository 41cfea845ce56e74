import { romanDay } from '../../../../kernel/romanDay.ts'
import { Button } from '../../../ui/Button.tsx'
import { DayFilter } from '../../kit/DayFilter.tsx'
import { stepped, titleOf, type View, views } from './calendarDays.ts'
import { type LaneKind, laneKinds } from './lanes.ts'
import type { CalendarPlace } from './useCalendarPlace.ts'

const viewNames: Record<View, string> = { giorno: 'Giorno', settimana: 'Settimana', elenco: 'Elenco' }
const laneNames: Record<LaneKind, string> = { veicoli: 'Per veicolo', autisti: 'Per autista' }

type CalendarBarProps = Pick<CalendarPlace, 'view' | 'day' | 'show'> & { kind: LaneKind }

export function CalendarBar({ view, day, kind, show }: CalendarBarProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex flex-wrap items-center gap-1.5 print:hidden">
        <Button look="plain" onClick={() => show({ giorno: stepped(view, day, -1) })}>
          Precedente
        </Button>
        <Button look="plain" onClick={() => show({ giorno: romanDay(new Date()) })}>
          Oggi
        </Button>
        <Button look="plain" onClick={() => show({ giorno: stepped(view, day, 1) })}>
          Successivo
        </Button>
        <DayFilter label="Giorno" value={day} onChoose={(giorno) => giorno && show({ giorno })} />
      </div>
      <h2 aria-live="polite" className="min-w-[min(12rem,100%)] font-semibold text-lg first-letter:uppercase">
        {titleOf(view, day)}
      </h2>
      <div className="flex flex-wrap gap-x-4 gap-y-2 lg:ml-auto print:hidden">
        {view !== 'elenco' && (
          <Choice
            legend="Corsie"
            names={laneNames}
            values={laneKinds}
            value={kind}
            onChoose={(corsie) => show({ corsie })}
          />
        )}
        <Choice
          legend="Vista"
          names={viewNames}
          values={views}
          value={view}
          onChoose={(vista) => show({ vista })}
        />
      </div>
    </div>
  )
}

interface ChoiceProps<V extends string> {
  legend: string
  names: Record<V, string>
  values: readonly V[]
  value: V
  onChoose: (value: V) => void
}

function Choice<V extends string>({ legend, names, values, value, onChoose }: ChoiceProps<V>) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{legend}</legend>
      {values.map((one) => (
        <Button
          key={one}
          look={one === value ? 'sea' : 'plain'}
          aria-pressed={one === value}
          onClick={() => onChoose(one)}
          className="max-sm:px-3"
        >
          {names[one]}
        </Button>
      ))}
    </fieldset>
  )
}
