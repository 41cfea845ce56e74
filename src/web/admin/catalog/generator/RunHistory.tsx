import type { Static } from '@sinclair/typebox'
import { Link } from 'react-router'
import type { ListJobs } from '../../../../modules/operations/jobs/contract.ts'
import { showDateTime } from '../../kit/format.ts'
import { JobState } from '../../kit/JobProgress.tsx'

interface RunHistoryProps {
  runs: Static<typeof ListJobs.output>['items']
  shownId: number | undefined
}

export function RunHistory({ runs, shownId }: RunHistoryProps) {
  if (runs.length === 0) return null
  return (
    <section aria-labelledby="runs">
      <h2 id="runs" className="mb-3 text-xl">
        Ultime creazioni
      </h2>
      <ul className="grid gap-2">
        {runs.map(({ id, status, progress, startedBy, createdAt }) => (
          <li
            key={id}
            className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b pb-2"
          >
            <Link
              to={`?job=${id}`}
              aria-current={id === shownId ? 'true' : undefined}
              className="figures font-medium text-sea-deep underline aria-[current]:text-ink aria-[current]:no-underline"
            >
              {showDateTime(createdAt)}
            </Link>
            <JobState status={status} />
            <span className="figures text-ink-soft text-sm">
              {progress.done} di {progress.total} località · {startedBy}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
