import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportPrices } from '../../../../modules/catalog/prices/contract.ts'
import { CallError } from '../../../client.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { renew, sentenceOf } from '../../kit/api.ts'
import { endOf } from '../../kit/callToEnd.ts'
import { sendFile } from '../../kit/sendFile.ts'
import { LineFaults, TableFileField } from '../../kit/TableFile.tsx'
import { useLeaving } from '../../kit/useLeaving.ts'
import type { SavingDialogProps } from './LastSave.tsx'
import { type Decision, Proposal } from './Proposal.tsx'
import { priceAnswers } from './priceAnswers.ts'

async function send(
  file: Blob,
  input: { dryRun: boolean; reason?: string; plan?: string },
  signal?: AbortSignal,
) {
  const reply: unknown = await sendFile<typeof ImportPrices>('POST /api/bulk-pricing/import', file, input)
  return endOf<typeof ImportPrices>(reply, signal)
}

/** Shows the price changes in a file, or the errors of its lines. Staff then save all prices of the file or none. */
export function ImportDialog({ onSaved, onClose }: SavingDialogProps) {
  /** `turn` counts the chosen files, so that two files with the same name are distinct. */
  const [{ file, turn }, setChosen] = useState<{ file: File | null; turn: number }>({ file: null, turn: 0 })
  const client = useQueryClient()
  const signal = useLeaving()
  const plan = useMutation({ mutationFn: (chosen: File) => send(chosen, { dryRun: true }, signal()) })
  const load = useMutation({
    mutationFn: ({ chosen, reason, plan: agreed }: Decision & { chosen: File }) =>
      send(chosen, { dryRun: false, ...(reason ? { reason } : {}), ...(agreed ? { plan: agreed } : {}) }),
    async onSuccess(saved) {
      toast({ title: 'Prezzi aggiornati con successo' })
      onSaved(saved)
      await renew(client, priceAnswers)
    },
    onError(error, { chosen }) {
      toast({
        title: 'Errore durante l’aggiornamento dei prezzi',
        text: sentenceOf(error),
        tone: 'destructive',
      })
      plan.mutate(chosen)
    },
  })
  const faults = plan.error instanceof CallError ? plan.error.problem.errors : []
  return (
    <Dialog
      title="Importa i prezzi da CSV"
      intro="Esporta il file, cambialo con Excel o Fogli Google e caricalo qui. Senza la colonna ID valgono i nomi: Tratta, oppure Partenza e Destinazione. Prima vedi che cosa cambia."
      onClose={onClose}
    >
      <div className="mb-4 grid gap-4">
        <TableFileField
          onChoose={(chosen) => {
            setChosen({ file: chosen, turn: turn + 1 })
            if (chosen) plan.mutate(chosen)
          }}
        />
        {faults.length > 1 && <LineFaults faults={faults} />}
      </div>
      {file && (
        <Proposal
          key={turn}
          of={plan}
          verb="Importa"
          nothing="Il file non cambia nessun prezzo."
          onApply={(decision) => load.mutateAsync({ chosen: file, ...decision })}
        />
      )}
    </Dialog>
  )
}
