import type { Static } from '@sinclair/typebox'
import type { ListLeads } from '../../../../modules/leads/inbox/contract.ts'
import { kindNames, stateNames } from '../../../../modules/leads/lead/contract.ts'
import { showNumber } from '../../kit/format.ts'
import type { ListAddress } from '../../kit/useListAddress.ts'
import { kindsInOrder, statesInOrder } from '../lead/leadLabels.ts'

type Counts = Static<typeof ListLeads.output>['counts']

interface KindTabsProps {
  counts: Counts
  address: Pick<ListAddress, 'filters' | 'set'> & {
    filters: Partial<Record<string, string>>
    set: (changes: Record<string, string | undefined>) => void
  }
}

const pillClass =
  'min-h-(--target) rounded-full border border-line px-3 text-sm hover:border-ink aria-pressed:border-sea aria-pressed:bg-sea-pale aria-pressed:text-sea-deep'

export function KindTabs({ counts, address }: KindTabsProps) {
  const { kind, status, isWaiting } = address.filters
  const of = (test: (row: Counts[number]) => boolean) => counts.filter(test)
  const sum = (rows: Counts) => rows.reduce((all, { count }) => all + count, 0)
  const unread = (rows: Counts) => rows.reduce((all, row) => all + row.unread, 0)
  return (
    <nav aria-label="Tipo e stato" className="grid basis-full gap-2 md:order-first md:mb-2">
      <ul className="flex flex-wrap gap-1 border-line border-b">
        {([undefined, ...kindsInOrder] as const).map((one) => {
          const rows = of((row) => one === undefined || row.kind === one)
          const fresh = unread(rows)
          return (
            <li key={one ?? 'tutte'}>
              <button
                type="button"
                aria-pressed={kind === one}
                onClick={() => address.set({ kind: one })}
                className="-mb-px min-h-(--control) border-transparent border-b-2 px-3 font-medium hover:text-sea aria-pressed:border-sea aria-pressed:text-sea-deep"
              >
                {one ? kindNames[one].many : 'Tutte'}{' '}
                <span className="figures font-normal text-ink-soft">{showNumber(sum(rows))}</span>
                {fresh > 0 && (
                  <span className="figures ml-1.5 rounded-full bg-sea px-2 py-0.5 font-semibold text-white text-xs">
                    {showNumber(fresh)}
                    <span className="sr-only"> non lette</span>
                  </span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      <ul className="flex flex-wrap gap-1.5">
        {statesInOrder.map((one) => (
          <li key={one}>
            <button
              type="button"
              aria-pressed={status === one}
              onClick={() => address.set({ status: status === one ? undefined : one })}
              className={pillClass}
            >
              {stateNames[one]}{' '}
              <span className="figures text-ink-soft">
                {showNumber(
                  sum(of((row) => row.status === one && (kind === undefined || row.kind === kind))),
                )}
              </span>
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-pressed={isWaiting !== undefined}
            onClick={() => address.set({ isWaiting: isWaiting ? undefined : 'true' })}
            className={pillClass}
          >
            Chi aspetta
          </button>
        </li>
      </ul>
    </nav>
  )
}
