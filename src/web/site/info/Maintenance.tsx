import { seatParts } from '../../../modules/settings/company/sentences.contract.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { Icon } from '../parts/icons.tsx'
import { Logo } from '../parts/Logo.tsx'
import { MapLicences, RouteMap } from '../parts/RouteMap.tsx'
import { Kept, type Served, stillView } from '../parts/still.tsx'

/** Page without navigation, because the server sends no other page during maintenance. */
export const Maintenance = import.meta.env.SSR ? stillView('maintenance', MaintenancePart) : Kept

function MaintenancePart({ view: { message }, page: { company } }: Served<'maintenance'>) {
  const { t } = useLanguage()
  const { phone, tel, email } = useCompany()
  return (
    <div className="relative isolate flex min-h-dvh flex-col bg-sea-pale">
      <div className="absolute inset-0 -z-10 overflow-hidden">
        <RouteMap className="hero-map" />
      </div>
      <div className="wrap py-6">
        <Logo />
      </div>
      <div className="wrap grid flex-1 content-center py-10">
        <h1 className="max-w-[34rem] text-4xl sm:text-6xl">{t('closed.title')}</h1>
        <p className="mt-4 max-w-[30rem] whitespace-pre-line text-lg">{message}</p>
        <p className="mt-4 max-w-[30rem] text-lg">{t('closed.text')}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink href={tel} look="sun">
            <Icon name="phone" />
            {t('busy.call', { phone })}
          </ButtonLink>
          <ButtonLink href={`mailto:${email}`} look="plain" className="wrap-anywhere">
            <Icon name="mail" />
            {email}
          </ButtonLink>
        </div>
      </div>
      <div className="wrap py-6">
        <p className="text-sm">© {[company.companyName, ...seatParts(t, company)].join(' · ')}</p>
        <MapLicences className="mt-1 max-w-xl text-ink-soft" />
      </div>
    </div>
  )
}
