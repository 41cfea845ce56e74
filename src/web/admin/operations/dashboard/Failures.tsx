import { type Failure, ListFailures } from '../../../../modules/operations/dashboard/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { showDateTime } from '../../kit/format.ts'
import { FailureActions, failureId, failureText } from './FailureActions.tsx'
import { MatterText } from './MatterText.tsx'

export function Failures() {
  const failures = useQueryCall(ListFailures, {})
  const columns: DataColumn<Failure>[] = [
    {
      id: 'what',
      header: 'Che cosa',
      cell: (failure) => <MatterText matter={failureText(failure)} />,
    },
    { id: 'reason', header: 'Perché', cell: ({ reason }) => reason },
    { id: 'at', header: 'Quando', cell: ({ at }) => at && showDateTime(at) },
    actionsColumn((failure) => <FailureActions failure={failure} />),
  ]
  return (
    <section aria-labelledby="non-riusciti" className="mt-8">
      <h2 id="non-riusciti" className="mb-3 text-lg">
        Da riprovare o scartare
      </h2>
      <DataTable
        caption="Da riprovare o scartare"
        columns={columns}
        of={failures}
        rowId={failureId}
        empty="Niente di non riuscito"
      />
    </section>
  )
}
