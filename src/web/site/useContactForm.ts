import { useState } from 'react'
import type { Offer } from '../../modules/catalog/prices/quote.contract.ts'
import type { ContactRequest } from '../../modules/leads/requests/contract.ts'
import { toast } from '../ui/toast.ts'
import type { Errors, Values } from '../ui/useForm.ts'
import { leadSender } from './lead.ts'
import { useOfferOf } from './OfferNote.tsx'
import { optionalTripFields } from './trip.ts'
import { useDraft } from './useDraft.ts'
import { useLeadForm } from './useLeadForm.ts'

export const contactRequired = ['name', 'phone', 'email', 'privacyAccepted']
const failure = {
  title: "Errore nell'invio del messaggio",
  text: 'Si è verificato un problema. Riprova o contattaci direttamente al telefono.',
}

function contactOf(values: Values, offer: Offer | undefined): ContactRequest {
  const { name = '', phone = '', email = '', message = '', website = '' } = values
  const { departure = '', destination = '', passengers = '' } = values
  const trip = { departure, destination, passengers, ...optionalTripFields(values, offer) }
  return { name, phone, email, message, website, ...trip }
}

interface ContactFormOptions {
  draft: string
  refused?: Errors
  required: readonly string[]
  onSent(code: string): void
}

/** The message form, which the quote dialog and the contact page share. */
export function useContactForm({ draft: key, refused, required, onSent }: ContactFormOptions) {
  const offerOf = useOfferOf()
  const [send] = useState(() => leadSender('POST /api/contacts'))
  const form = useLeadForm({
    required,
    async send(given) {
      toast({ title: 'Invio messaggio...' })
      return send(contactOf(given, offerOf(given)))
    },
    onSent(code) {
      draft.forget()
      onSent(code)
    },
    failure,
    ...(refused && { refused }),
  })
  const draft = useDraft(form.formProps.ref, key)
  return form
}
