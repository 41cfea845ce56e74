import type { ReactNode } from 'react'
import { loneUnitKeys, startingUnit } from '../../../modules/catalog/prices/quote.contract.ts'
import { paymentShort } from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { formatEuro } from '../../ui/money.ts'
import { Badge } from '../parts/Badge.tsx'
import { Icon, type IconName, placeIcons } from '../parts/icons.tsx'
import { Spoken } from '../parts/Spoken.tsx'
import { Kept, type Served, stillView } from '../parts/still.tsx'
import { CallOrAsk } from '../request/CallOrAsk.tsx'

export const RouteFactList = import.meta.env.SSR ? stillView('route', RouteFactListPart) : Kept

function RouteFactListPart({ view: { route }, page: { company } }: Served<'route'>) {
  const { t } = useLanguage()
  const { destinationLocation: to } = route
  const unit = startingUnit(route)
  return (
    <>
      <div
        className={`mb-4 flex flex-wrap items-center gap-3 print:hidden ${route.isMostAsked ? '' : 'max-sm:hidden'}`}
      >
        <span className="grid size-10 place-items-center rounded-full bg-ink text-on-fill">
          <Icon name={placeIcons[to.locationType] ?? 'pin'} className="size-5" />
        </span>
        <span className="wrap-anywhere font-semibold font-serif text-xl max-sm:hidden">{to.name}</span>
        {route.isMostAsked && <Badge />}
      </div>
      <ul className="mb-4 grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3">
        <Detail icon="clock" name={t('route.duration')}>
          {route.estimatedDuration || t('route.unknown')}
        </Detail>
        <Detail icon="route" name={t('route.distance')}>
          {route.distanceKm === null ? t('route.unknown') : `${route.distanceKm} km`}
        </Detail>
        <Detail icon="people" name={t('trip.passengers')}>
          <Spoken text={t('route.people')}>{t('route.peopleShort')}</Spoken>
        </Detail>
        <Detail icon="card" name={t('route.payment')}>
          {paymentShort(t, company)}
        </Detail>
        <Detail icon="snow" name={t('route.aboard')}>
          <Spoken text={t('fleet.airConditioning')}>{t('fleet.airConditioningShort')}</Spoken>
        </Detail>
        {unit && (
          <Detail icon="check" name={t('price.title')}>
            {t('route.pricesFrom', {
              price: formatEuro(t, route.startingPrice),
              unit: t(loneUnitKeys[unit]),
            })}
          </Detail>
        )}
        {company.isPhoneAlwaysOn && (
          <Detail icon="phone" name={t('route.phone')}>
            24/7
          </Detail>
        )}
      </ul>
      <CallOrAsk call="results.call" className="mb-4" />
    </>
  )
}

function Detail({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  const { t } = useLanguage()
  return (
    <li className="figures flex items-center gap-2.5 font-medium leading-tight">
      <Icon name={icon} className="size-5.5 text-sea" />
      <span className="sr-only">{t('lead.row', { label: name, value: '' })}</span>
      {children}
    </li>
  )
}
