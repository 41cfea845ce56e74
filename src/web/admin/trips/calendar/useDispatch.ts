import { useQueryClient } from '@tanstack/react-query'
import { AssignTrip, SaveTrip, type Trip } from '../../../../modules/trips/trips/contract.ts'
import { JoinTrips, SplitTrip } from '../../../../modules/trips/trips/joins.contract.ts'
import { call } from '../../../client.ts'
import { toast } from '../../../ui/toast.ts'
import { renew, sentenceOf } from '../../kit/api.ts'
import { showClock } from '../../kit/format.ts'
import { leaveIfOut } from '../../session.ts'
import type { Pair } from './lanes.ts'

/** Answers that change with a trip. */
export const tripAnswers = ['GET /api/admin/trips', 'GET /api/admin/calendar', 'GET /api/admin/today']

interface Act {
  done: string
  failed: string
  text?: string
  act: () => Promise<unknown>
  undo: () => Promise<unknown>
}

/** Returns the acts of a dispatcher. The toast after each of them undoes it. */
export function useDispatch() {
  const client = useQueryClient()

  /** Returns the sentence of the refusal, or null after success. */
  async function run(failed: string, act: () => Promise<unknown>): Promise<string | null> {
    try {
      await act()
      return null
    } catch (error) {
      leaveIfOut(error)
      toast({ title: failed, text: sentenceOf(error), tone: 'destructive' })
      return sentenceOf(error)
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
    assign: (trip: Trip, pair: Pair, text: string) =>
      perform({
        ...{ done: 'Viaggio assegnato', failed: 'Impossibile assegnare il viaggio', text },
        act: () => give(trip.id, pair),
        undo: () => give(trip.id, pairOf(trip)),
      }),
    free: (trip: Trip) =>
      perform({
        ...{ done: 'Assegnazione tolta', failed: 'Impossibile togliere l’assegnazione' },
        act: () => give(trip.id, null),
        undo: () => give(trip.id, pairOf(trip)),
      }),
    /** Moves a trip, which keeps its duration. */
    move: (trip: Trip, pickupAt: Date) => {
      const late = pickupAt.getTime() - Date.parse(trip.pickupAt)
      return perform({
        ...{ done: 'Viaggio spostato', failed: 'Impossibile spostare il viaggio' },
        text: showClock(pickupAt.toISOString()),
        act: () => shift(trip, late),
        undo: () => shift(trip, 0),
      })
    },
    join: (host: Trip, others: Trip[]) =>
      perform({
        ...{ done: 'Viaggi uniti', failed: 'Impossibile unire i viaggi' },
        act: () =>
          call<typeof JoinTrips>(JoinTrips.http, { id: host.id, tripIds: others.map(({ id }) => id) }),
        undo: async () => {
          for (const other of others) {
            const { id } = await call<typeof SplitTrip>(SplitTrip.http, {
              id: host.id,
              parties: other.parties,
            })
            await give(id, pairOf(other))
          }
        },
      }),
    split: (trip: Trip, party: Trip['parties'][number]) => {
      let splitId = 0
      return perform({
        ...{ done: 'Viaggi divisi', failed: 'Impossibile dividere il viaggio' },
        act: async () => {
          const { id } = await call<typeof SplitTrip>(SplitTrip.http, { id: trip.id, parties: [party] })
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

const reopen = ({ id }: Trip) => call<typeof SaveTrip>(SaveTrip.http, { id, state: 'planned' })

const pairOf = ({ vehicleId, driverId }: Trip): Pair | null =>
  vehicleId === null || driverId === null ? null : { vehicleId, driverId }

/** Gives the trip a vehicle with driver, or takes both from it. */
const give = (id: number, pair: Pair | null): Promise<unknown> =>
  pair
    ? call<typeof AssignTrip>(AssignTrip.http, { id, ...pair })
    : call<typeof SaveTrip>(SaveTrip.http, { id, state: 'planned' })

const shift = ({ id, pickupAt, endsAt }: Trip, ms: number): Promise<unknown> =>
  call<typeof SaveTrip>(SaveTrip.http, { id, pickupAt: later(pickupAt, ms), endsAt: later(endsAt, ms) })

const later = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString()
