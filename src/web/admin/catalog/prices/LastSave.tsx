import { Link } from 'react-router'
import { UndoBulkAct } from '../../../../modules/operations/bulkActs/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall } from '../../kit/api.ts'
import { countOf } from '../../kit/format.ts'
import { priceAnswers } from './priceAnswers.ts'

/** Response to a save of prices. The ids are missing if nothing changed. */
export interface SavedPrices {
  updated: number
  batchId?: string
  actId?: number
}

export interface SavingDialogProps {
  onSaved: (saved: SavedPrices) => void
  onClose: () => void
}

interface LastSaveProps {
  of: Required<SavedPrices>
  onClose: () => void
}

/** Offers to undo the save that the user has just made. */
export function LastSave({ of: { updated, batchId, actId }, onClose }: LastSaveProps) {
  const undo = useCommandCall(UndoBulkAct, {
    done: 'Modifica annullata: i prezzi sono quelli di prima',
    failed: 'Impossibile annullare la modifica',
    renews: priceAnswers,
    onDone: onClose,
  })
  return (
    <section
      aria-label="Ultima modifica salvata"
      className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field border border-line bg-panel px-3 py-2 text-sm"
    >
      <p role="status" className="font-medium">
        {countOf(updated, ['prezzo salvato.', 'prezzi salvati.'])}
      </p>
      <Button
        look="plain"
        aria-busy={undo.isPending}
        disabled={undo.isPending}
        onClick={() => undo.mutate({ id: actId })}
      >
        Annulla questa modifica
      </Button>
      <Link to={adminPath('prezzimod/cronologia/:batchId/', { batchId })} className="text-sea-deep underline">
        Vedi i prezzi
      </Link>
      <button
        type="button"
        aria-label="Chiudi l’avviso"
        className="ml-auto grid size-(--target) place-items-center rounded-field text-lg hover:bg-line"
        onClick={onClose}
      >
        ×
      </button>
    </section>
  )
}
