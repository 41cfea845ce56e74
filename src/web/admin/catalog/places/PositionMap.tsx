import type { Drawing } from '../../../../modules/content/drawings/contract.ts'
import { drawMap, projectionOf } from '../../../drawn/map.ts'

const towns = [
  { name: 'Brindisi', latitude: 40.632, longitude: 17.942 },
  { name: 'Taranto', latitude: 40.464, longitude: 17.247 },
  { name: 'Lecce', latitude: 40.352, longitude: 18.175 },
  { name: 'Gallipoli', latitude: 40.056, longitude: 17.993 },
  { name: 'Otranto', latitude: 40.147, longitude: 18.486 },
  { name: 'Leuca', latitude: 39.797, longitude: 18.357 },
]
const size = { width: 720, height: 760 }
// Each town is an arc that starts and ends at one point, so that the map draws the town as a dot.
const drawing: Drawing = {
  ...size,
  frame: 'heel',
  arcs: towns.map((town) => ({ from: town, to: town })),
  labels: towns,
}

interface PositionMapProps {
  latitude: unknown
  longitude: unknown
  /** Called with degrees to four decimals (about 11 m). */
  onPick: (latitude: number, longitude: number) => void
}

/** Map of Salento on which staff click a position. Keyboard users type the coordinates instead. */
export function PositionMap({ latitude, longitude, onPick }: PositionMapProps) {
  const projection = projectionOf(drawing)
  const point =
    typeof latitude === 'number' && typeof longitude === 'number' ? projection([longitude, latitude]) : null
  const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000
  return (
    <details>
      <summary className="inline-flex min-h-(--target) items-center text-sea-deep underline">
        Scegli sulla mappa
      </summary>
      <p className="text-ink-soft text-sm">
        Tocca il punto: riempie latitudine e longitudine, che si possono poi correggere.
      </p>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className="relative mt-2 block w-full max-w-2xl cursor-crosshair overflow-hidden rounded-card border border-line"
        onClick={({ currentTarget, clientX, clientY }) => {
          const box = currentTarget.getBoundingClientRect()
          const x = ((clientX - box.left) / box.width) * size.width
          const y = ((clientY - box.top) / box.height) * size.height
          const [east, north] = projection.invert?.([x, y]) ?? []
          if (east !== undefined && north !== undefined) onPick(round(north), round(east))
        }}
      >
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the panel draws this SVG from its own data. */}
        <span className="block" dangerouslySetInnerHTML={{ __html: drawMap(drawing) }} />
        {point && (
          <span
            className="absolute size-4 -translate-1/2 rounded-full border-2 border-white bg-brick"
            style={{ left: `${(point[0] / size.width) * 100}%`, top: `${(point[1] / size.height) * 100}%` }}
          />
        )}
      </button>
    </details>
  )
}
