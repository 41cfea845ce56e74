import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { Language } from '../../languages/translate.ts'
import type { Page, View } from '../../modules/content/pages/contract.ts'
import type { Operator } from '../../modules/settings/company/contract.ts'
import type { AppView } from '../pageData.ts'
import { LanguageContext, useLanguage } from '../ui/language.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { CompanyContext, type Contacts } from './company.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { LanguageOffer } from './Languages.tsx'
import { PreviewBanner, PriceDayBanner } from './PreviewBanner.tsx'
import { Requests } from './Requests.tsx'
import { StickyBar } from './StickyBar.tsx'
import { screens } from './screens.tsx'

/** The server has the whole page, the browser only what `pageData` returns. The document already contains the head. */
export type SitePage = Pick<Page, 'path' | 'today'> & {
  view: AppView
  company: Contacts | Operator
} & Partial<Pick<Page, 'isPreview' | 'previewDay' | 'versions' | 'coverage'>>

/** Pages with a form or another action of their own. On these pages the bar has no button to the request form. */
const withOwnAction: View['kind'][] = ['request', 'status', 'business']

/** Pages that consist of the bar's contacts. */
const withoutBar: View['kind'][] = ['tooManyRequests', 'unavailable']

interface SiteProps {
  page: SitePage
  language: Language
  /** Called once the elements are in the document, before any component reads them. */
  onMount?: () => void
  onReady?: () => void
}

export function Site({ language, page, onMount, onReady }: SiteProps) {
  return (
    <LanguageContext value={language}>
      {onMount && <Mount onMount={onMount} />}
      <SiteInLanguage page={page} />
      {onReady && <Ready onReady={onReady} />}
    </LanguageContext>
  )
}

/** Stands before all other components, because React runs layout effects in the order of the document. */
function Mount({ onMount }: { onMount(): void }) {
  useLayoutEffect(onMount, [onMount])
  return null
}

/** Calls `onReady` after the page shows everything that its effects found in the fields. */
function Ready({ onReady }: { onReady(): void }) {
  // The effects of the first render read what the visitor typed before. The second render shows it, and its handlers
  // know it: a press repeated before would send the values that the server had put into the fields.
  const [isRead, setRead] = useState(false)
  useEffect(() => setRead(true), [])
  const ready = useEffectEvent(onReady)
  useEffect(() => {
    if (isRead) ready()
  }, [isRead])
  return null
}

function SiteInLanguage({ page }: Pick<SiteProps, 'page'>) {
  const { t, path } = useLanguage()
  const { view } = page
  // In the browser, screens pass what `AppView` lacks only to parts that keep the server's markup (still.tsx).
  const Screen = screens[view.kind] as unknown as (props: AppView) => React.ReactNode

  const main = (
    <main id="contenuto" tabIndex={-1} className="outline-none">
      <Screen {...view} />
    </main>
  )
  // The maintenance page has no navigation, because the server sends no other page during maintenance.
  if (view.kind === 'maintenance') return <CompanyContext value={page.company}>{main}</CompanyContext>

  return (
    <CompanyContext value={page.company}>
      <Requests view={view} path={path(page.path)} today={page.today}>
        <a
          href="#contenuto"
          className="absolute -top-24 left-2 z-50 rounded-field bg-ink px-4 py-3 text-on-fill focus:top-2"
        >
          {t('nav.toContent')}
        </a>
        {page.isPreview && <PreviewBanner />}
        {page.previewDay && <PriceDayBanner day={page.previewDay} path={page.path} />}
        <Header path={page.path} versions={page.versions} />
        {main}
        <Footer coverage={page.coverage} />
        <LanguageOffer versions={page.versions} />
        {!withoutBar.includes(view.kind) && <StickyBar hasRequest={!withOwnAction.includes(view.kind)} />}
      </Requests>
      <Toasts />
    </CompanyContext>
  )
}
