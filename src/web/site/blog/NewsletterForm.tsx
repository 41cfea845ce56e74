import { useState } from 'react'
import { emailMax } from '../../../kernel/email.ts'
import type { AskForNewsletter } from '../../../modules/content/newsletter/contract.ts'
import { call } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { useLanguage } from '../../ui/language.ts'
import { formTool } from '../../ui/tools.ts'
import type { Errors } from '../../ui/useForm.ts'
import { Icon } from '../parts/icons.tsx'
import { checkLead, humanPace } from '../request/lead.ts'
import { ConsentFields, FailureNote, HiddenFields } from '../request/leadFields.tsx'
import { useLeadForm } from '../request/useLeadForm.ts'

const required = ['email', 'privacyAccepted']

interface NewsletterFormProps {
  email?: string
  refused?: Errors
}

/** Form of the newsletter. Without JavaScript the browser sends it as a plain form. */
export function NewsletterForm({ email = '', refused = {} }: NewsletterFormProps) {
  const { t, path } = useLanguage()
  const [seenAt] = useState(() => performance.now())
  const [hasSent, setSent] = useState(false)
  const { errors, unshown, isSending, formProps, failed } = useLeadForm({
    check: (typed) => checkLead(t, typed, required),
    async send({ email = '', website = '' }) {
      const elapsedMs = await humanPace(seenAt)
      await call<typeof AskForNewsletter>('POST /api/newsletter-subscriptions', {
        email,
        website,
        privacyAccepted: true,
        language: t.language,
        elapsedMs,
      })
    },
    onSent: () => setSent(true),
    failure: { title: t('newsletter.failed'), text: t('newsletter.failedText') },
    fields: required,
    refused,
  })
  return (
    <>
      <div role="status">{hasSent && <AskedNote />}</div>
      {!hasSent && (
        <form
          {...formProps}
          {...formTool('subscribe_newsletter')}
          method="post"
          action={path('/newsletter/')}
          data-app
          className="grid gap-3"
        >
          <HiddenFields />
          <div className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
            <TextField
              label={t('newsletter.email')}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={emailMax}
              defaultValue={email}
              aria-required
              error={errors.email}
            />
            <Button type="submit" look="sun" disabled={isSending} className="sm:mt-6.5">
              {t(isSending ? 'request.sending' : 'newsletter.subscribe')}
            </Button>
          </div>
          <ConsentFields errors={errors} />
          <FailureNote text={failed} isAlert={unshown.length > 0} />
        </form>
      )}
    </>
  )
}

/** The note is the same for known and unknown e-mail addresses, so that it does not reveal who has subscribed. */
export function AskedNote() {
  const { t } = useLanguage()
  return (
    <div className="flex items-start gap-4">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf text-on-fill">
        <Icon name="check" className="size-6" />
      </span>
      <div>
        <p className="font-semibold text-lg">{t('newsletter.checkInbox')}</p>
        <p className="mt-1 text-ink-soft">{t('newsletter.checkInboxText')}</p>
      </div>
    </div>
  )
}
