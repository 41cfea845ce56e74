import { type ReactNode, useEffect, useRef } from 'react'
import { leadFields } from '../../../modules/leads/requests/fields.contract.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckField, TextField } from '../../ui/Field.tsx'
import { useLanguage } from '../../ui/language.ts'
import type { Errors, Values } from '../../ui/useForm.ts'
import { useCompany } from '../parts/company.ts'

interface Shown {
  errors: Errors
  /** Returns whether the field's value is valid, which a mark next to the label shows; undefined for no mark. */
  isValid: (name: string) => boolean | undefined
  values: Values | undefined
}

export function PersonFields({ errors, isValid, values }: Shown) {
  const { t } = useLanguage()
  return (
    <>
      <TextField
        label={t('request.name')}
        name="name"
        autoComplete="name"
        maxLength={leadFields.name.maxLength}
        defaultValue={values?.name}
        aria-required
        error={errors.name}
        isValid={isValid('name')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <PhoneField errors={errors} isValid={isValid} values={values} />
        <TextField
          label={t('request.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={leadFields.email.maxLength}
          defaultValue={values?.email}
          aria-required
          error={errors.email}
          isValid={isValid('email')}
        />
      </div>
    </>
  )
}

function PhoneField({ errors, isValid, values }: Shown) {
  const { t } = useLanguage()
  return (
    <TextField
      label={t('request.phone')}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={leadFields.phone.maxLength}
      defaultValue={values?.phone}
      aria-required
      error={errors.phone}
      hint={t('request.phoneHint')}
      isValid={isValid('phone')}
    />
  )
}

export function ConsentFields({ errors, values = {} }: { errors: Errors; values?: Values }) {
  const { rich, path } = useLanguage()
  const link = (parts: ReactNode[]) => (
    <a href={path('/privacy-policy/')} target="_blank" rel="noopener" className="text-sea underline">
      {parts}
    </a>
  )
  return (
    <>
      <CheckField name="privacyAccepted" aria-required error={errors.privacyAccepted}>
        {rich('request.consent', { link })}
      </CheckField>
      <RobotField value={values.website} />
    </>
  )
}

/** Sends language and idempotency key if the browser sends the form without JavaScript. */
export function HiddenFields({ sentKey }: { sentKey?: string | undefined }) {
  const { t } = useLanguage()
  return (
    <>
      <input type="hidden" name="language" value={t.language} />
      {sentKey && <input type="hidden" name="key" value={sentKey} />}
    </>
  )
}

/** Keeps the value of a refused form, so that the second attempt is recognised. */
function RobotField({ value }: { value: string | undefined }) {
  const { t } = useLanguage()
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        {t('request.website')}
        <input
          type="text"
          name="website"
          toolparamdescription="Leave empty"
          tabIndex={-1}
          autoComplete="off"
          defaultValue={value}
        />
      </label>
    </div>
  )
}

/** States that the request was sent before with other content, in place of the button that sends the form. */
export function RepeatNote({ text, isSending }: { text: string; isSending: boolean }) {
  const { t } = useLanguage()
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  return (
    <div className="basis-full rounded-field border border-sea bg-card p-3.5">
      <p ref={note} tabIndex={-1} role="alert" className="outline-none">
        {text}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          type="submit"
          name="azione"
          value="modifica"
          look="sun"
          disabled={isSending}
          className="flex-auto"
        >
          {t(isSending ? 'request.sending' : 'request.sendChange')}
        </Button>
        <Button
          type="submit"
          name="azione"
          value="nuova"
          look="plain"
          disabled={isSending}
          className="flex-auto"
        >
          {t('request.sendNew')}
        </Button>
      </div>
    </div>
  )
}

interface FailureNoteProps {
  text: string | null
  /** True if only the note announces the failure, which otherwise a toast does. */
  isAlert: boolean
}

export function FailureNote({ text, isAlert }: FailureNoteProps) {
  const { rich } = useLanguage()
  const { phone, tel } = useCompany()
  if (!text) return null
  const link = (parts: ReactNode[]) => (
    <a href={tel} className="whitespace-nowrap font-semibold text-sea underline">
      {parts}
    </a>
  )
  return (
    <p
      role={isAlert ? 'alert' : undefined}
      data-unshown
      tabIndex={-1}
      className="rounded-field border border-brick/40 bg-brick-pale p-3.5 text-sm"
    >
      <strong className="font-semibold">{text}</strong> {rich('request.kept', { phone, link })}
    </p>
  )
}
