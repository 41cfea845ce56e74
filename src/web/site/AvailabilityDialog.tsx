import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { AvailabilityForm } from './AvailabilityForm.tsx'
import type { Journey } from './Requests.tsx'
import { SentView } from './SentView.tsx'

interface AvailabilityDialogProps {
  journey: Journey | null
  onClose(): void
  onSent(): void
}

export function AvailabilityDialog({ journey, onClose, onSent }: AvailabilityDialogProps) {
  const [hasSent, setSent] = useState(false)
  const sent = () => {
    setSent(true)
    onSent()
  }
  return (
    <Dialog
      title="Richiedi disponibilità"
      intro={
        hasSent
          ? undefined
          : 'Rispondiamo entro 15 minuti con la conferma e il prezzo. Non paghi nulla adesso.'
      }
      onClose={onClose}
    >
      {hasSent ? (
        <SentView
          title="Richiesta Inviata con Successo!"
          text="Ti ricontattiamo al numero che hai indicato per confermare il transfer."
          onClose={onClose}
        />
      ) : (
        <AvailabilityForm source="sticky-footer" values={{ ...journey }} onSent={sent} />
      )}
    </Dialog>
  )
}
