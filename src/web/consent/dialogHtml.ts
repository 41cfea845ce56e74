import { localPath } from '../../languages/paths.ts'
import type { Translate } from '../../languages/translate.ts'
import { analyticsMonths, visitDays } from '../../modules/settings/privacy/contract.ts'

const button =
  'inline-flex min-h-12 items-center justify-center rounded-field border px-5 py-2.5 text-center font-semibold leading-tight transition-colors'
const ink = `${button} border-transparent bg-ink text-on-fill hover:bg-ink-deep`
const plain = `${button} border-ink/25 bg-card text-ink hover:border-ink`
const quiet =
  'inline-flex min-h-11 items-center justify-center font-semibold text-sea underline underline-offset-4'

// The arrow is drawn, because the web fonts and some systems lack it. Screen readers read the text.
const back = `<span class="sr-only">← </span><svg aria-hidden="true" viewBox="0 0 24 24" class="mr-2 size-5 fill-none
  stroke-current stroke-2"><path d="M20 12H5m6-6-6 6 6 6"/></svg>`

interface Switch {
  name: string
  title: string
  text: string
  isLocked?: boolean
}

const switchesOf = (t: Translate): Switch[] => [
  {
    name: 'necessary',
    title: t('consent.necessaryTitle'),
    text: t('consent.necessaryText'),
    isLocked: true,
  },
  {
    name: 'analytics',
    title: 'Google Analytics',
    text: t('consent.analyticsText', { months: analyticsMonths, days: visitDays }),
  },
  { name: 'marketing', title: 'Marketing', text: t('consent.marketingText') },
]

const row = ({ name, title, text, isLocked }: Switch) => `
<label class="flex items-start gap-4 py-3.5">
  <span class="flex-1">
    <span id="consenso-${name}" class="block font-semibold">${title}</span>
    <span id="consenso-${name}-nota" class="block text-ink-soft text-sm">${text}</span>
  </span>
  <input type="checkbox" role="switch" name="${name}" aria-labelledby="consenso-${name}"
    aria-describedby="consenso-${name}-nota"${isLocked ? ' checked disabled' : ''} class="consent-switch">
</label>`

/** Accept and refuse must have the same style and size, so that neither is favoured. */
export const dialogHtml = (t: Translate) => `
<dialog data-consent-dialog aria-labelledby="consenso-titolo"
  class="m-0 size-full max-h-none max-w-none overflow-y-auto overscroll-contain bg-transparent p-3 backdrop:bg-band/60 sm:p-6">
<div class="flex min-h-full items-end justify-center sm:items-center">
<div class="w-full max-w-xl animate-rise rounded-card border border-transparent bg-stone p-5 text-ink shadow-soft sm:p-7">
  <div class="flex items-start gap-4">
    <h2 id="consenso-titolo" tabindex="-1" class="flex-1 font-serif text-2xl outline-none">${t('consent.title')}</h2>
    <button type="button" data-action="leave"
      class="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-field text-2xl leading-none hover:bg-panel">
      <span aria-hidden="true">×</span>
    </button>
  </div>
  <div data-view="question">
    <p class="mt-2">${t('consent.necessary')}</p>
    <p class="mt-1.5">${t('consent.more')}</p>
    <div class="mt-5 grid gap-3 sm:grid-cols-2">
      <button type="button" data-action="all" class="${ink}">${t('consent.acceptCookies')}</button>
      <button type="button" data-action="necessary" class="${ink}">${t('consent.necessaryCookies')}</button>
    </div>
    <button type="button" data-action="choices" class="${plain} mt-3 w-full">${t('consent.manage')}</button>
  </div>
  <div data-view="choices" hidden>
    <div class="mt-3 divide-y divide-line border-line border-y">${switchesOf(t).map(row).join('')}</div>
    <button type="button" data-action="save" class="${ink} mt-5 w-full">${t('consent.save')}</button>
    <div class="mt-3 grid grid-cols-2 gap-3">
      <button type="button" data-action="all" class="${plain}">${t('consent.acceptAll')}</button>
      <button type="button" data-action="necessary" class="${plain}">${t('consent.refuseAll')}</button>
    </div>
    <button type="button" data-action="question" class="${quiet} mt-1">${back}${t('consent.back')}</button>
  </div>
  <p class="mt-4 text-ink-soft text-sm">${t('consent.closing')}</p>
  <p class="mt-2 text-ink-soft text-sm">${t('consent.rights')}</p>
  <div class="mt-2 flex flex-wrap items-center justify-between gap-x-6">
    <a href="${localPath(t, '/privacy-policy/#informativa')}" class="${quiet}">${t('nav.privacy')}</a>
    <a href="tel:" data-call class="${quiet}">${t('consent.call')}</a>
  </div>
</div>
</div>
</dialog>`
