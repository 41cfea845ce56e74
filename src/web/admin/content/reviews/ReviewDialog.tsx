import { useQueryClient } from '@tanstack/react-query'
import type { Command } from '../../../../kernel/message.ts'
import {
  HideReview,
  ListStaffReviews,
  ReplyToReview,
  type StaffReview,
} from '../../../../modules/content/reviews/contract.ts'
import { call } from '../../../client.ts'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { renew } from '../../kit/api.ts'
import { Form, FormArea } from '../../kit/Form.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'

const reply = {
  command: ReplyToReview as Command,
  valuesOf: ({ id, reply }: StaffReview) => ({ id, reply: reply ?? '' }),
  title: 'Risposta alla recensione',
  intro: 'Sta sul sito sotto la recensione. Vuota: nessuna risposta.',
  field: { name: 'reply', label: 'Risposta', rows: 5 },
  action: 'Salva risposta',
  done: 'Risposta salvata',
  failed: 'Impossibile salvare la risposta',
}

const hide = {
  command: HideReview as Command,
  valuesOf: ({ id }: StaffReview) => ({ id, reason: '' }),
  title: 'Nascondi la recensione',
  intro:
    'Solo per un motivo serio, come insulti o dati personali: un voto basso non lo è. Il motivo resta nel registro delle modifiche, senza nomi di clienti.',
  field: { name: 'reason', label: 'Motivo', rows: 3 },
  action: 'Nascondi',
  done: 'Recensione nascosta',
  failed: 'Impossibile nascondere la recensione',
}

const dialogs = { reply, hide }

interface ReviewDialogProps {
  review: StaffReview
  act: keyof typeof dialogs
  onClose: () => void
}

/** Asks staff for the text of the reply, or for the reason why they hide the review. */
export function ReviewDialog({ review, act, onClose }: ReviewDialogProps) {
  const client = useQueryClient()
  const { command, valuesOf, title, intro, field, action, done, failed } = dialogs[act]
  const form = useContractForm({
    schema: command.input,
    values: valuesOf(review),
    save: (input) => call<Command>(command.http, input),
    done,
    failed,
    onSaved: () => {
      void renew(client, [ListStaffReviews.http])
      onClose()
    },
  })
  return (
    <Dialog title={title} intro={intro} onClose={onClose}>
      <Form form={form} save={action} actions={<LeaveButton>Annulla</LeaveButton>} note="">
        <FormArea form={form} {...field} />
      </Form>
    </Dialog>
  )
}
