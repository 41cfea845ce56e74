import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { isOpen, ridesOf, type Trip, type TripFits } from '../../../../modules/trips/trips/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import { showClock } from '../../kit/format.ts'
import { RowAction } from '../../kit/RowAction.tsx'
import { leadPath } from '../../leads/lead/leadCalls.ts'
import { OfficeReports } from '../driving/OfficeReports.tsx'
import { tripStates } from '../trips/tripLabels.ts'
import { useDispatch } from '../trips/useDispatch.ts'
import { clashesOf, type Lane, type LaneKind, laneOf } from './lanes.ts'

interface TripPanelProps {
  trip: Trip
  kind: LaneKind
  lanes: Lane[]
  trips: Trip[]
  fits: TripFits | undefined
  onGive: (laneId: number) => void
  onClose: () => void
}

/** Shows the chosen trip: its rides, all lanes with the reason if a lane cannot take the trip, and actions. */
export function TripPanel({ trip, kind, lanes, trips, fits, onGive, onClose }: TripPanelProps) {
  const { free, join, split, cancel } = useDispatch()
  const panel = useRef<HTMLElement>(null)
  const isReady = fits !== undefined
  // Focuses the first lane that can take the trip. Enter chooses a trip, and a second Enter assigns the trip to
  // this lane.
  useEffect(() => {
    if (!isReady) return
    const { current } = panel
    const lane = current?.querySelector<HTMLElement>('[data-free]') ?? current?.querySelector('button')
    lane?.focus()
  }, [isReady])
  const isFree = isOpen(trip)
  const isJoined = ridesOf(trip) > 1
  const others = trips.filter((other) => other.id !== trip.id && isOpen(other))
  return (
    <section
      ref={panel}
      aria-labelledby="viaggio-scelto"
      className="mb-4 rounded-card border-2 border-sea p-3"
    >
      <h3 id="viaggio-scelto" className="font-semibold">
        {showClock(trip.pickupAt)}, da {trip.from} a {trip.to}
      </h3>
      <p className="my-1 flex flex-wrap gap-2 text-sm">
        <Badge tone={tripStates[trip.state].tone}>{tripStates[trip.state].label}</Badge>
        {[trip.plate, trip.driverName].filter(Boolean).join(', ')}
      </p>
      <ul className="text-sm">
        {trip.parties.map((party) => (
          <li key={`${party.leadKind}-${party.leadId}`} className="flex flex-wrap items-center gap-x-2">
            <Link
              to={leadPath({ kind: party.leadKind, id: party.leadId })}
              className="inline-flex min-h-6 pointer-coarse:min-h-(--target) items-center text-sea-deep underline"
            >
              {party.name ?? party.code}
            </Link>
            <span className="figures">
              {party.passengers} + {party.bags}
              {isJoined && `, ${showClock(party.pickupAt)}, ${party.to}`}
            </span>
            {isJoined && isFree && (
              <RowAction onClick={() => void split(trip, { parties: [party], addedIds: [] })}>
                Dividi<span className="sr-only"> {party.name ?? party.code}</span>
              </RowAction>
            )}
          </li>
        ))}
        {trip.added.map(({ id, passengers, bags, pickupAt, to }) => (
          <li key={id} className="figures flex flex-wrap items-center gap-x-2">
            Aggiunto a mano {passengers} + {bags}, {showClock(pickupAt)}, {to}
            {isFree && (
              <RowAction onClick={() => void split(trip, { parties: [], addedIds: [id] })}>
                Dividi<span className="sr-only"> la corsa aggiunta per {to}</span>
              </RowAction>
            )}
          </li>
        ))}
      </ul>
      {isFree && (
        <fieldset className="mt-2 grid gap-1">
          <legend className="mb-1 text-ink-soft text-sm">Assegna a</legend>
          {lanes.map(({ id, name }) => {
            const [clash] = clashesOf(kind, fits, id)
            const isOwn = laneOf(kind, trip) === id
            return (
              <button
                key={id}
                type="button"
                aria-disabled={clash !== undefined || isOwn || !isReady}
                {...(!clash && !isOwn && { 'data-free': true })}
                onClick={() => !clash && !isOwn && onGive(id)}
                className={`min-h-(--target) rounded-field border px-2 py-1 text-left text-sm ${clash ? 'border-brick/40 bg-brick-pale' : 'border-line hover:border-ink'}`}
              >
                <span className="font-medium">{name}</span>
                {isOwn && ' · è già qui'}
                {clash && <span className="block text-brick">{clash.message}</span>}
              </button>
            )
          })}
        </fieldset>
      )}
      {isFree && others.length > 0 && (
        <ChoiceField
          label="Unisci con"
          className="mt-2 text-sm"
          value=""
          none="Scegli un viaggio…"
          choices={others.map(
            ({ id, pickupAt, to, name }) =>
              [id, [showClock(pickupAt), to, name].filter(Boolean).join(', ')] as const,
          )}
          onPick={(picked) => {
            const other = others.find(({ id }) => id === Number(picked))
            if (other) void join(trip, [other])
          }}
        />
      )}
      <OfficeReports trip={trip} />
      <div className="mt-3 flex flex-wrap gap-1.5">
        <Link to={adminPath('viaggi/:id/', { id: trip.id })} className={buttonClass('plain', 'px-3')}>
          Modifica
        </Link>
        {trip.state === 'assigned' && (
          <Button look="plain" className="px-3" onClick={() => void free(trip)}>
            Togli
          </Button>
        )}
        {isFree && (
          <Button look="plain" className="px-3" onClick={() => void cancel(trip).then(onClose)}>
            Annulla il viaggio
          </Button>
        )}
        <Button look="plain" className="px-3" onClick={onClose}>
          Chiudi
        </Button>
      </div>
    </section>
  )
}
