import { useEffect, useRef, useState } from 'react'
import { leadFields } from '../../../modules/leads/requests/fields.contract.ts'
import { draftKeys } from '../../../modules/settings/privacy/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import type { Errors, Values } from '../../ui/useForm.ts'
import { Icon } from '../icons.tsx'
import { ConsentFields, FailureNote, PersonFields } from '../leadFields.tsx'
import { SentCode } from '../SentCode.tsx'
import { TripFields } from '../TripFields.tsx'
import { contactRequired, useContactForm } from '../useContactForm.ts'

interface ContactFormProps {
  values: Values
  refused: Errors
  isSent: boolean
  code: string
}

const sentTitle = 'Messaggio inviato con successo!'
const promise = 'Ti risponderemo il prima possibile al numero di telefono fornito.'

/** The app sends this form; without JavaScript the browser sends it as a plain form. */
export function ContactForm({ values, refused, isSent, code }: ContactFormProps) {
  const [sentCode, setSentCode] = useState(isSent ? code : null)
  const hasSent = sentCode !== null
  const note = useRef<HTMLDivElement>(null)
  const {
    errors,
    values: typed,
    isSending,
    formProps,
    failed,
  } = useContactForm({
    draft: draftKeys.message,
    refused,
    required: contactRequired,
    onSent(given) {
      formProps.ref.current?.reset()
      setSentCode(given)
      toast({ title: sentTitle, text: promise })
    },
  })
  useEffect(() => {
    if (hasSent) note.current?.scrollIntoView({ block: 'nearest' })
  }, [hasSent])

  return (
    <form {...formProps} method="post" action="/contatti/" data-app className="grid gap-4">
      <div role="status">
        {hasSent && (
          <div ref={note} className="flex gap-3 rounded-field border border-leaf bg-white p-3.5">
            <Icon name="check" className="mt-0.5 size-5 text-leaf" />
            <div>
              <strong className="block font-semibold">{sentTitle}</strong>
              {promise}
              <SentCode code={sentCode} className="mt-1" />
            </div>
          </div>
        )}
      </div>
      <TripFields errors={errors} values={values} typed={typed} required={contactRequired} />
      <PersonFields errors={errors} values={values} />
      <TextArea
        label="Messaggio"
        name="message"
        rows={5}
        maxLength={leadFields.message.maxLength}
        defaultValue={values.message}
        error={errors.message}
      />
      <ConsentFields errors={errors} />
      <FailureNote text={failed} />
      <Button type="submit" look="sun" disabled={isSending} className="w-full">
        {isSending ? 'INVIO IN CORSO...' : 'INVIA MESSAGGIO'}
      </Button>
    </form>
  )
}
