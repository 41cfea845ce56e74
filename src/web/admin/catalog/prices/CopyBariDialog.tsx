import { useEffect } from 'react'
import { CopyBariPrices } from '../../../../modules/catalog/prices/contract.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useCommandCall } from '../../kit/api.ts'
import type { SavingDialogProps } from './LastSave.tsx'
import { Proposal } from './Proposal.tsx'
import { priceAnswers } from './priceAnswers.ts'

export function CopyBariDialog({ onSaved, onClose }: SavingDialogProps) {
  const plan = useCommandCall(CopyBariPrices, { failed: 'Errore durante la copia dei prezzi' })
  const copy = useCommandCall(CopyBariPrices, {
    done: 'Prezzi aggiornati con successo',
    failed: 'Errore durante la copia dei prezzi',
    renews: priceAnswers,
    onDone: onSaved,
  })
  const { mutate } = plan
  useEffect(() => mutate({ dryRun: true, excludedIds: [] }), [mutate])
  return (
    <Dialog
      title="Copiare i prezzi di Bari?"
      intro="I prezzi privati da Aeroporto Bari verso ogni località valgono anche per il ritorno."
      onClose={onClose}
    >
      <Proposal
        of={plan}
        verb="Copia"
        nothing="I prezzi del ritorno sono già uguali."
        canExclude
        onApply={(decision) =>
          copy.mutateAsync(
            { dryRun: false, ...decision },
            { onError: () => mutate({ dryRun: true, excludedIds: [] }) },
          )
        }
      />
    </Dialog>
  )
}
