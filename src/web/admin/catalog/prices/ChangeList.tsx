import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import type { PriceField } from '../../../../modules/catalog/search/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { priceWords } from './GridRow.tsx'

export interface ListedChange {
  id: number
  departure: string
  destination: string
  field: PriceField
  /** Old price in cents; null for no price. */
  from: number | null
  /** Cents; null for no price, undefined if the entered text is not a price. */
  to: number | null | undefined
  note?: string | undefined
}

interface ChangeListProps {
  changes: ListedChange[]
  action?: (change: ListedChange) => ReactNode
}

/** Renders only the visible rows, because a list can have thousands. */
export function ChangeList({ changes, action }: ChangeListProps) {
  const box = useRef<HTMLUListElement>(null)
  const virtualizer = useVirtualizer({
    count: changes.length,
    getScrollElement: () => box.current,
    estimateSize: () => 52,
    getItemKey: (index) => `${changes[index]?.id}.${changes[index]?.field}`,
    overscan: 8,
  })
  return (
    <ul
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this box
      tabIndex={0}
      aria-label="Prezzi che cambiano"
      className="figures max-h-[45vh] overflow-y-auto rounded-field border border-line bg-white"
    >
      <li aria-hidden="true" style={{ height: virtualizer.getVirtualItems()[0]?.start ?? 0 }} />
      {virtualizer.getVirtualItems().map(({ index, key }) => {
        const change = changes[index]
        return (
          change && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={changes.length}
              aria-posinset={index + 1}
              className="flex flex-wrap items-center gap-x-3 border-line border-b px-3 py-1.5 text-sm"
            >
              <span className="min-w-48 flex-1">
                <span className="block font-medium">
                  <Arrowed text={`${change.departure} → ${change.destination}`} />
                </span>
                <span className="text-ink-soft">{priceLabels[change.field]}</span>
              </span>
              <span className="text-right">
                <s className="text-ink-soft">{priceWords(change.from)}</s>{' '}
                {change.to !== undefined && (
                  <strong className="whitespace-nowrap">{priceWords(change.to)}</strong>
                )}
                <span className="block text-ink-soft text-xs">{difference(change)}</span>
              </span>
              {action?.(change)}
              {change.note && <p className="w-full font-medium text-brick">{change.note}</p>}
            </li>
          )
        )
      })}
      <li aria-hidden="true" style={{ height: restBelow() }} />
    </ul>
  )

  function restBelow(): number {
    return virtualizer.getTotalSize() - (virtualizer.getVirtualItems().at(-1)?.end ?? 0)
  }
}

const percent = new Intl.NumberFormat('it-IT', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** Returns for example `+9,1%`. */
function difference({ from, to }: ListedChange): string {
  return from === null || to === null || to === undefined ? '' : percent.format(to / from - 1)
}
