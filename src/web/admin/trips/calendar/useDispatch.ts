import type { Static } from '@sinclair/typebox'
import { useQueryClient } from '@tanstack/react-query'
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
import { showClock } from '../../kit/format.ts'
import { leaveIfOut } from '../../session.ts'
import type { Pair } from './lanes.ts'

/** Queries that a change of a trip makes outdated: all queries whose `http` begins with one of these texts. */
export const tripAnswers = ['GET /api/admin/trips', 'GET /api/admin/calendar', 'GET /api/admin/today']

interface Act {
  done: string
  /** Title of the toast that explains a failure; null when the caller shows the reason. */
  failed: string | null
  text?: string
  act: () => Promise<unknown>
  undo: () => Promise<unknown>
}

type Leaving = Omit<Static<typeof SplitTrip.input>, 'id'>

/** Returns the actions of a dispatcher. After each successful action a toast offers to undo the action. */
export function useDispatch() {
  const client = useQueryClient()

  /** Runs an action. Returns in Italian why the action failed; null after success. */
  async function run(failed: Act['failed'], act: () => Promise<unknown>): Promise<string | null> {
    try {
      await act()
      return null
    } catch (error) {
      return failed === null ? reasonOf(error) : toastOf(failed, error)
    } finally {
      await renew(client, tripAnswers)
    }
  }

  async function perform({ done, failed, text, act, undo }: Act): Promise<string | null> {
    const refusal = await run(failed, act)
    if (refusal === null)
      toast({
        title: done,
        ...(text && { text }),
        action: { label: 'Annulla', run: () => void run('Impossibile annullare', undo) },
      })
    return refusal
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
        ...{ done: 'Viaggio assegnato', ...toasts },
        act: () => give(trip.id, pair),
        undo: () => give(trip.id, pairOf(trip)),
      }),
    free: (trip: Trip) =>
      perform({
        ...{ done: 'Assegnazione tolta', failed: 'Impossibile togliere l’assegnazione' },
        act: () => give(trip.id, null),
        undo: () => give(trip.id, pairOf(trip)),
      }),
    /** Moves a trip and keeps its duration. */
    move: (trip: Trip, pickupAt: Date) => {
      const late = pickupAt.getTime() - Date.parse(trip.pickupAt)
      return perform({
        ...{ done: 'Viaggio spostato', failed: 'Impossibile spostare il viaggio' },
        text: showClock(pickupAt.toISOString()),
        act: () => shift(trip, late),
        undo: () => shift(trip, 0),
      })
    },
    join: (host: Trip, others: Trip[]) => {
      let added: Trip['added'] = []
      return perform({
        ...{ done: 'Viaggi uniti', failed: 'Impossibile unire i viaggi' },
        act: async () => {
          const tripIds = others.map(({ id }) => id)
          const joined = await call<typeof JoinTrips>(JoinTrips.http, { id: host.id, tripIds })
          added = joined.added
        },
        undo: async () => {
          for (const other of others) {
            const leaving = { parties: other.parties, addedIds: addedOf(other, added) }
            const { id } = await call<typeof SplitTrip>(SplitTrip.http, { id: host.id, ...leaving })
            await give(id, pairOf(other))
          }
        },
      })
    },
    split: (trip: Trip, leaving: Leaving) => {
      let splitId = 0
      return perform({
        ...{ done: 'Viaggi divisi', failed: 'Impossibile dividere il viaggio' },
        act: async () => {
          const { id } = await call<typeof SplitTrip>(SplitTrip.http, {
            id: trip.id,
            ...leaving,
          })
          splitId = id
        },
        undo: () => call<typeof JoinTrips>(JoinTrips.http, { id: trip.id, tripIds: [splitId] }),
      })
    },
    cancel: (trip: Trip) =>
      perform({
        ...{ done: 'Viaggio annullato', failed: 'Impossibile annullare il viaggio' },
        act: () => call<typeof SaveTrip>(SaveTrip.http, { id: trip.id, state: 'cancelled' }),
        undo: async () => {
          await reopen(trip)
          await give(trip.id, pairOf(trip))
        },
      }),
    reopen: (trip: Trip) =>
      perform({
        ...{ done: 'Viaggio riaperto', failed: 'Impossibile riaprire il viaggio' },
        act: () => reopen(trip),
        undo: () => call<typeof SaveTrip>(SaveTrip.http, { id: trip.id, state: 'cancelled' }),
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

const reopen = ({ id }: Trip) => call<typeof SaveTrip>(SaveTrip.http, { id, state: 'planned' })

const pairOf = ({ vehicleId, driverId }: Trip): Pair | null =>
  vehicleId === null || driverId === null ? null : { vehicleId, driverId }

/** Assigns vehicle and driver to the trip; null removes both. */
const give = (id: number, pair: Pair | null): Promise<unknown> =>
  pair
    ? call<typeof AssignTrip>(AssignTrip.http, { id, ...pair })
    : call<typeof SaveTrip>(SaveTrip.http, { id, state: 'planned' })

const shift = ({ id, pickupAt, endsAt }: Trip, ms: number): Promise<unknown> =>
  call<typeof SaveTrip>(SaveTrip.http, { id, pickupAt: later(pickupAt, ms), endsAt: later(endsAt, ms) })

const later = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString()
