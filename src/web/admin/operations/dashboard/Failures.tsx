import { Link } from 'react-router'
import { type Failure, ListFailures } from '../../../../modules/operations/dashboard/contract.ts'
import { useQueryCall } from '../../kit/api.ts'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { showDateTime } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import { FailureActions, failureText } from './FailureActions.tsx'

/** Lists everything that failed and waits for staff, of every kind. */
export function Failures() {
  const { opens } = useRights()
  const failures = useQueryCall(ListFailures, {})
  const columns: DataColumn<Failure>[] = [
    {
      id: 'what',
      header: 'Che cosa',
      cell: (failure) => {
        const { text, to, action } = failureText(failure)
        return (
          <span>
            {text}{' '}
            {opens(to) && (
              <Link to={to} className="text-sea-deep underline">
                {action}
              </Link>
            )}
          </span>
        )
      },
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
        rowId={({ kind, id, what }) => `${kind}-${id}-${what}`}
        empty="Niente di non riuscito"
      />
    </section>
  )
}
