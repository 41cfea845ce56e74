import type { Trip } from '../../../../modules/trips/trips/contract.ts'
import { showFullDay } from '../../kit/format.ts'
import { RowList } from '../../kit/ListScreen.tsx'
import { tripColumns } from './tripColumns.tsx'

export function TripList({ day, trips }: { day: string; trips: Trip[] }) {
  return (
    <RowList
      caption={`Viaggi di ${showFullDay(day)}`}
      columns={tripColumns}
      rows={trips}
      empty={`Nessun viaggio ${showFullDay(day)}`}
    />
  )
}
