import { useQueryClient } from '@tanstack/react-query'
import {
  HideReview,
  ListStaffReviews,
  ReplyToReview,
  type StaffReview,
} from '../../../../modules/content/reviews/contract.ts'
import { call } from '../../../client.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { renew } from '../../kit/api.ts'
import { Form, FormArea } from '../../kit/Form.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'

interface DialogProps {
  review: StaffReview
  onClose: () => void
}

function useOnSaved(onClose: () => void) {
  const client = useQueryClient()
  return () => {
    void renew(client, [ListStaffReviews.http])
    onClose()
  }
}

export function ReplyDialog({ review: { id, reply }, onClose }: DialogProps) {
  const onSaved = useOnSaved(onClose)
  const form = useContractForm({
    schema: ReplyToReview.input,
    values: { id, reply: reply ?? '' },
    save: (input: typeof ReplyToReview.input.static) => call<typeof ReplyToReview>(ReplyToReview.http, input),
    done: 'Risposta salvata',
    failed: 'Impossibile salvare la risposta',
    onSaved,
  })
  return (
    <Dialog
      title="Risposta alla recensione"
      intro="Sta sul sito sotto la recensione. Vuota: nessuna risposta."
      onClose={onClose}
    >
      <Form form={form} save="Salva risposta" onCancel={onClose} note="">
        <FormArea form={form} name="reply" label="Risposta" rows={5} />
      </Form>
    </Dialog>
  )
}

export function HideDialog({ review: { id }, onClose }: DialogProps) {
  const onSaved = useOnSaved(onClose)
  const form = useContractForm({
    schema: HideReview.input,
    values: { id, reason: '' },
    save: (input: typeof HideReview.input.static) => call<typeof HideReview>(HideReview.http, input),
    done: 'Recensione nascosta',
    failed: 'Impossibile nascondere la recensione',
    onSaved,
  })
  return (
    <Dialog
      title="Nascondi la recensione"
      intro="Solo per un motivo serio, come insulti o dati personali: un voto basso non lo è. Il motivo resta nel registro delle modifiche, senza nomi di clienti."
      onClose={onClose}
    >
      <Form form={form} save="Nascondi" onCancel={onClose} note="">
        <FormArea form={form} name="reason" label="Motivo" rows={3} />
      </Form>
    </Dialog>
  )
}
