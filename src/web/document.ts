import type { Language, Translate } from '../languages/translate.ts'
import type { Page } from '../modules/content/pages/contract.ts'
import type { Assets } from './assets.ts'
import type { PageData } from './pageData.ts'
import { stylesOf } from './pageStyles.ts'

/** Made once, because a process has one build of the site. */
let pageStyles: ReturnType<typeof stylesOf> | undefined

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const text = (value: string) => value.replace(/[&<>"]/g, (char) => entities[char] ?? char)

/** Returns JSON with `<` escaped, so that its text cannot end the script element or start a comment. */
const json = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')

const named = (name: string, content: string) => `<meta name="${name}" content="${text(content)}">`
const property = (name: string, content: string) => `<meta property="${name}" content="${text(content)}">`

/** Returns the language with the region where most people speak it, such as `it_IT`. */
function localeOf({ locale }: Translate): string {
  const { language, region } = new Intl.Locale(locale).maximize()
  return `${language}_${region}`
}

/** Returns links to all language versions that search engines may list; none if there are fewer than two. */
function alternatesOf({ head, versions }: Page): string[] {
  const listed = versions.filter(({ isIndexable }) => isIndexable)
  const [first] = listed
  if (!first || listed.length < 2) return []
  const links = [...listed, { ...first, language: 'x-default' }].map(({ language, path }) => {
    const [plain = ''] = path.split('?')
    return { language, url: new URL(plain, head.canonical).href }
  })
  return links.map(({ language, url }) => `<link rel="alternate" hreflang="${language}" href="${text(url)}">`)
}

function headOf(page: Page, assets: Assets, styles: string, t: Translate): string {
  const { head, company } = page
  const parts = [
    '<meta charset="utf-8">',
    named('viewport', 'width=device-width, initial-scale=1'),
    `<title>${text(head.title)}</title>`,
    named('description', head.description),
    head.isIndexable ? '' : named('robots', 'noindex'),
    `<link rel="canonical" href="${text(head.canonical)}">`,
    ...alternatesOf(page),
    // The priority is low, because fallback fonts of the same metrics draw the text first.
    ...assets.fonts.map(
      (font) =>
        `<link rel="preload" href="${font}" as="font" type="font/woff2" fetchpriority="low" crossorigin>`,
    ),
    `<style>${styles}</style>`,
    `<script type="module" src="${assets.boot}" fetchpriority="low"></script>`,
    ...assets.bootImports.map((file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`),
    `<link rel="icon" href="${assets.icon}" type="image/svg+xml">`,
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0a1422">',
    named('theme-color', '#11243d'),
    property('og:locale', localeOf(t)),
    property('og:site_name', company.companyName),
    property('og:type', head.ogType),
    property('og:url', head.canonical),
    property('og:title', head.ogTitle),
    property('og:description', head.ogDescription),
    property('og:image', head.ogImage),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    named('twitter:card', 'summary_large_image'),
    ...head.jsonLd.map((item) => `<script type="application/ld+json">${json(item)}</script>`),
  ]
  return parts.join('')
}

interface RenderedPage {
  html: string
  /** The text of the document's style element, whose hash the page's security policy needs. */
  styles: string
}

export function documentOf(
  page: Page,
  { assets, language }: { assets: Assets; language: Language },
  { app, dialog, data }: { app: string; dialog: string; data: PageData },
): RenderedPage {
  const body =
    `<div id="app">${app}</div>${dialog}` +
    `<p class="wrap hidden text-sm print:block">${text(page.head.canonical)}</p>`
  pageStyles ??= stylesOf(assets.styles)
  const styles = pageStyles(body)
  const html =
    `<!doctype html><html lang="${language.t.language}"><head>${headOf(page, assets, styles, language.t)}</head>` +
    `<body>${body}<script type="application/json" id="page">${json(data)}</script></body></html>`
  return { html, styles }
}
