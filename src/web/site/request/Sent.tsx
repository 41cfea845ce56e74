import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { Icon, WhatsAppIcon } from '../parts/icons.tsx'
import type { SentRequest } from '../trip/useRequests.ts'
import { CallSoon } from './CallSoon.tsx'
import { SentCode } from './SentCode.tsx'

interface SentProps {
  sent: SentRequest
  /** Time within which staff answer, if the server knows it; otherwise the browser computes it. */
  promise?: string
  level?: 'h1' | 'h3' | 'p'
}

interface SuccessProps {
  title: string
  level?: SentProps['level']
  children: ReactNode
}

/** View after a form was sent. Its heading gets the focus. */
function Success({ title, level: Heading = 'h3', children }: SuccessProps) {
  const heading = useRef<HTMLHeadingElement & HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="max-w-xl">
      <span className="grid size-14 place-items-center rounded-full bg-leaf text-on-fill">
        <Icon name="check" className="size-7" />
      </span>
      <Heading
        ref={heading}
        tabIndex={-1}
        className="mt-4 text-balance font-serif text-3xl leading-tight outline-none"
      >
        {title}
      </Heading>
      {children}
    </div>
  )
}

export function QuoteSent({ code }: { code: string }) {
  const { t } = useLanguage()
  return (
    <Success title={t('contacts.quoteSent')}>
      <p className="mt-2">{t('contacts.sentText')}</p>
      <SentCode code={code} className="mt-3 text-lg" />
    </Success>
  )
}

export function Sent({ sent, promise: stated = '', level = 'h3' }: SentProps) {
  const { code, statusPath, calendarPath, isSoon } = sent
  const { t } = useLanguage()
  const { whatsApp, promiseNow } = useCompany()
  const [promise, setPromise] = useState(stated)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the promise is made once, when the request was sent.
  useEffect(() => {
    if (!stated) setPromise(promiseNow())
  }, [])
  return (
    <Success title={t(sent.isChange ? 'request.changeSent' : 'request.sent')} level={level}>
      <p className="mt-2">{t('request.sentText', { promise: promise && `${promise} ` })}</p>
      {isSoon && <CallSoon className="mt-3" />}
      <SentCode code={code} className="mt-3 text-lg" />
      {statusPath && (
        <div className="mt-5 flex flex-wrap gap-3">
          <ButtonLink href={statusPath} look="sea" className="flex-auto">
            {t('request.follow')}
            <Icon name="arrow" />
          </ButtonLink>
          <ButtonLink
            href={whatsApp(t('request.sentWhatsApp', { code }))}
            look="plain"
            rel="noopener"
            className="flex-auto"
          >
            <WhatsAppIcon className="size-5 text-leaf" />
            WhatsApp
          </ButtonLink>
        </div>
      )}
      {calendarPath && (
        <p className="mt-3">
          <a
            href={calendarPath}
            download
            className="inline-flex min-h-11 items-center font-semibold text-sea underline underline-offset-4"
          >
            {t('request.calendar')}
          </a>
        </p>
      )}
    </Success>
  )
}
