import type { PriceField } from '../../../../modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { countOf, showNumber } from '../../kit/format.ts'
import type { Edits } from './edits.ts'
import { stateOf } from './GridRow.tsx'

interface GridStatusProps {
  hintId: string
  /** Route of the active cell; undefined if the grid is empty. */
  route: PricedRoute | undefined
  field: PriceField | null
  edits: Edits
  selectedRows: number
  selectedColumns: number
  loaded: number
  total: number
  /** Null if the active cell is not in a price column. */
  onShowHistory: (() => void) | null
}

/** Shows the active cell or the size of the selection, a hint about the keys, and the number of routes. */
export function GridStatus(props: GridStatusProps) {
  const { hintId, route, field, edits, selectedRows, selectedColumns, loaded, total, onShowHistory } = props
  const edit = route && field ? edits.byRoute.get(route.id)?.cells[field] : undefined
  const isMany = selectedRows * selectedColumns > 1
  return (
    <div className="mt-2 flex flex-wrap justify-between gap-x-6 gap-y-1 text-ink-soft text-sm">
      <p className="figures">
        {isMany && `Selezione: ${selectedRows} × ${selectedColumns} celle`}
        {!isMany && route && <Arrowed text={`${route.departure} → ${route.destination}`} />}
        {!isMany && route && field && edit && `: ${stateOf(route, field, edit).note}`}
      </p>
      {!isMany && onShowHistory && (
        <button
          type="button"
          className="min-h-6 text-sea-deep underline underline-offset-2 pointer-coarse:min-h-(--target)"
          onClick={onShowHistory}
        >
          Storia di questo prezzo
        </button>
      )}
      <p id={hintId} className="max-md:hidden">
        Per uscire dalla tabella: Esc, poi Tab. Ctrl + / mostra i tasti.
      </p>
      <p className="figures">
        {loaded < total && `${showNumber(loaded)} di `}
        {countOf(total, ['tratta', 'tratte'])}
      </p>
    </div>
  )
}
