import { type ReactNode, useEffect, useState } from 'react'
import { draftKeys } from '../../../modules/settings/privacy/contract.ts'
import { isObject, session } from '../../storage.ts'
import { Dialog, LeaveButton } from '../../ui/Dialog.tsx'
import { useLanguage } from '../../ui/language.ts'
import type { Values } from '../../ui/useForm.ts'
import { useCompany } from '../company.ts'
import { ContactForm } from '../info/ContactForm.tsx'
import type { SentRequest } from '../useRequests.ts'
import { RequestForm } from './RequestForm.tsx'
import { Sent } from './Sent.tsx'
import { keepSent, sentHere } from './sentHere.ts'

interface RequestDialogProps {
  values: Values
  onClose(): void
  onSent(sent: SentRequest): void
}

export function RequestDialog({ values, onClose, onSent }: RequestDialogProps) {
  const { t } = useLanguage()
  const { promiseNow } = useCompany()
  const [sent, setSent] = useState(sentHere)
  const [isQuote, setQuote] = useState(false)
  return (
    <Dialog
      title={t(isQuote ? 'contacts.quote' : 'request.title')}
      intro={sent || isQuote ? undefined : t('request.intro', { promise: promiseNow() })}
      onClose={onClose}
      staysOnPressOutside={sent !== null}
    >
      {sent ? (
        <Unpressed>
          <Sent sent={sent} />
          <LeaveButton className="mt-2 w-full">{t('request.close')}</LeaveButton>
        </Unpressed>
      ) : isQuote ? (
        <ContactForm values={typedPerson()} refused={{}} isSent={false} code="" />
      ) : (
        <>
          <RequestForm
            source="sticky-footer"
            values={values}
            onSent={(stored) => {
              keepSent(stored)
              setSent(stored)
              onSent(stored)
            }}
          />
          <button
            type="button"
            onClick={() => setQuote(true)}
            className="mx-auto mt-2 block min-h-11 px-3 text-sea underline underline-offset-4"
          >
            {t('request.onlyMessage')}
          </button>
        </>
      )}
    </Dialog>
  )
}

/** Milliseconds within which a press was meant for the button that was there before. */
const secondPressMs = 700

/** Ignores a second press on the button that sent the form, because it would close the confirmation or open a link. */
function Unpressed({ children }: { children: ReactNode }) {
  const [isDeaf, setDeaf] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setDeaf(false), secondPressMs)
    return () => clearTimeout(timer)
  }, [])
  return <div className={isDeaf ? 'pointer-events-none' : undefined}>{children}</div>
}

/** Returns what the visitor has typed about themselves in the form of the request. */
function typedPerson(): Values {
  const draft = session.json(draftKeys.request)
  const text = (name: string) => (isObject(draft) && typeof draft[name] === 'string' ? draft[name] : '')
  return { name: text('name'), phone: text('phone'), email: text('email'), message: text('message') }
}
