import { type Failure, ListFailures } from '../../../../modules/operations/dashboard/contract.ts'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { showDateTime } from '../../kit/format.ts'
import { List } from '../../kit/ListScreen.tsx'
import { FailureActions, failureId, failureText } from './FailureActions.tsx'
import { MatterText } from './MatterText.tsx'

const columns: DataColumn<Failure>[] = [
  { id: 'what', header: 'Che cosa', cell: (failure) => <MatterText matter={failureText(failure)} /> },
  { id: 'reason', header: 'Perché', cell: ({ reason }) => reason },
  { id: 'at', header: 'Quando', cell: ({ at }) => at && showDateTime(at) },
  actionsColumn((failure) => <FailureActions failure={failure} />),
]

export function Failures() {
  return (
    <section aria-labelledby="non-riusciti" className="mt-8">
      <h2 id="non-riusciti" className="mb-3 text-lg">
        Da riprovare o scartare
      </h2>
      <List
        caption="Da riprovare o scartare"
        query={ListFailures}
        isWhole
        columns={columns}
        rowId={failureId}
        empty="Niente di non riuscito"
      />
    </section>
  )
}
