import type { ReactNode } from 'react'
import type { Page } from '../../../modules/content/pages/contract.ts'
import { seatParts } from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { Icon } from '../parts/icons.tsx'
import { Logo } from '../parts/Logo.tsx'
import { MapLicences } from '../parts/RouteMap.tsx'
import { Kept, stillPage } from '../parts/still.tsx'
import { PlaceName } from '../place/PlaceName.tsx'

const links = [
  { href: '/tratte/', label: 'nav.routes' },
  { href: '/aziende/', label: 'nav.business' },
  { href: '/prezzi/', label: 'nav.prices' },
  { href: '/blog/', label: 'nav.blog' },
  { href: '/termini-condizioni/', label: 'nav.terms' },
  { href: '/privacy-policy/', label: 'nav.privacy' },
] as const

export const Footer = import.meta.env.SSR ? stillPage(FooterPart) : Kept

function FooterPart({ page: { coverage, company } }: { page: Page }) {
  const { t, path } = useLanguage()
  const { tel } = useCompany()
  const { phone, email, fullAddress, socials } = company
  return (
    <footer className="on-ink @container bg-band">
      <div className="wrap grid gap-7 py-9 sm:grid-cols-2 sm:gap-10 sm:py-14 lg:grid-cols-[1.4fr_1.2fr_1fr_1fr]">
        <div>
          <div className="[&_.text-sea]:text-sun">
            <Logo isWhole />
          </div>
          <p className="mt-2 text-white/80 sm:mt-4 sm:max-w-60 print:hidden">{t('footer.claim')}</p>
          {socials.length > 0 && (
            <ul className="mt-4 flex flex-wrap gap-x-5">
              {socials.map(({ name, url }) => (
                <li key={name}>
                  <a
                    href={url}
                    rel="noreferrer me"
                    className="inline-flex min-h-11 items-center text-white/80 underline hover:text-white"
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <Column title={t('nav.contacts')}>
          <Item href={tel}>
            <Icon name="phone" className="size-4.5 text-sun" />
            {phone}
          </Item>
          <Item href={`mailto:${email}`}>
            <Icon name="mail" className="size-4.5 text-sun" />
            {email}
          </Item>
          {fullAddress && (
            <li className="flex gap-2.5 py-2.5 text-white/80">
              <Icon name="pin" className="mt-0.5 size-4.5 text-sun" />
              {fullAddress}
            </li>
          )}
        </Column>
        <Column title={t('footer.where')} isOnScreen>
          {coverage.map((place) => (
            <li key={place.name} className="py-1.5 text-white/80 sm:flex sm:min-h-11 sm:items-center">
              <PlaceName {...place} />
            </li>
          ))}
        </Column>
        <Column title={t('footer.browse')} isOnScreen>
          {links.map(({ href, label }) => (
            <Item key={href} href={path(href)}>
              {t(label)}
            </Item>
          ))}
        </Column>
      </div>
      <div className="border-white/15 border-t">
        <div className="wrap flex flex-wrap items-center gap-x-6 gap-y-1 py-4 text-sm text-white/80">
          <p className="mr-auto max-sm:basis-full">
            © {[company.companyName, ...seatParts(t, company)].join(' · ')}
          </p>
          <button
            type="button"
            data-consent
            className="inline-flex min-h-11 items-center underline hover:text-white noscript:hidden print:hidden"
          >
            {t('footer.cookies')}
          </button>
          <a
            href={path('/privacy-policy/')}
            className="inline-flex min-h-11 items-center underline hover:text-white print:hidden"
          >
            {t('nav.privacy')}
          </a>
          <MapLicences className="basis-full" />
        </div>
      </div>
      {/* Reserves space for the sticky bar, which needs two rows if the text is enlarged. */}
      <div className="h-(--bar) @max-[19rem]:h-36 print:hidden" />
    </footer>
  )
}

/** A column of the footer. With `isOnScreen` it is not printed. */
function Column({
  title,
  isOnScreen,
  children,
}: {
  title: string
  isOnScreen?: boolean
  children: ReactNode
}) {
  return (
    <div className={isOnScreen ? 'print:hidden' : ''}>
      <h2 className="font-sans font-semibold text-base tracking-normal">{title}</h2>
      <ul className={`mt-2 ${isOnScreen ? 'max-sm:columns-[9rem]' : ''}`}>{children}</ul>
    </div>
  )
}

function Item({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    <li>
      <a
        href={href}
        className="inline-flex min-h-11 max-w-full items-center gap-2.5 text-white/80 wrap-anywhere hover:text-white
          hover:underline"
      >
        {children}
      </a>
    </li>
  )
}
