import type { DriverEventName, Trip } from '../trips/contract.ts'

type State = Trip['state']

/** State that each event requires. After the event, the trip's state has the name of the event. */
const stateBefore: Record<DriverEventName, State> = {
  started: 'assigned',
  onSite: 'started',
  aboard: 'onSite',
  finished: 'aboard',
  noShow: 'onSite',
}

export const eventNames: Record<DriverEventName, string> = {
  started: 'In viaggio',
  onSite: 'Sul posto',
  aboard: 'A bordo',
  finished: 'Arrivato',
  noShow: 'Non presentato',
}

/** The driver can start a trip from this many hours before the pick-up. */
export const startHours = 12

/** Returns the events that may follow, the usual event first. */
export function nextEvents(state: State): DriverEventName[] {
  const all = Object.keys(stateBefore) as DriverEventName[]
  return all.filter((event) => stateBefore[event] === state)
}

/** Returns whether a report asks for the odometer. After a customer did not come, the driver may leave it empty. */
export const asksKm = (event: DriverEventName) => needsKm(event) || event === 'noShow'

export const needsKm = (event: DriverEventName) => event === 'started' || event === 'finished'

/** Returns why the event cannot follow the state, or null if it can. */
export function refusalOf(event: DriverEventName, state: State): string | null {
  const before = stateBefore[event]
  if (before === state) return null
  if (state === 'finished' || state === 'noShow')
    return `Il viaggio è già concluso: risulta «${eventNames[state]}».`
  if (isEvent(state) && isAfter(state, event)) return `Il viaggio risulta già «${eventNames[state]}».`
  return isEvent(before)
    ? `Prima di «${eventNames[event]}» serve «${eventNames[before]}».`
    : 'Il viaggio non è assegnato: chiedi in ufficio.'
}

const isEvent = (state: State): state is DriverEventName => state in stateBefore

/** Returns whether `state` is `event` itself or a later event. */
function isAfter(state: State, event: DriverEventName): boolean {
  if (state === event) return true
  return isEvent(state) && isAfter(stateBefore[state], event)
}
