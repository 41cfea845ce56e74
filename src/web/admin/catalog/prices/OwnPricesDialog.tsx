import { useEffect } from 'react'
import { priceFields } from '../../../../modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import { SwitchOwnPrices } from '../../../../modules/catalog/routes/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { ChangeList } from './ChangeList.tsx'
import { storedCents } from './edits.ts'
import { priceAnswers } from './priceAnswers.ts'

interface OwnPricesDialogProps {
  route: PricedRoute
  /** True if unsaved edits of this route would be lost. */
  hasEdits: boolean
  onClose: () => void
}

/** Asks staff to confirm that a return route gets its own prices or uses the outbound route's prices again. */
export function OwnPricesDialog({ route, hasEdits, onClose }: OwnPricesDialogProps) {
  const { id, departure, destination, hasOwnPrices } = route
  const name = `${departure} – ${destination}`
  const failed = 'Impossibile cambiare l’origine dei prezzi'
  const trial = useCommandCall(SwitchOwnPrices, { failed })
  const { mutate: tryOut } = trial
  useEffect(() => tryOut({ id, hasOwnPrices: !hasOwnPrices, dryRun: true }), [tryOut, id, hasOwnPrices])
  const change = useCommandCall(SwitchOwnPrices, {
    done: hasOwnPrices ? 'La tratta segue i prezzi dell’andata' : 'La tratta ha prezzi propri',
    failed,
    renews: priceAnswers,
    onDone: onClose,
  })
  const lost = priceFields.flatMap((field) => {
    const [from, to] = [storedCents(route, field), trial.data ? storedCents(trial.data, field) : null]
    return trial.data && from !== to ? [{ id, departure, destination, field, from, to }] : []
  })
  return (
    <Dialog
      title={hasOwnPrices ? `${name}: prezzi come l’andata?` : `${name}: prezzi propri?`}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {hasEdits ? (
          <p role="status">Salva o annulla prima le modifiche di questa tratta.</p>
        ) : hasOwnPrices ? (
          <>
            <p>
              D’ora in poi la tratta segue l’andata a ogni modifica.{' '}
              {trial.data &&
                (lost.length > 0
                  ? 'Si perdono i prezzi propri qui sotto; si torna indietro dalla Cronologia.'
                  : 'I prezzi oggi sono uguali: non cambia nulla.')}
            </p>
            {lost.length > 0 && <ChangeList changes={lost} />}
          </>
        ) : (
          <p>
            Partono dai prezzi dell’andata, che d’ora in poi non li cambia più. Si torna indietro da qui, in
            ogni momento.
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <LeaveButton>Annulla</LeaveButton>
          {!hasEdits && (
            <Button
              look="sea"
              aria-busy={change.isPending}
              disabled={change.isPending || !trial.data}
              onClick={() => change.mutate({ id, hasOwnPrices: !hasOwnPrices, dryRun: false })}
            >
              {hasOwnPrices ? 'Segui l’andata' : 'Da’ prezzi propri'}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
