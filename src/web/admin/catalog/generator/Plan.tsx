import type { Static } from '@sinclair/typebox'
import { useEffect, useRef, useState } from 'react'
import { CreateBulkRoutes, type PlannedRoute } from '../../../../modules/catalog/generator/contract.ts'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { ListJobs } from '../../../../modules/operations/jobs/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { showNumber, showPrice } from '../../kit/format.ts'

interface PlanProps {
  input: Static<typeof CreateBulkRoutes.input>
  plan: Static<typeof CreateBulkRoutes.output>
  hub: string
  isRunning: boolean
  onStart: (jobId: number) => void
}

const priced = (id: string, header: string, price: (row: PlannedRoute) => string | null) => ({
  id,
  header,
  align: 'right' as const,
  cell: (row: PlannedRoute) => <span className="whitespace-nowrap">{showPrice(price(row))}</span>,
})

const columns: DataColumn<PlannedRoute>[] = [
  { id: 'name', header: 'Località', cell: ({ name }) => <span className="font-medium">{name}</span> },
  {
    id: 'distance',
    header: 'Distanza e durata',
    cell: ({ distanceKm, estimatedDuration }) =>
      distanceKm === null ? 'Coordinate mancanti' : `${showNumber(distanceKm)} km · ${estimatedDuration}`,
  },
  priced('min2', 'Min 2 pax', (row) => row.priceMin2Pax),
  priced('three', '3-4 pax', (row) => row.price3to4Pax),
  priced('five', '5-7 pax', (row) => row.price5to7Pax),
  priced('car', 'Auto', (row) => row.price1to3Pax),
  priced('van', 'Van', (row) => row.price4to8Pax),
]

export function Plan({ input, plan, hub, isRunning, onStart }: PlanProps) {
  const { places = [], warnings = [], existing = 0, pages = 0, distanceSource } = plan
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }, [])
  const [isAsking, setIsAsking] = useState(false)
  const start = useCommandCall(CreateBulkRoutes, {
    done: 'Creazione avviata',
    failed: 'Impossibile avviare la creazione',
    renews: [ListJobs.http],
    onDone: ({ jobId }) => jobId && onStart(jobId),
  })
  const routes = places.length === 1 ? '1 tratta' : `${showNumber(places.length)} tratte`
  const minutes = Math.ceil((places.length * input.delayMs) / 60_000)
  return (
    <section aria-labelledby="plan" className="grid gap-4">
      <h2 id="plan" ref={heading} tabIndex={-1} className="scroll-mt-20 text-xl outline-none">
        Piano da {hub}
      </h2>
      <dl className="figures grid grid-cols-3 gap-3 text-sm">
        <Figure name="Tratte nuove" value={places.length} />
        <Figure name="Già presenti" value={existing} />
        <Figure name="Pagine nuove" value={pages} />
      </dl>
      <p className="text-ink-soft text-sm">
        {distanceSource === 'google'
          ? 'Le distanze qui sono stimate; durante la creazione le calcola Google.'
          : 'Distanze stimate sulla rete stradale: nessuna chiave di Google è attiva.'}{' '}
        Le pagine nascono fuori dai motori di ricerca: ci entrano con testi propri, distanza verificata e
        prezzi, oppure una alla volta dalla scheda della tratta.
      </p>
      {warnings.length > 0 && <Warnings of={warnings} places={places} />}
      <DataTable
        caption="Tratte da creare"
        columns={columns}
        of={{ data: places, error: null, isFetching: false, refetch: () => {} }}
        rowId={({ id }) => id}
        empty="Ogni località ha già la sua tratta da qui"
      />
      {places.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button look="sea" disabled={isRunning} onClick={() => setIsAsking(true)}>
            {`Crea ${routes}`}
          </Button>
          {isRunning && (
            <span className="text-ink-soft text-sm">Un’altra creazione è in corso: attendi che finisca.</span>
          )}
        </div>
      )}
      {isAsking && (
        <Confirm
          title={`Creare ${routes} da ${hub}?`}
          action="Avvia creazione"
          isPending={start.isPending}
          onConfirm={() => start.mutate({ ...input, dryRun: false }, { onSettled: () => setIsAsking(false) })}
          onClose={() => setIsAsking(false)}
        >
          {warnings.length > 0 &&
            `${showNumber(warnings.length)} prezzi sembrano fuori misura: il perché è scritto nel piano. `}
          {pages > places.length && `Con le correlate sono ${showNumber(pages)} pagine. `}
          {minutes > 0 && `Ci vorrà circa ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}. `}
          Si può chiudere la pagina: la creazione continua, e si può annullare in ogni momento.
        </Confirm>
      )}
    </section>
  )
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className="rounded-card border border-line px-4 py-3">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-semibold text-2xl">{showNumber(value)}</dd>
    </div>
  )
}

interface WarningsProps {
  of: NonNullable<PlanProps['plan']['warnings']>
  places: PlannedRoute[]
}

function Warnings({ of, places }: WarningsProps) {
  const nameOf = new Map(places.map(({ id, name }) => [id, name]))
  return (
    <div role="status" className="rounded-field border border-brick/40 bg-brick-pale px-4 py-3">
      <p className="font-medium">
        {of.length === 1
          ? 'Un prezzo sembra fuori misura.'
          : `${showNumber(of.length)} prezzi sembrano fuori misura.`}
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
        tabIndex={0}
        aria-label="Prezzi da controllare"
        className="mt-2 grid max-h-60 gap-1.5 overflow-y-auto text-sm"
      >
        {of.map(({ id, field, message }) => (
          <li key={`${id}.${field}`}>
            <strong>
              {nameOf.get(id)}, {priceLabels[field]}:
            </strong>{' '}
            {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
