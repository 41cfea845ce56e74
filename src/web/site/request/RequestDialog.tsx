import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { Values } from '../../ui/useForm.ts'
import { useCompany } from '../company.ts'
import type { SentRequest } from '../useRequests.ts'
import { RequestForm } from './RequestForm.tsx'
import { Sent } from './Sent.tsx'

interface RequestDialogProps {
  values: Values
  onClose(): void
  onSent(sent: SentRequest): void
}

export function RequestDialog({ values, onClose, onSent }: RequestDialogProps) {
  const { promiseNow } = useCompany()
  const [sent, setSent] = useState<SentRequest | null>(null)
  return (
    <Dialog
      title="Richiedi disponibilità"
      intro={sent ? undefined : `Rispondiamo ${promiseNow()} con la conferma. Non paghi nulla adesso.`}
      onClose={onClose}
    >
      {sent ? (
        <>
          <Sent sent={sent} />
          <Button look="plain" onClick={onClose} className="mt-2 w-full">
            Chiudi
          </Button>
        </>
      ) : (
        <RequestForm
          source="sticky-footer"
          values={values}
          onSent={(stored) => {
            setSent(stored)
            onSent(stored)
          }}
        />
      )}
    </Dialog>
  )
}
