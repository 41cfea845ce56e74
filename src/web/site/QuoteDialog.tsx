import { useState } from 'react'
import { leadFields } from '../../modules/leads/requests/fields.contract.ts'
import { draftKeys } from '../../modules/settings/privacy/contract.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextArea } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import type { Values } from '../ui/useForm.ts'
import { checkLead } from './lead.ts'
import { ConsentFields, FailureNote, PersonFields } from './leadFields.tsx'
import { SentView } from './SentView.tsx'
import { TripFields } from './TripFields.tsx'
import { contactRequired, useContactForm } from './useContactForm.ts'

interface QuoteDialogProps {
  values: Values
  onClose(): void
  onSent(code: string): void
}

const required = ['departure', 'destination', ...contactRequired]
const promise = 'Ti risponderemo il prima possibile al numero di telefono fornito.'

export function QuoteDialog({ values, onClose, onSent }: QuoteDialogProps) {
  const [code, setCode] = useState<string | null>(null)
  const hasSent = code !== null
  const sent = (given: string) => {
    setCode(given)
    onSent(given)
    toast({ title: 'Messaggio inviato con successo!', text: promise })
  }
  return (
    <Dialog
      title="Richiedi Preventivo"
      intro={
        hasSent ? undefined : 'Scrivici da dove a dove, quando e in quanti: ti mandiamo un prezzo fisso.'
      }
      onClose={onClose}
    >
      {hasSent ? (
        <SentView title="Messaggio Inviato!" text={promise} code={code} onClose={onClose} />
      ) : (
        <QuoteForm values={values} onSent={sent} />
      )}
    </Dialog>
  )
}

function QuoteForm({ values, onSent }: { values: Values; onSent(code: string): void }) {
  const {
    errors,
    values: typed,
    isSending,
    formProps,
    failed,
  } = useContactForm({ draft: draftKeys.quote, required, onSent })
  const wrong = checkLead(typed, required)
  const isReady = Object.keys(wrong).length === 0
  // A field without a value shows neither a valid nor an invalid mark.
  const isValid = (name: string) => (typed[name] ? !wrong[name] : undefined)

  return (
    <form {...formProps} className="grid gap-4">
      <TripFields errors={errors} values={values} typed={typed} required={required} />
      <PersonFields errors={errors} isValid={isValid} />
      <TextArea label="Messaggio" name="message" maxLength={leadFields.message.maxLength} />
      <ConsentFields errors={errors} />
      <FailureNote text={failed} />
      <Button type="submit" look="sun" disabled={isSending || !isReady} className="w-full">
        {isSending ? 'Invio in corso...' : 'Invia la richiesta'}
      </Button>
      {!isReady && !isSending && (
        <p className="-mt-2 text-center text-ink-soft text-sm">
          Per inviare servono partenza, destinazione, nome, telefono, email e il consenso.
        </p>
      )}
    </form>
  )
}
