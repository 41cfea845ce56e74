import {
  HideReview,
  ListStaffReviews,
  ReplyToReview,
  type StaffReview,
} from '../../../../modules/content/reviews/contract.ts'
import { FormArea } from '../../kit/Form.tsx'
import { thingDialog } from '../../kit/ThingForm.tsx'

const renews = [ListStaffReviews.http]

export const ReplyDialog = thingDialog<typeof ReplyToReview, { review: StaffReview }>({
  command: ReplyToReview,
  valuesOf: ({ review: { id, reply } }) => ({ id, reply: reply ?? '' }),
  title: 'Risposta alla recensione',
  intro: 'Sta sul sito sotto la recensione. Vuota: nessuna risposta.',
  save: 'Salva risposta',
  done: 'Risposta salvata',
  failed: 'Impossibile salvare la risposta',
  renews,
  Fields: ({ form }) => <FormArea form={form} name="reply" rows={5} />,
})

/** Asks for the reason why staff hide the review. */
export const HideDialog = thingDialog<typeof HideReview, { review: StaffReview }>({
  command: HideReview,
  valuesOf: ({ review: { id } }) => ({ id, reason: '' }),
  title: 'Nascondi la recensione',
  intro:
    'Solo per un motivo serio, come insulti o dati personali: un voto basso non lo è. Il motivo resta nel registro delle modifiche, senza nomi di clienti.',
  save: 'Nascondi',
  done: 'Recensione nascosta',
  failed: 'Impossibile nascondere la recensione',
  renews,
  Fields: ({ form }) => <FormArea form={form} name="reason" rows={3} />,
})
