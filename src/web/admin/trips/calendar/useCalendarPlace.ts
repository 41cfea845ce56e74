import { useSearchParams } from 'react-router'
import { isDay, romanDay } from '../../../../kernel/romanDay.ts'
import { useIsPhone } from '../../kit/useIsPhone.ts'
import { type View, views } from './calendarDays.ts'
import { type LaneKind, laneKinds } from './lanes.ts'

interface Place {
  vista: View
  giorno: string
  corsie: LaneKind
}

/** Reads view, day and kind of the lanes from the URL and stores them there. A phone starts with the list. */
export function useCalendarPlace() {
  const [params, setParams] = useSearchParams()
  const isPhone = useIsPhone()
  const day = params.get('giorno') ?? ''
  return {
    view: views.find((one) => one === params.get('vista')) ?? (isPhone ? 'elenco' : 'giorno'),
    day: isDay(day) ? day : romanDay(new Date()),
    lanes: laneKinds.find((one) => one === params.get('corsie')) ?? 'veicoli',
    show(changes: Partial<Place>) {
      setParams({ ...Object.fromEntries(params), ...changes }, { preventScrollReset: true })
    },
  }
}

export type CalendarPlace = ReturnType<typeof useCalendarPlace>
