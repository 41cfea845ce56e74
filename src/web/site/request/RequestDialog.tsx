import { type ReactNode, useEffect, useState } from 'react'
import type { SiteForm } from '../../../modules/leads/requests/fields.contract.ts'
import { draftKeys } from '../../../modules/settings/privacy/contract.ts'
import { isObject, session } from '../../storage.ts'
import { Dialog, LeaveButton } from '../../ui/Dialog.tsx'
import { useLanguage } from '../../ui/language.ts'
import type { Values } from '../../ui/useForm.ts'
import { useCompany } from '../parts/company.ts'
import type { SentRequest } from '../trip/useRequests.ts'
import { ContactForm } from './ContactForm.tsx'
import { RequestForm } from './RequestForm.tsx'
import { QuoteSent, Sent } from './Sent.tsx'
import { keepSent, sentHere } from './sentHere.ts'

interface RequestDialogProps {
  source: SiteForm
  values: Values
  onClose(): void
  onSent(sent: SentRequest): void
}

export function RequestDialog({ source, values, onClose, onSent }: RequestDialogProps) {
  const { t } = useLanguage()
  const { promiseNow } = useCompany()
  const [sent, setSent] = useState(sentHere)
  const [isQuote, setQuote] = useState(false)
  const [quoteCode, setQuoteCode] = useState<string | null>(null)
  return (
    <Dialog
      // Another dialog, so that the focus goes to its first field.
      key={isQuote ? 'quote' : 'request'}
      title={t(isQuote ? 'contacts.quote' : 'request.title')}
      intro={sent || isQuote ? undefined : t('request.intro', { promise: promiseNow() })}
      onClose={onClose}
      staysOnPressOutside={sent !== null || quoteCode !== null}
    >
      {sent || quoteCode !== null ? (
        <Unpressed>
          {sent ? <Sent sent={sent} /> : <QuoteSent code={quoteCode ?? ''} />}
          <LeaveButton className="mt-2 w-full">{t('request.close')}</LeaveButton>
        </Unpressed>
      ) : isQuote ? (
        <>
          <ContactForm source="preventivo" values={typedPerson()} refused={{}} onSent={setQuoteCode} />
          <OtherForm onClick={() => setQuote(false)}>{t('contacts.toRide')}</OtherForm>
        </>
      ) : (
        <>
          <RequestForm
            source={source}
            values={values}
            onSent={(stored) => {
              keepSent(stored)
              setSent(stored)
              onSent(stored)
            }}
          />
          <OtherForm onClick={() => setQuote(true)}>{t('request.onlyMessage')}</OtherForm>
        </>
      )}
    </Dialog>
  )
}

function OtherForm({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      // The second press of a double one was meant for the button that sends the form.
      onClick={({ detail }) => detail < 2 && onClick()}
      className="mx-auto mt-2 block min-h-11 px-3 text-sea underline underline-offset-4"
    >
      {children}
    </button>
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
