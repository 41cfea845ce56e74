import { romanYear } from '../../../../kernel/romanDay.ts'
import { ListVehicles } from '../../../../modules/trips/fleet/contract.ts'
import {
  ExportServiceSheets,
  ListServiceSheets,
  type ServiceSheet,
} from '../../../../modules/trips/sheets/contract.ts'
import { numberOf } from '../../../../modules/trips/sheets/words.contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { DownloadLink } from '../../kit/DownloadLink.tsx'
import { showDateTime, showNumber } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

const yearsBack = 3

const columns: DataColumn<ServiceSheet>[] = [
  {
    id: 'number',
    header: 'Numero',
    sort: 'number',
    cell: (sheet) => (
      <RowLink to={adminPath('fogli-di-servizio/:id/', { id: sheet.id })} className="figures">
        {numberOf(sheet)}
      </RowLink>
    ),
  },
  { id: 'plate', header: 'Targa', cell: ({ plate }) => <span className="figures">{plate}</span> },
  {
    id: 'departure',
    header: 'Partenza',
    sort: 'departure',
    cell: ({ departureAt }) => <span className="figures">{showDateTime(departureAt)}</span>,
  },
  {
    id: 'route',
    header: 'Viaggio',
    cell: ({ from, to }) => (
      <span className="block md:min-w-36">
        <Arrowed text={`${from} → ${to}`} />
      </span>
    ),
  },
  { id: 'driver', header: 'Autista', sort: 'driver', cell: ({ driverName }) => driverName },
  { id: 'passenger', header: 'Passeggero', cell: ({ passengerName }) => passengerName ?? '—' },
  {
    id: 'km',
    header: 'Km',
    align: 'right',
    cell: ({ startKm, endKm }) => (endKm === null ? '—' : showNumber(endKm - startKm)),
  },
  { id: 'state', header: 'Stato', cell: (sheet) => <State {...sheet} /> },
]

export default listScreen({
  title: 'Fogli di Servizio',
  intro:
    'Un foglio per viaggio, con il numero del veicolo nell’anno. Nasce alla partenza, si completa all’arrivo e non si cambia più: una correzione è un foglio nuovo.',
  actions: <Exports />,
  caption: 'Fogli di servizio',
  query: ListServiceSheets,
  columns,
  search: 'Cerca per autista, passeggero, luogo o numero',
  filters: [
    { field: 'year', param: 'anno', label: 'Anno', useChoices: useYears, read: Number },
    { field: 'vehicle', param: 'veicolo', label: 'Veicolo', useChoices: usePlates, read: Number },
  ],
  empty: 'Nessun foglio di servizio: nasce quando un viaggio parte',
  emptyFiltered: 'Nessun foglio corrisponde ai filtri',
})

function useYears(): Record<string, string> {
  const thisYear = romanYear(new Date())
  const years = Array.from({ length: yearsBack + 1 }, (_, index) => String(thisYear - index))
  return Object.fromEntries(years.map((year) => [year, year]))
}

function usePlates(): Record<string, string> {
  const { data } = useQueryCall(ListVehicles, { page: 1, limit: 100 })
  return Object.fromEntries((data?.items ?? []).map(({ id, plate }) => [id, plate]))
}

function Exports() {
  const { anno, veicolo } = useListAddress(['anno', 'veicolo']).filters
  const filter = { ...(anno ? { year: Number(anno) } : {}), ...(veicolo ? { vehicle: Number(veicolo) } : {}) }
  return (['csv', 'pdf'] as const).map((format) => (
    <DownloadLink key={format} path={exportPath(format, filter)}>
      Esporta {format.toUpperCase()}
    </DownloadLink>
  ))
}

function exportPath(format: string, filter: { year?: number; vehicle?: number }): string {
  const [, path] = ExportServiceSheets.http.split(' ')
  const query = { ...filter, format }
  return `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
}

function State({ arrivalAt, correctedByNumber, correctsNumber }: ServiceSheet) {
  if (correctedByNumber !== null) return <Badge tone="quiet">corretto dal n. {correctedByNumber}</Badge>
  if (arrivalAt === null) return <Badge tone="info">in viaggio</Badge>
  if (correctsNumber !== null) return <Badge tone="warn">corregge il n. {correctsNumber}</Badge>
  return <Badge tone="ok">completo</Badge>
}
