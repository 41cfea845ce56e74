import type { Trip, TripFits } from '../../../../modules/trips/trips/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { showClock } from '../../kit/format.ts'
import { clashesOf, type LaneKind } from './lanes.ts'

interface DragGhostProps {
  drag: { item: Trip; x: number; y: number; over: string | null }
  kind: LaneKind
  fits: TripFits | undefined
}

/** Shows the dragged trip at the pointer, and why the lane under the pointer cannot take the trip. */
export function DragGhost({ drag: { item, x, y, over }, kind, fits }: DragGhostProps) {
  const [clash] = over ? clashesOf(kind, fits, Number(over.split(' ')[1])) : []
  return (
    <div
      aria-hidden="true"
      style={{ transform: `translate(${x + 12}px, ${y + 12}px)` }}
      className={`pointer-events-none fixed top-0 left-0 z-40 max-w-64 rounded-field border px-2.5 py-1.5 text-sm shadow-soft ${clash ? 'border-brick bg-brick-pale' : 'border-line bg-white'}`}
    >
      <span className="figures font-semibold">{showClock(item.pickupAt)}</span>{' '}
      <Arrowed text={`${item.from} → ${item.to}`} />
      {clash && <span className="block font-semibold text-brick">{clash.message}</span>}
    </div>
  )
}
