import type { Static } from '@sinclair/typebox'
import { useQueryClient } from '@tanstack/react-query'
import { romanDay } from '../../../../kernel/romanDay.ts'
import {
  AssignTrip,
  ReadTripFits,
  SaveTrip,
  type Trip,
  type TripFits,
} from '../../../../modules/trips/trips/contract.ts'
import { JoinTrips, SplitTrip } from '../../../../modules/trips/trips/joins.contract.ts'
import { call } from '../../../client.ts'
import { toast } from '../../../ui/toast.ts'
import { renew, sentenceOf } from '../../kit/api.ts'
import { showClock, showDay } from '../../kit/format.ts'
import { leaveIfOut } from '../../kit/session.ts'

export interface Pair {
  vehicleId: number
  driverId: number
}

/** Queries that a change of a trip makes outdated: all queries whose `http` begins with one of these texts. */
export const tripAnswers = ['GET /api/admin/trips', 'GET /api/admin/calendar', 'GET /api/admin/today']

interface Act {
  done: string
  /** Title of the toast that explains a failure; null when the caller shows the reason. */
  failed: string | null
  text?: string
  /** Returns the changed trip. */
  act: () => Promise<Trip>
  undo: (after: Trip) => Promise<unknown>
}

/** The changed trip, or in Italian why the action failed, and the error. */
export type Outcome = { trip: Trip } | { refusal: string; error: unknown }

type Leaving = Omit<Static<typeof SplitTrip.input>, 'id'>

/**
 * Returns the actions of a dispatcher. After each successful action a toast offers to undo the action. Each action sends
 * the version of the trip, because the calendar may still show the trip as it was before somebody else changed it.
 */
export function useDispatch() {
  const client = useQueryClient()

  async function run<T>(act: () => Promise<T>): Promise<{ output: T } | { error: unknown }> {
    try {
      return { output: await act() }
    } catch (error) {
      return { error }
    } finally {
      await renew(client, tripAnswers)
    }
  }

  async function undo(act: () => Promise<unknown>): Promise<void> {
    const result = await run(act)
    if ('error' in result) toastOf('Impossibile annullare', result.error)
  }

  async function perform({ done, failed, text, act, undo: undoAct }: Act): Promise<Outcome> {
    const result = await run(act)
    if ('error' in result) {
      const { error } = result
      return { refusal: failed === null ? reasonOf(error) : toastOf(failed, error), error }
    }
    const trip = result.output
    toast({
      title: done,
      ...(text && { text }),
      action: { label: 'Annulla', run: () => void undo(() => undoAct(trip)) },
    })
    return { trip }
  }

  return {
    /** Returns the vehicles and drivers with their clashes; null after a failure, which a toast explains. */
    async readFits({ id }: Trip): Promise<TripFits | null> {
      try {
        return await call<typeof ReadTripFits>(ReadTripFits.http, { id })
      } catch (error) {
        toastOf('Impossibile assegnare il viaggio', error)
        return null
      }
    },
    assign: (trip: Trip, pair: Pair, toasts: Pick<Act, 'failed' | 'text'>) =>
      perform({
        done: 'Viaggio assegnato',
        ...toasts,
        act: () => give(trip, pair),
        undo: (after) => give(after, pairOf(trip)),
      }),
    free: (trip: Trip) =>
      perform({
        done: 'Assegnazione tolta',
        failed: 'Impossibile togliere l’assegnazione',
        act: () => give(trip, null),
        undo: (after) => give(after, pairOf(trip)),
      }),
    /** Moves a trip and keeps its duration. With `pair`, also gives the trip another vehicle or driver. */
    move: (trip: Trip, pickupAt: Date, pair: Pair | null) => {
      const { endsAt } = trip
      const late = pickupAt.getTime() - Date.parse(trip.pickupAt)
      const to = { pickupAt: pickupAt.toISOString(), endsAt: later(endsAt, late) }
      const day = romanDay(pickupAt)
      const when = [day !== romanDay(new Date(trip.pickupAt)) && showDay(day), showClock(to.pickupAt)]
      return perform({
        done: 'Viaggio spostato',
        failed: 'Impossibile spostare il viaggio',
        text: [when.filter(Boolean).join(', '), trip.needsCall && callText].filter(Boolean).join('. '),
        act: () => save(trip, { ...to, ...(pair && { assign: pair }) }),
        undo: (after) => {
          const own = pairOf(trip)
          return save(after, { pickupAt: trip.pickupAt, endsAt, ...(pair && own && { assign: own }) })
        },
      })
    },
    join: (host: Trip, others: Trip[]) =>
      perform({
        done: 'Viaggi uniti',
        failed: 'Impossibile unire i viaggi',
        act: () =>
          call<typeof JoinTrips>(JoinTrips.http, { id: host.id, tripIds: others.map(({ id }) => id) }),
        undo: async ({ added }) => {
          for (const other of others) {
            const leaving = { parties: other.parties, addedIds: addedOf(other, added) }
            const left = await call<typeof SplitTrip>(SplitTrip.http, { id: host.id, ...leaving })
            const pair = pairOf(other)
            if (pair) await give(left, pair)
          }
        },
      }),
    split: (trip: Trip, leaving: Leaving) =>
      perform({
        done: 'Viaggi divisi',
        failed: 'Impossibile dividere il viaggio',
        act: () => call<typeof SplitTrip>(SplitTrip.http, { id: trip.id, ...leaving }),
        undo: ({ id }) => call<typeof JoinTrips>(JoinTrips.http, { id: trip.id, tripIds: [id] }),
      }),
    cancel: (trip: Trip) =>
      perform({
        done: 'Viaggio annullato',
        failed: 'Impossibile annullare il viaggio',
        act: () => save(trip, { state: 'cancelled' }),
        undo: async (after) => {
          const open = await save(after, { state: 'planned' })
          const pair = pairOf(trip)
          if (pair) await give(open, pair)
        },
      }),
    reopen: (trip: Trip) =>
      perform({
        done: 'Viaggio riaperto',
        failed: 'Impossibile riaprire il viaggio',
        act: () => save(trip, { state: 'planned' }),
        undo: (after) => save(after, { state: 'cancelled' }),
      }),
  }
}

/** Shows why an action failed. Returns the reason in Italian. */
function toastOf(title: string, error: unknown): string {
  const text = reasonOf(error)
  toast({ title, text, tone: 'destructive' })
  return text
}

/** Returns why an action failed in Italian. */
function reasonOf(error: unknown): string {
  leaveIfOut(error)
  return sentenceOf(error)
}

/**
 * Returns the ids of the rides in `joined` that came from this trip. `joined` lists the rides without a lead after the
 * join. A trip without leads and rides became a ride in `joined` itself.
 */
function addedOf({ parties, added, from, to, pickupAt }: Trip, joined: Trip['added']): number[] {
  if (parties.length + added.length > 0) return added.map(({ id }) => id)
  const own = joined.find((ride) => ride.from === from && ride.to === to && ride.pickupAt === pickupAt)
  return own ? [own.id] : []
}

/** Staff read it before and after they move the trip of a customer whom mails do not reach. */
export const callText = 'Al cliente non arrivano email: chiamalo. Il testo da dire è in Oggi'

const pairOf = ({ vehicleId, driverId }: Trip): Pair | null =>
  vehicleId === null || driverId === null ? null : { vehicleId, driverId }

/** Assigns vehicle and driver to the trip; null removes both. */
const give = (trip: Trip, pair: Pair | null): Promise<Trip> =>
  pair
    ? call<typeof AssignTrip>(AssignTrip.http, { ...versionOf(trip), ...pair })
    : save(trip, { state: 'planned' })

const save = (trip: Trip, change: Omit<Static<typeof SaveTrip.input>, 'id' | 'updatedAt'>): Promise<Trip> =>
  call<typeof SaveTrip>(SaveTrip.http, { ...versionOf(trip), ...change })

const versionOf = ({ id, updatedAt }: Trip) => ({ id, updatedAt })

const later = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString()
