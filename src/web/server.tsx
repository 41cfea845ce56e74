import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { Language } from '../languages/translate.ts'
import type { Page } from '../modules/content/pages/contract.ts'
import type { Assets } from './assets.ts'
import { ConsentDialog } from './consent/ConsentDialog.tsx'
import { documentOf } from './document.ts'
import { pageData } from './pageData.ts'
import { ServedPage } from './site/parts/still.tsx'
import { Site } from './site/shell/Site.tsx'
import { LanguageContext } from './ui/language.ts'
import { MapSvg } from './ui/ServerHtml.tsx'

export function render(page: Page, extras: { assets: Assets; map: string; language: Language }) {
  const data = pageData(page, extras.language.t.language)
  const app = renderToString(
    <MapSvg value={extras.map}>
      <ServedPage value={page}>
        <Site page={data} language={extras.language} />
      </ServedPage>
    </MapSvg>,
  )
  const dialog = renderToStaticMarkup(
    <LanguageContext value={extras.language}>
      <ConsentDialog phone={page.company.phone} call={page.company.call} />
    </LanguageContext>,
  )
  return documentOf(page, extras, { app, dialog, data })
}
