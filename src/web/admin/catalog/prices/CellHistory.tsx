import { Link } from 'react-router'
import type { PriceField } from '../../../../modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import { centsOf } from '../../../../modules/catalog/prices/cents.contract.ts'
import {
  ListRoutePriceChanges,
  priceLabels,
  UpdatePrices,
} from '../../../../modules/catalog/prices/contract.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { showDateTime } from '../../kit/format.ts'
import { RowAction } from '../../kit/RowAction.tsx'
import { Answer } from '../../kit/States.tsx'
import { priceWords } from './GridRow.tsx'
import { savedWhat } from './PriceHistory.tsx'
import { priceAnswers } from './priceAnswers.ts'

interface CellHistoryProps {
  route: PricedRoute
  field: PriceField
  onClose: () => void
}

/** Shows the past prices of one cell. Staff can set the price before the newest change here. */
export function CellHistory({ route, field, onClose }: CellHistoryProps) {
  const { id, departure, destination, hasOwnPrices } = route
  const past = useQueryCall(ListRoutePriceChanges, { id, field, page: 1, limit: 100 })
  const save = useCommandCall(UpdatePrices, {
    done: 'Il prezzo è quello di prima',
    failed: 'Impossibile riportare il prezzo',
    renews: [...priceAnswers, ListRoutePriceChanges.http],
  })
  return (
    <Dialog
      title={`${departure} – ${destination}`}
      intro={`${priceLabels[field]}: ora ${priceWords(centsOf(route[field]) ?? null)}${hasOwnPrices ? '' : ', come l’andata'}.`}
      onClose={onClose}
    >
      <Answer of={past} rows={3}>
        {({ items, total }) => (
          <>
            {total === 0 && <p role="status">Questo prezzo non è mai stato cambiato.</p>}
            <ol aria-label="Prezzi passati" className="figures grid gap-3 text-sm">
              {items.map(({ batchId, from, to, reason, changedBy, changedAt, undoneAt }, index) => (
                <li key={batchId} className="flex flex-wrap items-center gap-x-3 border-line border-b pb-2">
                  <span className="flex-1">
                    <span className="block">
                      <s className="text-ink-soft">{priceWords(centsOf(from) ?? null)}</s>{' '}
                      <strong>{priceWords(centsOf(to) ?? null)}</strong>
                      {undoneAt && <span className="text-ink-soft"> · annullato</span>}
                    </span>
                    <span className="block text-ink-soft">
                      {showDateTime(changedAt)}, {changedBy}:{' '}
                      <Link
                        to={adminPath('prezzimod/cronologia/:batchId/', { batchId })}
                        className="text-sea-deep underline"
                      >
                        {savedWhat({ reason })}
                      </Link>
                    </span>
                  </span>
                  {index === 0 && !undoneAt && hasOwnPrices && (
                    <RowAction
                      disabled={save.isPending}
                      onClick={() =>
                        save.mutate({ updates: [{ id, field, value: from, was: to }], guarded: false })
                      }
                    >
                      Torna a {priceWords(centsOf(from) ?? null)}
                    </RowAction>
                  )}
                </li>
              ))}
            </ol>
            {total > items.length && (
              <p className="mt-3 text-ink-soft text-sm">Le modifiche più vecchie sono nella Cronologia.</p>
            )}
          </>
        )}
      </Answer>
    </Dialog>
  )
}
