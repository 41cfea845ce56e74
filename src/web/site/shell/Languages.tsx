import type { Page } from '../../../modules/content/pages/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { Icon } from '../parts/icons.tsx'
import { Kept, stillPage } from '../parts/still.tsx'

// Plain links to the same page in each language. On a click, offer.ts adds the trip that the visitor has chosen.

type Versions = Page['versions']

/** Returns the name of a language in that language, such as `Deutsch`. */
function ownName(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

function Links({ versions }: { versions: Versions }) {
  const { t } = useLanguage()
  return versions.map(({ language, path, offer, close }) => (
    <li key={language}>
      <a
        href={path}
        hrefLang={language}
        lang={language}
        aria-current={language === t.language ? 'page' : undefined}
        data-offer={offer}
        data-close={close}
        className="inline-flex min-h-11 items-center rounded-field px-3 font-medium hover:bg-panel aria-[current]:text-sea"
      >
        {ownName(language)}
      </a>
    </li>
  ))
}

function MenuLanguagesPart({ page: { versions } }: { page: Page }) {
  const { t } = useLanguage()
  if (versions.length < 2) return null
  return (
    <nav aria-label={t('nav.languages')} className="border-line border-t pt-2">
      <ul className="-mx-3 flex flex-wrap">
        <Links versions={versions} />
      </ul>
    </nav>
  )
}

export const MenuLanguages = import.meta.env.SSR ? stillPage(MenuLanguagesPart) : Kept

function HeaderLanguagesPart({ page: { versions } }: { page: Page }) {
  const { t } = useLanguage()
  if (versions.length < 2) return null
  return (
    <details className="relative hidden @[62rem]:block">
      <summary className="inline-flex h-11 items-center gap-2 whitespace-nowrap rounded-field px-3 font-medium hover:bg-panel">
        <Icon name="globe" className="size-5 text-sea" />
        <span className="sr-only">{t('lead.row', { label: t('nav.languages'), value: '' })}</span>
        {ownName(t.language)}
      </summary>
      <nav
        aria-label={t('nav.languages')}
        className="absolute top-full right-0 z-10 rounded-card border border-line bg-stone p-2 shadow-soft"
      >
        <ul>
          <Links versions={versions} />
        </ul>
      </nav>
    </details>
  )
}

export const HeaderLanguages = import.meta.env.SSR ? stillPage(HeaderLanguagesPart) : Kept

function LanguageOfferPart({ page: { versions } }: { page: Page }) {
  const { t } = useLanguage()
  if (versions.length < 2) return null
  return (
    <aside
      id="lingua"
      aria-label={t('nav.languages')}
      hidden
      className="fixed inset-x-0 bottom-[var(--bar)] z-20 flex items-center justify-center gap-2 border-line border-t bg-sea-pale px-4 print:hidden"
    >
      <a href="/" className="inline-flex min-h-11 items-center font-semibold text-sea underline">
        {' '}
      </a>
      <button type="button" className="grid size-11 place-items-center">
        <Icon name="plus" className="size-5 rotate-45" />
      </button>
    </aside>
  )
}

/** The line that offer.ts shows. It is at the bottom, because at the top it would cover the page's first lines. */
export const LanguageOffer = import.meta.env.SSR ? stillPage(LanguageOfferPart) : Kept
