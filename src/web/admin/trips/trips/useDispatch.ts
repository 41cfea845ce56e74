import type { Static } from '@sinclair/typebox'
import { useQueryClient } from '@tanstack/react-query'
import { romanDay } from '../../../../kernel/romanDay.ts'
import { UndoBulkAct } from '../../../../modules/operations/bulkActs/contract.ts'
import {
  AssignTrip,
  type DispatchedTrip,
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
  act: () => Promise<DispatchedTrip>
}

/** The changed trip, or in Italian why the action failed, and the error. */
export type Outcome = { trip: Trip } | { refusal: string; error: unknown }

type Leaving = Omit<Static<typeof SplitTrip.input>, 'id'>

/**
 * Returns the actions of a dispatcher. After each successful action a toast offers to undo the action, which the server
 * does as a whole or refuses. Each action sends the version of the trip, because the calendar may still show the trip as
 * it was before somebody else changed it.
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

  async function undo(id: number): Promise<void> {
    const result = await run(() => call<typeof UndoBulkAct>(UndoBulkAct.http, { id }))
    if ('error' in result) toastOf('Impossibile annullare', result.error)
  }

  async function perform({ done, failed, text, act }: Act): Promise<Outcome> {
    const result = await run(act)
    if ('error' in result) {
      const { error } = result
      return { refusal: failed === null ? reasonOf(error) : toastOf(failed, error), error }
    }
    const { actId, ...trip } = result.output
    toast({
      title: done,
      ...(text && { text }),
      ...(actId !== undefined && { action: { label: 'Annulla', run: () => void undo(actId) } }),
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
        act: () => call<typeof AssignTrip>(AssignTrip.http, { ...versionOf(trip), ...pair }),
      }),
    free: (trip: Trip) =>
      perform({
        done: 'Assegnazione tolta',
        failed: 'Impossibile togliere l’assegnazione',
        act: () => save(trip, { state: 'planned' }),
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
      })
    },
    join: (host: Trip, others: Trip[]) =>
      perform({
        done: 'Viaggi uniti',
        failed: 'Impossibile unire i viaggi',
        act: () =>
          call<typeof JoinTrips>(JoinTrips.http, { id: host.id, tripIds: others.map(({ id }) => id) }),
      }),
    split: (trip: Trip, leaving: Leaving) =>
      perform({
        done: 'Viaggi divisi',
        failed: 'Impossibile dividere il viaggio',
        act: () => call<typeof SplitTrip>(SplitTrip.http, { id: trip.id, ...leaving }),
      }),
    cancel: (trip: Trip) =>
      perform({
        done: 'Viaggio annullato',
        failed: 'Impossibile annullare il viaggio',
        act: () => save(trip, { state: 'cancelled' }),
      }),
    reopen: (trip: Trip) =>
      perform({
        done: 'Viaggio riaperto',
        failed: 'Impossibile riaprire il viaggio',
        act: () => save(trip, { state: 'planned' }),
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

/** Staff read it before and after they move the trip of a customer whom mails do not reach. */
export const callText = 'Al cliente non arrivano email: chiamalo. Il testo da dire è in Oggi'

const save = (
  trip: Trip,
  change: Omit<Static<typeof SaveTrip.input>, 'id' | 'updatedAt'>,
): Promise<DispatchedTrip> => call<typeof SaveTrip>(SaveTrip.http, { ...versionOf(trip), ...change })

const versionOf = ({ id, updatedAt }: Trip) => ({ id, updatedAt })

const later = (moment: string, ms: number) => new Date(Date.parse(moment) + ms).toISOString()
