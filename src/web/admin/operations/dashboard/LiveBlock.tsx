import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Badge } from '../../kit/Badge.tsx'
import { countOf } from '../../kit/format.ts'
import { useHeldRows } from '../../kit/useHeldRows.ts'

interface LiveBlockProps<T> {
  title: string
  summary: string
  rows: T[]
  idOf: (row: T) => string
  /** True while rows must not move. */
  isHeld: boolean
  children: (row: T) => ReactNode
  more?: ReactNode
}

/** List whose rows stay in place while `isHeld`. After a live update, staff press a button to see the current rows. */
export function LiveBlock<T>({ title, summary, rows, idOf, isHeld, children, more }: LiveBlockProps<T>) {
  const { shown, fresh, isOld, take } = useHeldRows(rows, idOf, { isHeld })
  const shownMore = useHeldMore(more, isOld)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section
      aria-label={title}
      className="@container rounded-card border border-line px-4 py-2 sm:px-5 sm:py-3"
    >
      {/* This row is as high as the button, so that nothing moves when the button appears. */}
      <div className="flex min-h-14 items-center justify-between gap-3 @max-[14rem]:flex-wrap">
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {title}
          </h2>
          <p className="@min-[14rem]:truncate text-ink-soft text-sm">{summary}</p>
        </div>
        <div role="status" className="shrink-0">
          {isOld && (
            <Button
              look="sea"
              onClick={() => {
                take()
                // The button disappears, so the focus moves to the heading.
                heading.current?.focus({ preventScroll: true })
              }}
            >
              {fresh === 0 ? 'Aggiorna' : countOf(fresh, ['nuova', 'nuove'])}
            </Button>
          )}
        </div>
      </div>
      {shown.length > 0 && (
        <ul className="divide-y divide-line">
          {shown.map(({ id, row, isGone }) => (
            <li key={id} className="relative py-2.5">
              {children(row)}
              {isGone && (
                <span className="absolute top-1 right-0">
                  <Badge tone="ok">fatto</Badge>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {shownMore}
    </section>
  )
}

/** While the rows are old, the line below them neither appears nor disappears, because the next block would move. */
function useHeldMore(more: ReactNode, isOld: boolean): ReactNode {
  const [held, setHeld] = useState(more)
  const isSame = Boolean(held) === Boolean(more)
  if (held !== more && (isSame || !isOld)) setHeld(more)
  return isSame || !isOld ? more : held
}
