import { useEffect, useRef, useState } from 'react'
import { leadFields } from '../../../modules/leads/requests/fields.contract.ts'
import { draftKeys } from '../../../modules/settings/privacy/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/Field.tsx'
import { useLanguage } from '../../ui/language.ts'
import { toast } from '../../ui/toast.ts'
import { formTool } from '../../ui/tools.ts'
import type { Errors, Values } from '../../ui/useForm.ts'
import { Icon } from '../icons.tsx'
import { checkLead, leadSender } from '../request/lead.ts'
import { ConsentFields, FailureNote, LanguageField, PersonFields } from '../request/leadFields.tsx'
import { SentCode } from '../request/SentCode.tsx'
import { useDraft } from '../request/useDraft.ts'
import { useLeadForm } from '../request/useLeadForm.ts'

interface ContactFormProps {
  values: Values
  refused: Errors
  isSent: boolean
  code: string
}

const required = ['name', 'phone', 'email', 'privacyAccepted']

/** Contact form. Without JavaScript the browser sends it as a plain form. */
export function ContactForm({ values, refused, isSent, code }: ContactFormProps) {
  const { t, path } = useLanguage()
  const [sentCode, setSentCode] = useState(isSent ? code : null)
  const hasSent = sentCode !== null
  const note = useRef<HTMLDivElement>(null)
  const [send] = useState(leadSender)
  const { errors, unshown, isSending, formProps, failed } = useLeadForm({
    check: (typed) => checkLead(t, typed, required),
    send({ name = '', phone = '', email = '', message = '', website = '' }) {
      toast({ title: t('contacts.sendingToast') })
      return send('POST /api/contacts', { name, phone, email, message, website, language: t.language })
    },
    onSent({ code }) {
      draft.forget()
      formProps.ref.current?.reset()
      setSentCode(code)
      toast({ title: t('contacts.sent'), text: t('contacts.sentText') })
    },
    failure: { title: t('contacts.failed'), text: t('request.failedText') },
    fields: [...required, 'message'],
    refused,
  })
  const draft = useDraft(formProps.ref, draftKeys.message)
  useEffect(() => {
    if (hasSent) note.current?.scrollIntoView({ block: 'nearest' })
  }, [hasSent])

  return (
    <form
      {...formProps}
      {...formTool('send_message')}
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
            className="flex gap-3 max-sm:scroll-mt-20 rounded-field border border-leaf bg-card p-3.5"
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
      <LanguageField />
      <PersonFields errors={errors} values={values} />
      <TextArea
        label={t('request.message')}
        name="message"
        rows={5}
        maxLength={leadFields.message.maxLength}
        defaultValue={values.message}
        error={errors.message}
      />
      <ConsentFields errors={errors} />
      <FailureNote text={failed} isAlert={unshown.length > 0} />
      <Button type="submit" look="sun" disabled={isSending} className="w-full">
        {t(isSending ? 'contacts.sending' : 'contacts.send')}
      </Button>
    </form>
  )
}
