import type { Page } from '../../../modules/content/pages/contract.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { Icon } from '../parts/icons.tsx'
import { Kept, stillPage } from '../parts/still.tsx'

export const Hours = import.meta.env.SSR ? stillPage(HoursPart) : Kept

function HoursPart({ page: { company } }: { page: Page }) {
  const { t } = useLanguage()
  const { tel } = useCompany()
  const { phone, fullAddress, openingFrom, openingTo, isPhoneAlwaysOn, socials } = company
  return (
    <div className="min-w-0">
      <h2 className="text-3xl">{t('contacts.hours')}</h2>
      <dl className="figures mt-4 max-w-md divide-y divide-line border-line border-y">
        <div className="flex flex-wrap justify-between gap-x-4 py-3">
          <dt>{t('contacts.office')}</dt>
          <dd className="font-semibold">
            {openingFrom} - {openingTo}
          </dd>
        </div>
        {isPhoneAlwaysOn && (
          <div className="flex flex-wrap justify-between gap-x-4 py-3">
            <dt className="flex-1 basis-48">{t('contacts.emergency')}</dt>
            <dd className="font-semibold">{t('contacts.always')}</dd>
          </div>
        )}
      </dl>
      <div className="mt-6 max-w-md rounded-card bg-panel p-5">
        <h3 className="text-xl">{t('contacts.late')}</h3>
        <p className="mt-1.5">{t(isPhoneAlwaysOn ? 'contacts.lateAlways' : 'contacts.lateHours')}</p>
        <p className="figures mt-3 font-semibold">{phone}</p>
        <ButtonLink href={tel} look="plain" className="mt-3">
          <Icon name="phone" />
          {t('contacts.emergencyCall')}
        </ButtonLink>
      </div>
      {fullAddress && (
        <p className="mt-6 flex gap-2.5">
          <Icon name="pin" className="mt-0.5 size-5 text-sea" />
          {fullAddress}
        </p>
      )}
      {socials.length > 0 && (
        <p className="mt-4 flex flex-wrap items-center gap-x-5">
          {t('contacts.follow')}
          {socials.map(({ name, url }) => (
            <a
              key={name}
              href={url}
              rel="noreferrer me"
              className="inline-flex min-h-11 items-center font-semibold text-sea-deep underline"
            >
              {name}
            </a>
          ))}
        </p>
      )}
    </div>
  )
}
