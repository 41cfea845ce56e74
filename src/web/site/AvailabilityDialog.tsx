import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import type { Values } from '../ui/useForm.ts'
import { AvailabilityForm } from './AvailabilityForm.tsx'
import { useCompany } from './company.ts'
import { SentView } from './SentView.tsx'

interface AvailabilityDialogProps {
  values: Values
  onClose(): void
  onSent(code: string): void
}

export function AvailabilityDialog({ values, onClose, onSent }: AvailabilityDialogProps) {
  const { promiseNow } = useCompany()
  const [code, setCode] = useState<string | null>(null)
  const hasSent = code !== null
  const sent = (given: string) => {
    setCode(given)
    onSent(given)
  }
  return (
    <Dialog
      title="Richiedi disponibilità"
      intro={
        hasSent
          ? undefined
          : `Rispondiamo ${promiseNow()} con la conferma e il prezzo. Non paghi nulla adesso.`
      }
      onClose={onClose}
    >
      {hasSent ? (
        <SentView
          title="Richiesta Inviata con Successo!"
          text="Ti ricontattiamo al numero che hai indicato per confermare il transfer."
          code={code}
          onClose={onClose}
        />
      ) : (
        <AvailabilityForm source="sticky-footer" values={values} onSent={sent} />
      )}
    </Dialog>
  )
}
