import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { Language } from '../../../languages/translate.ts'
import type { AppView, PageData, ViewKind } from '../../pageData.ts'
import { LanguageContext, useLanguage } from '../../ui/language.ts'
import { Toasts } from '../../ui/Toasts.tsx'
import { CompanyContext } from '../parts/company.ts'
import { Requests } from '../request/Requests.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { LanguageOffer } from './Languages.tsx'
import { PreviewBanner, PriceDayBanner } from './PreviewBanner.tsx'
import { StickyBar } from './StickyBar.tsx'
import { screens } from './screens.tsx'

/** Pages with a form or another action of their own. On these pages the bar has no button to the request form. */
const withOwnAction: ViewKind[] = ['request', 'status', 'business']

/** Pages that consist of the bar's contacts. */
const withoutBar: ViewKind[] = ['tooManyRequests', 'unavailable']

interface SiteProps {
  page: PageData
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
  const main = (
    <main id="contenuto" tabIndex={-1} className="outline-none">
      <Screen view={view} />
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
        <Header path={page.path} />
        {main}
        <Footer />
        <LanguageOffer />
        {!withoutBar.includes(view.kind) && <StickyBar hasRequest={!withOwnAction.includes(view.kind)} />}
      </Requests>
      <Toasts />
    </CompanyContext>
  )
}

const Screen = <K extends ViewKind>({ view }: { view: AppView<K> }) => screens[view.kind](view)
