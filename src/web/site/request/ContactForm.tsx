import { type FormEvent, useEffect, useRef, useState } from 'react'
import { leadFields, type SiteForm } from '../../../modules/leads/requests/fields.contract.ts'
import { draftKeys } from '../../../modules/settings/privacy/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { useLanguage } from '../../ui/language.ts'
import { toast } from '../../ui/toast.ts'
import { formTool } from '../../ui/tools.ts'
import type { Errors, Values } from '../../ui/useForm.ts'
import { Icon } from '../parts/icons.tsx'
import { checkLead, leadSender } from './lead.ts'
import { ConsentFields, FailureNote, HiddenFields, PersonFields, RepeatNote } from './leadFields.tsx'
import { SentCode } from './SentCode.tsx'
import { useDraft } from './useDraft.ts'
import { useLeadForm } from './useLeadForm.ts'

interface ContactFormProps {
  source: SiteForm
  values: Values
  refused: Errors
  /** Code of the message that the browser has sent without JavaScript. */
  sentCode?: string | null
  /** Called with the code of the message, if another view is to confirm it. */
  onSent?: (code: string) => void
}

const required = ['name', 'phone', 'email', 'privacyAccepted']

/** Contact form. Without JavaScript the browser sends it as a plain form. */
export function ContactForm({ source, values, refused, sentCode: known = null, onSent }: ContactFormProps) {
  const { t, path } = useLanguage()
  const [sentCode, setSentCode] = useState(known)
  const hasSent = sentCode !== null
  const note = useRef<HTMLDivElement>(null)
  const [send] = useState(() => leadSender('contact'))
  const { errors, unshown, isSending, isValid, formProps, failed, repeat } = useLeadForm({
    check: (typed) => checkLead(t, typed, required),
    send({ name = '', phone = '', email = '', message = '', website = '', azione }) {
      toast({ title: t('contacts.sendingToast') })
      const lead = { name, phone, email, message, website, formSource: source, language: t.language }
      return send('POST /api/contacts', lead, { draft, act: azione })
    },
    onSent({ code }) {
      draft.forget()
      if (onSent) return onSent(code)
      if (formProps.ref.current) empty(formProps.ref.current)
      setSentCode(code)
      toast({ title: t('contacts.sent'), text: t('contacts.sentText') })
    },
    failure: { title: t('contacts.failed'), text: t('request.failedText') },
    fields: [...required, 'message'],
    refused,
  })
  const draft = useDraft({ form: formProps.ref, name: draftKeys.message, sentKey: values.key })
  useEffect(() => {
    if (!hasSent) return
    note.current?.focus({ preventScroll: true })
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [hasSent])

  /** A second press on the button finds an empty form, and keeps the confirmation. */
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    if (!hasSent || textFields(event.currentTarget).some(({ value }) => value !== ''))
      return void formProps.onSubmit(event)
    event.preventDefault()
    note.current?.focus()
  }

  return (
    <form
      {...formProps}
      {...formTool(source === 'preventivo' ? 'ask_quote' : 'send_message')}
      onSubmit={onSubmit}
      method="post"
      action={path('/contatti/')}
      data-app
      className="grid gap-4"
    >
      <div role="status">
        {hasSent && (
          // On a phone the toast covers the top of the window.
          <div
            ref={note}
            tabIndex={-1}
            className="outline-none flex gap-3 max-sm:scroll-mt-20 rounded-field border border-leaf bg-card p-3.5"
          >
            <Icon name="check" className="mt-0.5 size-5 text-leaf" />
            <div>
              <strong className="block font-semibold">{t('contacts.sent')}</strong>
              {t('contacts.sentText')}
              <SentCode code={sentCode} className="mt-1" />
            </div>
          </div>
        )}
      </div>
      <HiddenFields sentKey={values.key} />
      <PersonFields errors={errors} isValid={isValid} values={values} />
      <TextArea
        label={t('request.message')}
        name="message"
        rows={5}
        maxLength={leadFields.message.maxLength}
        defaultValue={values.message}
        error={errors.message}
      />
      <ConsentFields errors={errors} values={values} />
      <FailureNote text={failed} isAlert={unshown.length > 0} />
      {repeat ? (
        <RepeatNote text={repeat} isSending={isSending} />
      ) : (
        <Button type="submit" look="sun" disabled={isSending} className="w-full">
          {t(isSending ? 'contacts.sending' : 'contacts.send')}
        </Button>
      )}
    </form>
  )
}

const textFields = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input[type=text], input[type=tel], input[type=email], textarea',
  ),
]

/** `reset` alone would restore the values of a form that the server has shown again. */
function empty(form: HTMLFormElement): void {
  form.reset()
  for (const field of textFields(form)) field.value = ''
}
