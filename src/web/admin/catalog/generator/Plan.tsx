import type { Static } from '@sinclair/typebox'
import { useEffect, useRef, useState } from 'react'
import { CreateBulkRoutes } from '../../../../modules/catalog/generator/contract.ts'
import { ListJobs } from '../../../../modules/operations/jobs/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { countOf, showNumber } from '../../kit/format.ts'
import { Empty } from '../../kit/States.tsx'
import { FamilyPlan } from './FamilyPlan.tsx'
import { PlanFilters } from './PlanFilters.tsx'
import { PlanGrid } from './PlanGrid.tsx'
import { isReadable, noChoice, type PlanChoice, placePricesOf, shownOf } from './planChoice.ts'

interface PlanProps {
  input: Static<typeof CreateBulkRoutes.input>
  plan: Static<typeof CreateBulkRoutes.output>
  hub: string
  isRunning: boolean
  onStart: (jobId: number) => void
}

const failed = 'Impossibile controllare il piano'

/** Lets staff choose the routes of a plan, change single prices and start the run. */
export function Plan({ input, plan, hub, isRunning, onStart }: PlanProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }, [])
  const [choice, setChoice] = useState<PlanChoice>(noChoice)
  const [isAsking, setIsAsking] = useState(false)
  const checked = useCommandCall(CreateBulkRoutes, { failed })
  const asked = useCommandCall(CreateBulkRoutes, { failed })
  const start = useCommandCall(CreateBulkRoutes, {
    done: 'Creazione avviata',
    failed: 'Impossibile avviare la creazione',
    renews: [ListJobs.http],
    onDone: ({ jobId }) => jobId && onStart(jobId),
  })
  const { places = [], existing = 0, distanceSource } = plan
  const { warnings = [] } = checked.data ?? plan
  const shown = shownOf(places, choice)
  const chosen = shown.filter(({ id }) => !choice.left.has(id))
  const chosenIds = new Set(chosen.map(({ id }) => id))
  const odd = warnings.filter(({ id }) => chosenIds.has(id))
  const wanted = {
    ...input,
    destinations: chosen.map(({ id }) => id),
    placePrices: placePricesOf(choice).filter(({ id }) => chosenIds.has(id)),
  }
  const routes = countOf(chosen.length, ['tratta', 'tratte'])
  const isSound = isReadable(choice)

  /** Compares the changed prices with those of similar routes. */
  function check(changed: PlanChoice): void {
    if (isReadable(changed)) checked.mutate({ ...input, placePrices: placePricesOf(changed), dryRun: true })
  }

  return (
    <section aria-labelledby="plan" className="grid gap-4">
      <h2 id="plan" ref={heading} tabIndex={-1} className="scroll-mt-20 text-xl outline-none">
        Piano da {hub}
      </h2>
      <p className="text-ink-soft text-sm">
        {existing > 0 && `${showNumber(existing)} località hanno già la loro tratta. `}
        {distanceSource === 'google'
          ? 'Le distanze qui sono stimate; durante la creazione le calcola Google.'
          : 'Distanze stimate sulla rete stradale: nessuna chiave di Google è attiva.'}{' '}
        Le pagine nascono fuori dai motori di ricerca: ci entrano con testi propri, distanza verificata e
        prezzi, oppure una alla volta dalla scheda della tratta.
      </p>
      {places.length === 0 ? (
        <Empty>Ogni località ha già la sua tratta da qui</Empty>
      ) : (
        <>
          <PlanFilters places={places} choice={choice} onChange={setChoice} />
          <PlanGrid places={shown} choice={choice} warnings={warnings} onChange={setChoice} onPrice={check} />
          <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-white py-3">
            <Button
              look="sea"
              disabled={isRunning || chosen.length === 0 || !isSound}
              onClick={() => {
                setIsAsking(true)
                asked.mutate({ ...wanted, dryRun: true })
              }}
            >
              {`Crea ${routes}`}
            </Button>
            <p role="status" className="text-sm">
              {chosen.length < places.length && (
                <span className="text-ink-soft">
                  {showNumber(places.length - chosen.length)} lasciate fuori.{' '}
                </span>
              )}
              {odd.length > 0 && (
                <span className="font-medium text-brick">
                  {odd.length === 1
                    ? 'Un prezzo sembra fuori misura. '
                    : `${showNumber(odd.length)} prezzi sembrano fuori misura. `}
                </span>
              )}
              {!isSound && <span className="font-medium text-brick">Un prezzo non è leggibile. </span>}
              {isRunning && (
                <span className="text-ink-soft">Un’altra creazione è in corso: attendi che finisca.</span>
              )}
            </p>
          </div>
        </>
      )}
      {isAsking && (
        <Confirm
          title={`Creare ${routes} da ${hub}?`}
          action="Avvia creazione"
          isPending={start.isPending}
          onConfirm={() =>
            start.mutate({ ...wanted, dryRun: false }, { onSettled: () => setIsAsking(false) })
          }
          onClose={() => setIsAsking(false)}
        >
          {odd.length > 0 &&
            `${showNumber(odd.length)} prezzi sembrano fuori misura: il perché è scritto nel piano. `}
          {(asked.data?.pages ?? 0) > chosen.length &&
            `Con le correlate sono ${showNumber(asked.data?.pages ?? 0)} pagine. `}
          {asked.data?.families && <FamilyPlan {...asked.data.families} />}
          {timeText(chosen.length * input.delayMs)}
          Si può chiudere la pagina: la creazione continua, e si può annullare in ogni momento.
        </Confirm>
      )}
    </section>
  )
}

function timeText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes === 0 ? '' : `Ci vorrà circa ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}. `
}
