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

/** State of the calendar in the URL: view, day, kind of lanes. A phone starts with the list. */
export function useCalendarPlace() {
  const [params, setParams] = useSearchParams()
  const isPhone = useIsPhone()
  const day = params.get('giorno') ?? ''
  return {
    view: views.find((one) => one === params.get('vista')) ?? (isPhone ? 'elenco' : 'giorno'),
    day: isDay(day) ? day : romanDay(new Date()),
    lanes: laneKinds.find((one) => one === params.get('corsie')) ?? 'veicoli',
    show(changes: Partial<Place>) {
      // Reads the URL again, because `params` lacks a change that is not rendered yet.
      const now = Object.fromEntries(new URLSearchParams(location.search))
      setParams({ ...now, ...changes }, { preventScrollReset: true })
    },
  }
}

export type CalendarPlace = ReturnType<typeof useCalendarPlace>
