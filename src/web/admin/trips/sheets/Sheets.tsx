import { Link } from 'react-router'
import { romanYear } from '../../../../kernel/romanDay.ts'
import { ListVehicles } from '../../../../modules/trips/fleet/contract.ts'
import {
  ExportServiceSheets,
  ListServiceSheets,
  type ServiceSheet,
} from '../../../../modules/trips/sheets/contract.ts'
import { numberOf } from '../../../../modules/trips/sheets/words.contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showDateTime, showNumber } from '../../kit/format.ts'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

const yearsBack = 3

export default function Sheets() {
  const address = useListAddress(['anno', 'veicolo'])
  const { anno, veicolo } = address.filters
  const filter = { ...(anno ? { year: Number(anno) } : {}), ...(veicolo ? { vehicle: Number(veicolo) } : {}) }
  const sheets = useQueryCall(ListServiceSheets, { ...address.input, ...filter }, { keepPrevious: true })
  const vehicles = useQueryCall(ListVehicles, { page: 1, limit: 100 })
  const thisYear = romanYear(new Date())
  const years = Array.from({ length: yearsBack + 1 }, (_, index) => String(thisYear - index))
  const isFiltered = Boolean(address.search || anno || veicolo)
  return (
    <>
      <Title
        intro="Un foglio per viaggio, con il numero del veicolo nell’anno. Nasce alla partenza, si completa all’arrivo e non si cambia più: una correzione è un foglio nuovo."
        actions={(['csv', 'pdf'] as const).map((format) => (
          <a key={format} href={exportPath(format, filter)} download className={buttonClass('plain')}>
            Esporta {format.toUpperCase()}
          </a>
        ))}
      >
        Fogli di Servizio
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per autista, passeggero, luogo o numero" address={address} />
        <ChoiceFilter
          label="Anno"
          value={anno}
          choices={Object.fromEntries(years.map((year) => [year, year]))}
          onChoose={(chosen) => address.set({ anno: chosen })}
        />
        <ChoiceFilter
          label="Veicolo"
          value={veicolo}
          choices={Object.fromEntries((vehicles.data?.items ?? []).map(({ id, plate }) => [id, plate]))}
          onChoose={(chosen) => address.set({ veicolo: chosen })}
        />
      </FilterBar>
      <DataTable
        caption="Fogli di servizio"
        columns={columns}
        of={sheets}
        rowId={({ id }) => id}
        address={address}
        empty={
          isFiltered
            ? 'Nessun foglio corrisponde ai filtri'
            : 'Nessun foglio di servizio: nasce quando un viaggio parte'
        }
      />
    </>
  )
}

function exportPath(format: string, filter: { year?: number; vehicle?: number }): string {
  const [, path] = ExportServiceSheets.http.split(' ')
  const query = { ...filter, format }
  return `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
}

const columns: DataColumn<ServiceSheet>[] = [
  {
    id: 'number',
    header: 'Numero',
    sort: 'number',
    cell: (sheet) => (
      <Link
        to={adminPath('fogli-di-servizio/:id/', { id: sheet.id })}
        className="figures font-medium text-sea-deep underline"
      >
        {numberOf(sheet)}
      </Link>
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

function State({ arrivalAt, correctedByNumber, correctsNumber }: ServiceSheet) {
  if (correctedByNumber !== null) return <Badge tone="quiet">corretto dal n. {correctedByNumber}</Badge>
  if (arrivalAt === null) return <Badge tone="info">in viaggio</Badge>
  if (correctsNumber !== null) return <Badge tone="warn">corregge il n. {correctsNumber}</Badge>
  return <Badge tone="ok">completo</Badge>
}
