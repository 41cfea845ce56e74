import type { ReactNode } from 'react'
import type { Operator } from '../../modules/settings/company/contract.ts'
import { analyticsMonths, visitDays } from '../../modules/settings/privacy/contract.ts'
import { LineIcon } from '../ui/LineIcon.tsx'
import { useLanguage } from '../ui/language.ts'

const button =
  'inline-flex min-h-12 items-center justify-center rounded-field border px-5 py-2.5 text-center font-semibold leading-tight transition-colors'
const ink = `${button} border-transparent bg-ink text-on-fill hover:bg-ink-deep`
const plain = `${button} border-ink/25 bg-card text-ink hover:border-ink`
const quiet =
  'inline-flex min-h-11 items-center justify-center font-semibold text-sea underline underline-offset-4'

/**
 * The server renders the closed dialog into each document, because its text is the largest content that a new
 * visitor sees (LCP). Accept and refuse must have equal style and size, so that neither is favoured.
 */
export function ConsentDialog({ phone, call }: Pick<Operator, 'phone' | 'call'>) {
  const { t, path } = useLanguage()
  return (
    <dialog
      data-consent-dialog
      // Keeps search engines from quoting the dialog as text of the page.
      data-nosnippet
      aria-labelledby="consenso-titolo"
      className="fixed inset-0 z-50 m-0 size-full max-h-none max-w-none overflow-y-auto overscroll-contain bg-band/60 p-3 transition-opacity backdrop:bg-transparent sm:p-6"
    >
      <div className="flex min-h-full items-end justify-center sm:items-center">
        <div className="w-full max-w-xl animate-rise rounded-card border border-line bg-stone p-5 text-ink shadow-soft sm:p-7">
          {/* Sizes that do not all grow with the text keep long words whole at a text size of 200 %. */}
          <div className="flex items-start gap-[16px]">
            <h2
              id="consenso-titolo"
              tabIndex={-1}
              className="flex-1 font-serif text-[min(1.5rem,6.2vw)] leading-tight outline-none"
            >
              {t('consent.title')}
            </h2>
            <button
              type="button"
              data-action="leave"
              data-necessary={t('consent.closeNecessary')}
              data-unchanged={t('consent.closeUnchanged')}
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-field text-2xl leading-none hover:bg-panel"
            >
              <span aria-hidden="true">×</span>
            </button>
          </div>
          <div data-view="question">
            <p className="mt-2">{t('consent.necessary')}</p>
            <p className="mt-1.5">{t('consent.more')}</p>
            <div className="mt-5 grid gap-3 sm:grid-cols-2">
              <Action name="all" className={ink}>
                {t('consent.acceptCookies')}
              </Action>
              <Action name="necessary" className={ink}>
                {t('consent.necessaryCookies')}
              </Action>
            </div>
            <Action name="choices" className={`${plain} mt-3 w-full`}>
              {t('consent.manage')}
            </Action>
          </div>
          <div data-view="choices" hidden>
            <div className="mt-3 divide-y divide-line border-line border-y">
              <Switch
                name="necessary"
                title={t('consent.necessaryTitle')}
                text={t('consent.necessaryText')}
                isLocked
              />
              <Switch
                name="analytics"
                title="Google Analytics"
                text={t('consent.analyticsText', { months: analyticsMonths, days: visitDays })}
              />
              <Switch name="marketing" title="Marketing" text={t('consent.marketingText')} />
            </div>
            <Action name="save" className={`${ink} mt-5 w-full`}>
              {t('consent.save')}
            </Action>
            <div className="mt-3 grid grid-cols-2 gap-3">
              <Action name="all" className={plain}>
                {t('consent.acceptAll')}
              </Action>
              <Action name="necessary" className={plain}>
                {t('consent.refuseAll')}
              </Action>
            </div>
            <Action name="question" className={`${quiet} mt-1`}>
              <span className="sr-only">← </span>
              {/* Drawn, because the web fonts and the fonts of some systems lack the arrow. */}
              <LineIcon className="mr-2 size-5">
                <path d="M20 12H5m6-6-6 6 6 6" />
              </LineIcon>
              {t('consent.back')}
            </Action>
          </div>
          <p className="mt-4 text-ink-soft text-sm">{t('consent.closing')}</p>
          <p className="mt-2 text-ink-soft text-sm">{t('consent.rights')}</p>
          <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6">
            <a href={path('/privacy-policy/#informativa')} className={quiet}>
              {t('nav.privacy')}
            </a>
            {phone && (
              <a href={call ?? undefined} className={quiet}>
                {t('busy.call', { phone })}
              </a>
            )}
          </div>
        </div>
      </div>
    </dialog>
  )
}

function Action({ name, className, children }: { name: string; className: string; children: ReactNode }) {
  return (
    <button type="button" data-action={name} className={className}>
      {children}
    </button>
  )
}

interface SwitchProps {
  name: string
  title: string
  text: string
  isLocked?: boolean
}

function Switch({ name, title, text, isLocked = false }: SwitchProps) {
  return (
    <label className="flex items-start gap-4 py-3.5">
      <span className="flex-1">
        <span id={`consenso-${name}`} className="block font-semibold">
          {title}
        </span>
        <span id={`consenso-${name}-nota`} className="block text-ink-soft text-sm">
          {text}
        </span>
      </span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: `checked` of a checkbox states the same (HTML-AAM).
        role="switch"
        name={name}
        aria-labelledby={`consenso-${name}`}
        aria-describedby={`consenso-${name}-nota`}
        defaultChecked={isLocked}
        disabled={isLocked}
        className="consent-switch"
      />
    </label>
  )
}
