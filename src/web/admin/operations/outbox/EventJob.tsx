import type { EventTimeline } from '../../../../modules/operations/outbox/contract.ts'
import { showTime } from '../../kit/format.ts'
import { JobState } from '../../kit/JobProgress.tsx'

export function EventJob({ job }: { job: NonNullable<EventTimeline['job']> }) {
  const { id, status, progress, log, error } = job
  return (
    <div className="rounded-card border border-line px-4 py-3">
      <p>
        Operazione {id} <JobState status={status} />{' '}
        <span className="figures text-ink-soft">
          {progress.done} di {progress.total}
        </span>
      </p>
      {error && <p>{error}</p>}
      {log.length > 0 && (
        <ol className="mt-2 max-h-60 overflow-y-auto text-ink-soft text-sm">
          {log.map(({ at, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only appended
            <li key={index}>
              <span className="figures">{showTime(at)}</span> {message}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
