import { useState } from 'react'
import { ListJobs } from '../../../../modules/operations/jobs/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { WithChoices } from '../routes/WithChoices.tsx'
import { Run } from './Run.tsx'
import { RunForm } from './RunForm.tsx'
import { RunHistory } from './RunHistory.tsx'

export default function BulkRoutes() {
  const address = useListAddress(['job'])
  const [startedId, setStartedId] = useState<number | null>(null)
  const runs = useQueryCall(ListJobs, { page: 1, limit: 5, kind: 'bulk-routes', sort: '-createdAt' })
  const running = runs.data?.items.find(({ status }) => status === 'queued' || status === 'running')
  // Id of the run that the URL names, otherwise of the run in progress, which another user may have started.
  const shownId = Number(address.filters.job) || running?.id
  return (
    <>
      <Title intro="Da una località di partenza, una tratta verso ogni località che ancora non ne ha.">
        Creazione Tratte
      </Title>
      <div className="grid max-w-4xl gap-8">
        {shownId !== undefined && <Run key={shownId} jobId={shownId} isNew={shownId === startedId} />}
        <WithChoices>
          {({ locations, types }) => (
            <RunForm
              places={locations}
              types={types}
              isRunning={running !== undefined}
              onStart={(jobId) => {
                setStartedId(jobId)
                address.set({ job: jobId })
              }}
            />
          )}
        </WithChoices>
        <RunHistory runs={runs.data?.items ?? []} shownId={shownId} />
      </div>
    </>
  )
}
