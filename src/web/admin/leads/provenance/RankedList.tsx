import { Arrowed } from '../../../ui/Arrowed.tsx'
import { showNumber } from '../../kit/format.ts'
import { Empty } from '../../kit/States.tsx'

interface Row {
  name: string
  count: number
  more?: string
  /** Path on the public site. */
  href?: string
}

export function RankedList({ rows, empty }: { rows: Row[]; empty: string }) {
  if (rows.length === 0) return <Empty>{empty}</Empty>
  const most = Math.max(...rows.map(({ count }) => count))
  return (
    <ol className="grid gap-2.5">
      {rows.map(({ name, count, more, href }) => (
        <li key={name} className="grid gap-1">
          <div className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              {href ? (
                <a
                  href={href}
                  target="_blank"
                  rel="noreferrer"
                  className="text-sea-deep underline-offset-4 hover:underline"
                >
                  <Arrowed text={name} />
                </a>
              ) : (
                <Arrowed text={name} />
              )}
            </span>
            <span className="figures whitespace-nowrap">
              {more && <span className="mr-2 text-ink-soft text-sm">{more}</span>}
              {showNumber(count)}
            </span>
          </div>
          <div aria-hidden="true" className="h-1.5 rounded-full bg-panel">
            <div className="h-full rounded-full bg-sea" style={{ width: `${(count / most) * 100}%` }} />
          </div>
        </li>
      ))}
    </ol>
  )
}
