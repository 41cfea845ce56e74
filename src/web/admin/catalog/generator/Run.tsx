import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ResumeBulkRoutes } from '../../../../modules/catalog/generator/contract.ts'
import { ListRoutes } from '../../../../modules/catalog/routes/contract.ts'
import { ListJobs, ReadJob } from '../../../../modules/operations/jobs/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { renew, useCommandCall, useQueryCall } from '../../kit/api.ts'
import { countOf, showNumber } from '../../kit/format.ts'
import { JobProgress } from '../../kit/JobProgress.tsx'
import { UndoRun } from './UndoRun.tsx'

const Counts = Type.Object({
  created: Type.Integer(),
  correlated: Type.Integer(),
  /** Existing related routes that the run has linked, and deleted ones that it has restored. */
  adopted: Type.Optional(Type.Integer()),
  restored: Type.Optional(Type.Integer()),
  skipped: Type.Integer(),
  /** Number of routes deleted by undoing the run. */
  undone: Type.Optional(Type.Integer()),
})

interface RunProps {
  jobId: number
  /** True if the user has just started the run; its progress then scrolls into view. */
  isNew: boolean
}

export function Run({ jobId, isNew }: RunProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isUndoing, setIsUndoing] = useState(false)
  useEffect(() => {
    if (isNew) box.current?.scrollIntoView({ block: 'start' })
  }, [isNew])
  const client = useQueryClient()
  const { data: job } = useQueryCall(ReadJob, { id: jobId })
  const resume = useCommandCall(ResumeBulkRoutes, {
    done: 'Creazione ripresa',
    failed: 'Impossibile riprendere la creazione',
    renews: [ReadJob.http, ListJobs.http],
  })
  const isStopped = job?.status === 'cancelled' || job?.status === 'failed'
  const counts = Value.Check(Counts, job?.result) ? job.result : null
  const isOver = isStopped || job?.status === 'completed'
  const undone = counts?.undone ?? 0
  const canUndo =
    isOver && counts !== null && counts.created + counts.correlated + (counts.restored ?? 0) > undone
  return (
    <div ref={box} className="grid scroll-mt-20 gap-3">
      <JobProgress
        jobId={jobId}
        title="Creazione tratte"
        onEnd={() => void renew(client, [ListRoutes.http, ListJobs.http])}
      />
      {isOver && counts && (
        <p>
          {countOf(counts.created, ['tratta creata', 'tratte create'])}
          {counts.correlated > 0 && `, ${showNumber(counts.correlated)} correlate`}
          {(counts.adopted ?? 0) > 0 && `, ${showNumber(counts.adopted ?? 0)} correlate che esistevano già`}
          {(counts.restored ?? 0) > 0 && `, ${showNumber(counts.restored ?? 0)} correlate ripristinate`}
          {counts.skipped > 0 && `, ${showNumber(counts.skipped)} già presenti`}
          {undone > 0 && `, ${showNumber(undone)} poi tolte`}.{' '}
          {counts.created > 0 && undone === 0 && (
            <Link to={adminPath('tratte/', {}, { indexed: 'false' })} className="text-sea-deep underline">
              Pagine fuori dai motori di ricerca
            </Link>
          )}
        </p>
      )}
      {isOver && (
        <div className="flex flex-wrap gap-2">
          {isStopped && undone === 0 && (
            <Button
              look="sea"
              aria-busy={resume.isPending}
              disabled={resume.isPending}
              onClick={() => resume.mutate({ id: jobId })}
            >
              Riprendi da dove si è fermata
            </Button>
          )}
          {canUndo && (
            <Button look="plain" onClick={() => setIsUndoing(true)}>
              Annulla questa creazione
            </Button>
          )}
        </div>
      )}
      {isUndoing && <UndoRun jobId={jobId} onClose={() => setIsUndoing(false)} />}
    </div>
  )
}
