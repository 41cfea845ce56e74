import { type ReactNode, useEffect, useRef, useState } from 'react'
import { romanDay, romanMoment } from '../../../../kernel/romanDay.ts'
import { ReadTripFits, type Trip } from '../../../../modules/trips/trips/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { showClock, showFullDay, showNumber } from '../../kit/format.ts'
import { laterPart } from '../../kit/laterPart.tsx'
import { callText, useDispatch } from '../trips/useDispatch.ts'
import { DragGhost } from './DragGhost.tsx'
import { clashesOf, type Lane, type LaneKind, laneOf, otherPair, pairFor } from './lanes.ts'
import { SideBlock } from './SideList.tsx'
import { TimeGrid, timeAt } from './TimeGrid.tsx'
import { TripCard } from './TripCard.tsx'
import { TripPanel } from './TripPanel.tsx'
import { type Drop, useDrag } from './useDrag.ts'

const AssignDialog = laterPart(async () => (await import('../trips/AssignDialog.tsx')).AssignDialog)

interface DispatchProps {
  day: string
  days: string[]
  kind: LaneKind
  lanes: Lane[]
  trips: Trip[]
  /** Button that updates the calendar; not shown during a drag, because it would lie over a lane. */
  update: ReactNode
  children: ReactNode
}

interface Move {
  trip: Trip
  to: Date
  /** Vehicle or driver that the trip also gets. */
  laneId: number | null
}

/** Value of `data-drop` for the list of unassigned trips. */
const noLane = 'none'
/** Unassigned trips shown at first. On a narrow screen, more trips would push the time grid too far down. */
const firstTrips = 8

/** Time grid and unassigned trips. Staff assign a trip by dragging it, or by choosing it and then a lane. */
export function Dispatch({ day, days, kind, lanes, trips, update, children }: DispatchProps) {
  const { readFits, assign, free, move } = useDispatch()
  const { drag, start } = useDrag<Trip>(onDrop)
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [asking, setAsking] = useState<{ trip: Trip; laneId: number } | null>(null)
  const [moving, setMoving] = useState<Move | null>(null)
  const chosen = trips.find(({ id }) => id === chosenId)
  const active = drag?.item ?? chosen
  const fits = useQueryCall(ReadTripFits, { id: active?.id ?? 0 }, { enabled: active !== undefined })

  /** Moves an assigned trip to the lane in one step, because its own vehicle or driver may be busy at the new time. */
  async function moveTo({ trip, to, laneId }: Move): Promise<void> {
    const pair = laneId === null ? null : otherPair(kind, trip, laneId)
    const outcome = await move(trip, to, pair)
    if (laneId !== null && !pair && 'trip' in outcome) await give(outcome.trip, laneId)
  }

  async function give(trip: Trip, laneId: number): Promise<void> {
    if (laneId === laneOf(kind, trip)) return
    // A request of its own, because React Query cancels the request of `fits` when the drag ends.
    const known = await readFits(trip)
    if (!known) return
    const [clash] = clashesOf(kind, known, laneId)
    if (clash) {
      toast({ title: 'Impossibile assegnare il viaggio', text: clash.message, tone: 'destructive' })
      return
    }
    const pair = pairFor(trip, kind, laneId, { trips, fits: known })
    if (!pair) {
      setAsking({ trip, laneId })
      return
    }
    const names = [
      known.vehicles.find(({ id }) => id === pair.vehicleId)?.name,
      known.drivers.find(({ id }) => id === pair.driverId)?.name,
    ]
    await assign(trip, pair, { failed: 'Impossibile assegnare il viaggio', text: names.join(', ') })
  }

  function onDrop(trip: Trip, { key, target, top }: Drop): void {
    if (key === noLane) {
      if (trip.state === 'assigned') void free(trip)
      return
    }
    const [dropDay = '', lane] = key.split(' ')
    const laneId = Number(lane)
    const isOther = laneId !== laneOf(kind, trip)
    const from = new Date(trip.pickupAt)
    // A trip dragged to another lane keeps its time, because nobody drags exactly horizontally.
    const time = isOther ? showClock(trip.pickupAt) : timeAt(target, top)
    const to = romanMoment(dropDay, time)
    const isMoved = romanDay(from) !== dropDay || Math.abs(to.getTime() - from.getTime()) >= 10 * 60_000
    if (isMoved) setMoving({ trip, to, laneId: isOther ? laneId : null })
    else if (isOther) void give(trip, laneId)
  }

  const unassigned = trips.filter(({ state }) => state === 'planned')
  const waiting = useRef<HTMLDivElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const left = isWhole ? 0 : unassigned.length - firstTrips
  // Moves the focus from the button, which has disappeared, to the first trip that the button revealed.
  useEffect(() => {
    if (isWhole) waiting.current?.querySelectorAll<HTMLElement>('[data-trip]')[firstTrips]?.focus()
  }, [isWhole])
  const cardOf = (trip: Trip) => ({
    trip,
    isChosen: trip.id === chosenId,
    isDragged: trip.id === drag?.item.id,
    onPress: start,
    onChoose: () => setChosenId(trip.id === chosenId ? null : trip.id),
  })
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] print:hidden">
      {drag === null && update}
      <TimeGrid
        day={day}
        days={days}
        kind={kind}
        lanes={lanes}
        trips={trips}
        active={active}
        cardOf={cardOf}
        fits={fits.data}
        over={drag?.over ?? null}
      />
      <div className="min-w-0 max-lg:row-start-1">
        {chosen && (
          <TripPanel
            key={chosen.id}
            kind={kind}
            lanes={lanes}
            trips={trips}
            trip={chosen}
            fits={fits.data}
            onGive={(laneId) => void give(chosen, laneId)}
            onClose={() => setChosenId(null)}
          />
        )}
        <div
          ref={waiting}
          data-drop={noLane}
          className={drag?.over === noLane ? 'rounded-card bg-sea-pale' : ''}
        >
          <SideBlock id="da-assegnare" title="Da assegnare">
            {(isWhole ? unassigned : unassigned.slice(0, firstTrips)).map((trip) => (
              <li key={trip.id}>
                <TripCard {...cardOf(trip)} isInList hasDay={days.length > 1} />
              </li>
            ))}
            {left > 0 && (
              <li>
                <Button look="plain" onClick={() => setIsWhole(true)}>
                  {left === 1 ? 'Un altro' : `Altri ${showNumber(left)}`}
                </Button>
              </li>
            )}
            {unassigned.length === 0 && <li className="text-ink-soft text-sm">Nessun viaggio</li>}
          </SideBlock>
        </div>
        {children}
      </div>
      {drag && <DragGhost drag={drag} kind={kind} fits={fits.data} />}
      {asking && (
        <AssignDialog
          trip={asking.trip}
          preset={kind === 'veicoli' ? { vehicleId: asking.laneId } : { driverId: asking.laneId }}
          onClose={() => setAsking(null)}
        />
      )}
      {moving && (
        <Confirm
          title={`Spostare il viaggio da ${moving.trip.from} a ${moving.trip.to}?`}
          action="Sposta"
          onConfirm={() => {
            setMoving(null)
            void moveTo(moving)
          }}
          onClose={() => setMoving(null)}
        >
          {moveWords(moving)}
          {moving.trip.needsCall && <strong className="mt-2 block">{callText}.</strong>}
        </Confirm>
      )}
    </div>
  )
}

function moveWords({ trip, to }: Move): string {
  const [dayBefore, timeBefore] = [romanDay(new Date(trip.pickupAt)), showClock(trip.pickupAt)]
  const [day, time] = [romanDay(to), showClock(to.toISOString())]
  return day === dayBefore
    ? `Dalle ${timeBefore} alle ${time} di ${showFullDay(day)}.`
    : `Da ${showFullDay(dayBefore)}, ${timeBefore}, a ${showFullDay(day)}, ${time}.`
}
