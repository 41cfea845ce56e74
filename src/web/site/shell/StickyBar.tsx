import { ButtonLink, buttonClass } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { Icon, WhatsAppIcon } from '../parts/icons.tsx'
import { RequestButton } from '../trip/RequestButton.tsx'
import { useRequests } from '../trip/useRequests.ts'
import { useWhatsAppMessage } from '../trip/useWhatsAppMessage.ts'
import { useKeyboardOpen } from './useKeyboardOpen.ts'

interface StickyBarProps {
  /** False on a page with a form or another action of its own. */
  hasRequest: boolean
}

/** Bar to contact the office and to open the request form. Hidden while the on-screen keyboard is open. */
export function StickyBar({ hasRequest }: StickyBarProps) {
  const { t } = useLanguage()
  const { hours } = useCompany()
  const { sent } = useRequests()
  const isAway = useKeyboardOpen()

  return (
    <section
      aria-label={t('bar.label')}
      data-bar
      inert={isAway}
      className={`print:hidden fixed inset-x-0 bottom-0 z-30 border-line border-t bg-card transition-transform ${
        isAway ? 'translate-y-full' : ''
      }`}
    >
      {sent && (
        <p className="bg-leaf px-4 py-1.5 text-center font-medium text-sm text-on-fill">
          {t('bar.sent', { code: sent.code })}
        </p>
      )}
      <div className="wrap flex min-h-[var(--bar)] flex-wrap items-center justify-end gap-2 py-2 sm:gap-3">
        <p className="mr-auto hidden text-ink-soft sm:block">{t('bar.hours', { hours })}</p>
        <Talk />
        {hasRequest && (
          <RequestButton
            source="sticky-footer"
            look="sun"
            className="flex-1 max-sm:px-1 max-sm:text-sm sm:flex-none sm:px-6"
          >
            {t('bar.request')}
          </RequestButton>
        )}
      </div>
    </section>
  )
}

/** Contacts in a popover, which opens without JavaScript (popovers.ts). */
function Talk() {
  const { t } = useLanguage()
  const { tel, phone, email, whatsApp } = useCompany()
  const message = useWhatsAppMessage()
  return (
    <>
      <button
        type="button"
        popoverTarget="parla"
        aria-expanded="false"
        aria-controls="parla"
        suppressHydrationWarning
        className={buttonClass('plain', 'max-sm:flex-1 max-sm:gap-1.5 max-sm:px-1 max-sm:text-sm')}
      >
        <Icon name="phone" />
        {t('bar.talk')}
      </button>
      <div
        id="parla"
        popover="auto"
        className="inset-auto right-4 bottom-[calc(var(--bar)+0.5rem)] m-0 w-72 max-w-[calc(100vw-2rem)] rounded-card border
          border-line bg-stone p-3 text-ink shadow-soft open:animate-rise max-sm:right-auto max-sm:left-4"
      >
        <div className="grid gap-2">
          <p className="figures text-center text-ink-soft">{phone}</p>
          <ButtonLink href={tel} look="sun">
            <Icon name="phone" />
            {t('bar.call')}
          </ButtonLink>
          <ButtonLink href={whatsApp(message)} look="plain" rel="noopener">
            <WhatsAppIcon className="size-5 text-leaf" />
            WhatsApp
          </ButtonLink>
          <ButtonLink href={`mailto:${email}`} look="plain">
            <Icon name="mail" />
            {t('bar.email')}
          </ButtonLink>
        </div>
      </div>
    </>
  )
}
