import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { CancelJob, type Job, ReadJob } from '../../../modules/operations/jobs/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { queryCall, useCommandCall } from './api.ts'
import { Badge } from './Badge.tsx'
import { showTime } from './format.ts'

const pollMs = 1_000

const states = {
  queued: ['quiet', 'In coda'],
  running: ['info', 'In corso'],
  completed: ['ok', 'Completata'],
  failed: ['bad', 'Non riuscita'],
  cancelled: ['warn', 'Annullata'],
} as const

export function JobState({ status }: Pick<Job, 'status'>) {
  const [tone, name] = states[status]
  return <Badge tone={tone}>{name}</Badge>
}

interface JobProgressProps {
  jobId: number
  title: string
  /** Called when the job has ended, with any outcome, also if it ended before the page opened. */
  onEnd?: (job: Job) => void
  show?: (job: Job) => ReactNode
}

/** Shows the progress of a job. The job continues when staff close the page. */
export function JobProgress({ jobId, title, onEnd, show }: JobProgressProps) {
  const { data: job } = useQuery({
    ...queryCall(ReadJob, { id: jobId }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : pollMs),
  })
  const cancel = useCommandCall(CancelJob, {
    done: 'Operazione annullata',
    failed: 'Impossibile annullare l’operazione',
    renews: [ReadJob.http],
  })
  const ended = useEffectEvent(() => {
    if (job) onEnd?.(job)
  })
  const isEnded = job !== undefined && isOver(job)
  useEffect(() => {
    if (isEnded) ended()
  }, [isEnded])

  // Scrolls to each new line, but not while the user has scrolled up to read.
  const log = useRef<HTMLOListElement>(null)
  const isReading = useRef(false)
  const lines = job?.log.length
  useEffect(() => {
    if (lines && log.current && !isReading.current) log.current.scrollTop = log.current.scrollHeight
  }, [lines])

  if (!job) return null
  const { done, total } = job.progress
  return (
    <section aria-label={title} className="grid gap-3 rounded-card border border-line p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">
          {title} <JobState status={job.status} />
        </h2>
        {!isEnded && (
          <Button look="plain" onClick={() => cancel.mutate({ id: jobId })}>
            Annulla operazione
          </Button>
        )}
      </div>
      {total > 0 && (
        <div className="flex items-center gap-3">
          <progress aria-label="Avanzamento" value={done} max={total} className="h-2 flex-1 accent-sea" />
          <span className="figures text-ink-soft text-sm">
            {done} di {total}
          </span>
        </div>
      )}
      {!isEnded && show?.(job)}
      {job.error && (
        <p role="alert" className="font-medium text-brick">
          {job.error}
        </p>
      )}
      {job.log.length > 0 && (
        <ol
          ref={log}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            isReading.current = scrollHeight - scrollTop - clientHeight > 40
          }}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this box
          tabIndex={0}
          aria-label="Registro operazioni"
          className="figures max-h-56 overflow-y-auto rounded-field bg-stone p-3 text-sm"
        >
          {job.log.map(({ at, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only appended, and two may be equal
            <li key={index}>
              <span className="text-ink-soft">{showTime(at)}</span> {message}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function isOver({ status }: Job): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}
