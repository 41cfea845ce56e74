import type { PointerEvent } from 'react'
import { romanDay } from '../../../../kernel/romanDay.ts'
import { isOpen, ridesOf, type Trip } from '../../../../modules/trips/trips/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { countOf, showClock, showDay } from '../../kit/format.ts'
import { rem } from '../../kit/textSize.ts'
import { tripStates } from '../trips/tripLabels.ts'

interface TripCardProps {
  trip: Trip
  isChosen: boolean
  isDragged: boolean
  /** True in the list at the side, false in the time grid. */
  isInList?: boolean
  /** True if the card states the day of the pick-up, because the page shows several. */
  hasDay?: boolean
  /** In pixels at the panel's usual font size. */
  place?: { top: number; height: number }
  onPress: (event: PointerEvent, trip: Trip) => void
  onChoose: () => void
}

const tones: Partial<Record<Trip['state'], string>> = {
  planned: 'border-sun bg-sun-pale',
  assigned:
    'border-leaf bg-card [box-shadow:0_0_0_1px_var(--color-line),0_10px_30px_-12px_--alpha(var(--color-shade)/22%)]',
  noShow: 'border-brick bg-brick-pale',
  finished: 'border-line bg-panel',
}

/** Height of a line and of the space above and below the lines, in pixels at the usual font size. */
const [linePx, paddingPx] = [13.8, 4]

/** Trip that staff drag, or choose by a click or Enter. A trip that has started cannot be dragged. */
export function TripCard({
  trip,
  isChosen,
  isDragged,
  isInList = false,
  hasDay = false,
  place,
  onPress,
  onChoose,
}: TripCardProps) {
  const { pickupAt, from, to, passengers, bags, state, name } = trip
  const [isFree, rides] = [isOpen(trip), ridesOf(trip)]
  const route = `${from} → ${to}`
  const who = rides > 1 ? `${rides} corse` : name
  const lines = place && Math.floor((place.height - paddingPx) / linePx)
  // One or two lines have room for the time and the route, but not for the name too.
  const isLow = lines !== undefined && lines <= 2
  return (
    <button
      type="button"
      data-trip={trip.id}
      aria-pressed={isChosen}
      title={[route, who].filter(Boolean).join(', ')}
      onPointerDown={(event) => isFree && onPress(event, trip)}
      onClick={onChoose}
      style={place && { top: rem(place.top), height: rem(place.height) }}
      className={`overflow-hidden rounded-[6px] border-l-4 px-1.5 py-0.5 text-left text-xs hover:z-10 focus-visible:z-10 ${
        isInList ? 'block w-full py-1.5 text-sm leading-snug' : 'absolute inset-x-0.5 leading-[1.15]'
      } ${tones[state] ?? 'border-sea bg-sea-pale'} ${isFree ? 'cursor-grab touch-none select-none' : ''} ${
        isChosen ? 'outline-2 outline-sea' : ''
      } ${isDragged ? 'opacity-50' : ''}`}
    >
      {/* A line that does not fit is left out, because half a line cannot be read. */}
      <span
        className="block overflow-hidden"
        style={
          lines ? { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines } : undefined
        }
      >
        <span className="figures font-semibold">
          {hasDay && `${showDay(romanDay(new Date(pickupAt)))}, `}
          {showClock(pickupAt)}
        </span>{' '}
        <span className={isLow ? 'sr-only' : ''}>{who}</span>
        <span className={isLow ? '' : 'block'}>
          <Arrowed text={route} />
        </span>
      </span>
      {isInList && (
        <span className="figures block text-ink-soft">
          {countOf(passengers, ['persona', 'persone'])}, {countOf(bags, ['bagaglio', 'bagagli'])}
        </span>
      )}
      <span className="sr-only"> {tripStates[state].label}</span>
    </button>
  )
}
