import { buttonClass } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { brandOf } from '../parts/brand.ts'
import { useCompany } from '../parts/company.ts'
import { Icon } from '../parts/icons.tsx'
import { Logo } from '../parts/Logo.tsx'
import { HeaderLanguages, MenuLanguages } from './Languages.tsx'
import { currentOf, navigation } from './navigation.ts'

export function Header({ path }: { path: string }) {
  const { t, path: localPath } = useLanguage()
  const { companyName, tel } = useCompany()
  return (
    // The breakpoint of the container is in rem, so that a visitor with large text gets the menu of a phone.
    <header className="@container sticky print:hidden top-0 z-30 border-line border-b bg-stone/95 [backdrop-filter:blur(8px)]">
      <div className="wrap flex min-h-16 items-center gap-2 sm:gap-3 lg:min-h-18">
        <a
          href={localPath('/')}
          aria-label={t('nav.toHome', { brand: brandOf(companyName) })}
          className="mr-auto rounded-field py-1.5"
        >
          <Logo />
        </a>
        <nav aria-label={t('nav.main')} className="hidden @[62rem]:block print:hidden">
          <ul className="flex gap-1 whitespace-nowrap">
            {navigation.map(({ href, label }) => (
              <li key={href}>
                <a
                  href={localPath(href)}
                  aria-current={currentOf(href, path)}
                  className="inline-flex h-11 items-center rounded-field px-3.5 font-medium underline-offset-8
                    hover:bg-panel aria-[current]:text-sea aria-[current]:underline aria-[current]:decoration-2"
                >
                  {t(label)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <HeaderLanguages />
        {tel && (
          <a href={tel} className={buttonClass('sea', 'call-now whitespace-nowrap')}>
            <Icon name="phone" />
            <span>{t('bar.call')}</span>
          </a>
        )}
        <MobileMenu path={path} />
      </div>
    </header>
  )
}

/** Menu in a popover, which opens without JavaScript (popovers.ts). */
function MobileMenu({ path }: { path: string }) {
  const { t, path: localPath } = useLanguage()
  return (
    <div className="print:hidden @[62rem]:hidden">
      <button
        type="button"
        popoverTarget="menu"
        aria-expanded="false"
        aria-controls="menu"
        suppressHydrationWarning
        className="grid size-12 place-items-center rounded-field border border-ink/25 bg-card"
      >
        <span className="sr-only">{t('nav.menu')}</span>
        <Icon name="menu" className="size-6" />
      </button>
      <nav
        id="menu"
        popover="auto"
        aria-label={t('nav.menu')}
        className="inset-x-0 top-16 bottom-auto m-0 max-h-[calc(100dvh-4rem)] w-full max-w-none overflow-y-auto border-line border-b bg-stone px-4 pt-2 pb-4
          text-ink shadow-soft open:animate-rise"
      >
        <ul className="divide-y divide-line">
          {navigation.map(({ href, label }) => (
            <li key={href}>
              <a
                href={localPath(href)}
                aria-current={currentOf(href, path)}
                className="flex min-h-13 items-center justify-between font-medium text-lg aria-[current]:text-sea"
              >
                {t(label)}
                <Icon name="arrow" className="size-5 text-sea" />
              </a>
            </li>
          ))}
        </ul>
        <MenuLanguages />
      </nav>
    </div>
  )
}
