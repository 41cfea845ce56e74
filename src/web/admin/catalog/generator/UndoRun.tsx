import { useEffect } from 'react'
import { type KeptBecause, UndoBulkRoutes } from '../../../../modules/catalog/generator/contract.ts'
import { ListRoutes } from '../../../../modules/catalog/routes/contract.ts'
import { ListJobs, ReadJob } from '../../../../modules/operations/jobs/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { countOf, showNumber } from '../../kit/format.ts'
import { Answer } from '../../kit/States.tsx'
import { useUndoToast } from '../../kit/useUndoToast.ts'

const because: Record<KeptBecause, string> = {
  price: 'prezzo cambiato',
  text: 'testo scritto',
  lead: 'richiesta ricevuta',
  edit: 'modificata',
}

const failed = 'Impossibile annullare la creazione'
const renews = [ReadJob.http, ListJobs.http, ListRoutes.http]

/** Lists the routes that stay: staff changed them, or leads arrived for them. The undo deletes all others. */
export function UndoRun({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const trial = useCommandCall(UndoBulkRoutes, { failed })
  const { mutate: tryOut } = trial
  useEffect(() => tryOut({ id: jobId, dryRun: true }), [tryOut, jobId])
  const say = useUndoToast(renews)
  const undo = useCommandCall(UndoBulkRoutes, {
    failed,
    renews,
    onDone: ({ removed, actId }) => {
      onClose()
      say(countOf(removed, ['tratta tolta', 'tratte tolte']), { actId })
    },
  })
  return (
    <Dialog title="Annullare questa creazione?" onClose={onClose}>
      <Answer of={{ ...trial, refetch: () => tryOut({ id: jobId, dryRun: true }) }} rows={3}>
        {({ removed, kept }) => (
          <div className="grid gap-4">
            <p>
              {removed === 0
                ? 'Non c’è nessuna tratta da togliere: sono già state eliminate, oppure ci ha lavorato qualcuno.'
                : `${removed === 1 ? 'Si toglie 1 tratta' : `Si tolgono ${showNumber(removed)} tratte`} con ${removed === 1 ? 'la sua pagina' : 'le loro pagine'}, che rispondono di non esistere più.`}
            </p>
            {kept.length > 0 && (
              <>
                <p className="font-medium">
                  {kept.length === 1
                    ? 'Resta la tratta su cui qualcuno ha lavorato:'
                    : `Restano le ${showNumber(kept.length)} tratte su cui qualcuno ha lavorato:`}
                </p>
                <ul
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this box
                  tabIndex={0}
                  aria-label="Tratte che restano"
                  className="max-h-60 overflow-y-auto rounded-field border border-line bg-white px-3 text-sm"
                >
                  {kept.map((route) => (
                    <li key={route.id} className="border-line border-b py-1.5 last:border-0">
                      <Arrowed text={`${route.departure} → ${route.destination}`} />
                      <span className="text-ink-soft">
                        : {route.because.map((one) => because[one]).join(', ')}
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              <LeaveButton>Chiudi</LeaveButton>
              {removed > 0 && (
                <Button
                  look="ink"
                  aria-busy={undo.isPending}
                  disabled={undo.isPending}
                  onClick={() => undo.mutate({ id: jobId, dryRun: false })}
                >
                  Togli {countOf(removed, ['tratta', 'tratte'])}
                </Button>
              )}
            </div>
          </div>
        )}
      </Answer>
    </Dialog>
  )
}
