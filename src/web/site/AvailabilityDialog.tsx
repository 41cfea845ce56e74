import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { AvailabilityForm } from './AvailabilityForm.tsx'
import { useCompany } from './company.ts'
import { SentView } from './SentView.tsx'
import { tripValues } from './trip.ts'
import { type Journey, useRequests } from './useRequests.ts'

interface AvailabilityDialogProps {
  journey: Journey | null
  onClose(): void
  onSent(code: string): void
}

export function AvailabilityDialog({ journey, onClose, onSent }: AvailabilityDialogProps) {
  const { trip, journey: ours } = useRequests()
  const { promiseNow } = useCompany()
  const [code, setCode] = useState<string | null>(null)
  const hasSent = code !== null
  const sent = (given: string) => {
    setCode(given)
    onSent(given)
  }
  const values = { ...journey, ...(isSame(journey, ours) && tripValues(trip)) }
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

const isSame = (one: Journey | null, other: Journey | null) =>
  one?.departure === other?.departure && one?.destination === other?.destination
