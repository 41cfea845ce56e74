import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useMemo, useRef } from 'react'
import type { PriceField } from '../../../../modules/catalog/book/contract.ts'
import { centsOf } from '../../../../modules/catalog/prices/cents.contract.ts'
import { type PriceChange, priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { showChange } from '../../kit/format.ts'
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
  /** Id of the outbound route whose price the changed route uses. */
  followsId?: number | undefined
  note?: string | undefined
}

export const keyOf = ({ id, field }: Pick<ListedChange, 'id' | 'field'>) => `${id}.${field}`

export const listedOf = (
  { from, to, ...change }: Omit<ListedChange, 'from' | 'to' | 'note'> & Pick<PriceChange, 'from' | 'to'>,
  note?: string | undefined,
): ListedChange => ({ ...change, from: centsOf(from) ?? null, to: centsOf(to) ?? null, note })

/** Checkboxes that choose routes. */
export interface RouteChoice {
  isChosen: (id: number) => boolean
  /** Returns whether the user can choose the route; omitted if the user can choose every route. */
  canChoose?: (id: number) => boolean
  onToggle: (id: number) => void
}

interface ChangeListProps {
  changes: ListedChange[]
  action?: (change: ListedChange) => ReactNode
  choice?: RouteChoice | undefined
}

/** Lists changes by route. Renders only the visible routes, because there can be thousands. */
export function ChangeList({ changes, action, choice }: ChangeListProps) {
  const box = useRef<HTMLUListElement>(null)
  const routes = useMemo(() => byRoute(changes), [changes])
  const virtualizer = useVirtualizer({
    count: routes.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => 34 + 26 * (routes[index]?.length ?? 1),
    getItemKey: (index) => `${index}.${routes[index]?.[0].id}`,
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
        const route = routes[index]
        return (
          route && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={routes.length}
              aria-posinset={index + 1}
              className="border-line border-b px-3 py-1.5 text-sm"
            >
              <RouteName of={route} choice={choice} />
              {route.map((change) => (
                <PriceLine
                  key={change.field}
                  change={change}
                  isLeftOut={choice !== undefined && !choice.isChosen(change.followsId ?? change.id)}
                >
                  {action?.(change)}
                </PriceLine>
              ))}
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

type RouteChanges = [ListedChange, ...ListedChange[]]

function byRoute(changes: ListedChange[]): RouteChanges[] {
  const routes: RouteChanges[] = []
  for (const change of changes) {
    const last = routes.at(-1)
    if (last && nameOf(last[0]) === nameOf(change)) last.push(change)
    else routes.push([change])
  }
  return routes
}

const nameOf = ({ id, departure, destination }: ListedChange) => `${id} ${departure} ${destination}`

function RouteName({ of: [first], choice }: { of: RouteChanges; choice: RouteChoice | undefined }) {
  const { id, departure, destination, followsId } = first
  const name = (
    <span className="font-medium">
      <Arrowed text={`${departure} → ${destination}`} />
    </span>
  )
  if (!choice) return name
  if (followsId !== undefined)
    return (
      <p className="flex min-h-(--target) items-center gap-2.5 pl-7.5">
        {name} <span className="text-ink-soft text-xs italic">come l’andata</span>
      </p>
    )
  return (
    <label className="flex min-h-(--target) items-center gap-2.5">
      <input
        type="checkbox"
        className="size-5 accent-sea"
        checked={choice.isChosen(id)}
        disabled={choice.canChoose?.(id) === false}
        onChange={() => choice.onToggle(id)}
      />
      {name}
    </label>
  )
}

interface PriceLineProps {
  change: ListedChange
  /** True if the user has chosen not to change the route. */
  isLeftOut: boolean
  children: ReactNode
}

function PriceLine({ change, isLeftOut, children }: PriceLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <span className="min-w-36 flex-1 text-ink-soft">{priceLabels[change.field]}</span>
      {isLeftOut ? (
        <span className="text-ink-soft italic">resta com’è</span>
      ) : (
        <span className="text-right">
          <s className="text-ink-soft">{priceWords(change.from)}</s>{' '}
          {change.to !== undefined && <strong className="whitespace-nowrap">{priceWords(change.to)}</strong>}{' '}
          <span className="inline-block min-w-14 text-ink-soft text-xs">{difference(change)}</span>
        </span>
      )}
      {children}
      {change.note && <p className="w-full font-medium text-brick">{change.note}</p>}
    </div>
  )
}

/** Returns for example `+9,1%`. */
function difference({ from, to }: ListedChange): string {
  return from === null || to === null || to === undefined ? '' : showChange(to / from - 1)
}
