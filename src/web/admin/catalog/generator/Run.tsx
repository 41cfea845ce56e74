import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ResumeBulkRoutes } from '../../../../modules/catalog/generator/contract.ts'
import { ListRoutes } from '../../../../modules/catalog/routes/contract.ts'
import { ListJobs, ReadJob } from '../../../../modules/operations/jobs/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { renew, useCommandCall, useQueryCall } from '../../kit/api.ts'
import { showNumber } from '../../kit/format.ts'
import { JobProgress } from '../../kit/JobProgress.tsx'

const Counts = Type.Object({ created: Type.Integer(), correlated: Type.Integer(), skipped: Type.Integer() })

/** Shows the progress of a run. Staff can resume a stopped run. */
export function Run({ jobId }: { jobId: number }) {
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
  return (
    <div className="grid gap-3">
      <JobProgress
        jobId={jobId}
        title="Creazione tratte"
        onEnd={() => void renew(client, [ListRoutes.http, ListJobs.http])}
      />
      {isOver && counts && (
        <p>
          {counts.created === 1 ? '1 tratta creata' : `${showNumber(counts.created)} tratte create`}
          {counts.correlated > 0 && `, ${showNumber(counts.correlated)} correlate`}
          {counts.skipped > 0 && `, ${showNumber(counts.skipped)} già presenti`}.{' '}
          {counts.created > 0 && (
            <Link to="/admin/tratte/?indexed=false" className="text-sea-deep underline">
              Pagine fuori dai motori di ricerca
            </Link>
          )}
        </p>
      )}
      {isStopped && (
        <div>
          <Button
            look="sea"
            aria-busy={resume.isPending}
            disabled={resume.isPending}
            onClick={() => resume.mutate({ id: jobId })}
          >
            Riprendi da dove si è fermata
          </Button>
        </div>
      )}
    </div>
  )
}
