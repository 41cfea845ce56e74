import type { PopularRoute } from '../../../modules/catalog/search/contract.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { RouteLine } from '../lists/RouteLine.tsx'
import { Icon, type IconName } from '../parts/icons.tsx'
import { PriceTag } from '../parts/PriceTag.tsx'
import { routePath } from '../parts/paths.ts'
import { MoreLink, Section } from '../parts/Section.tsx'
import { withChoice } from '../trip/choice.ts'
import { useRequests } from '../trip/useRequests.ts'

const comforts = [
  { icon: 'people', text: 'home.people' },
  { icon: 'bag', text: 'home.luggage' },
  { icon: 'snow', text: 'included.airConditioning' },
] as const

export function Popular({ routes }: { routes: PopularRoute[] }) {
  const { t, path } = useLanguage()
  const { trip } = useRequests()
  return (
    <Section
      title={t('home.what')}
      intro={t('home.whatIntro')}
      aside={<MoreLink href={path('/prezzi/')}>{t('home.allPrices')}</MoreLink>}
    >
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {routes.map((route) => (
          <li key={route.id} className="flex flex-col rounded-card border border-line bg-card">
            <div className="flex items-start justify-between gap-3 p-5 sm:p-6">
              <div className="max-w-3/5 shrink-0">
                <RouteLine departure={route.departure} destination={route.destination} />
              </div>
              <div className="text-right">
                <PriceTag price={route.price} unit={route.unit} label={t('price.from')} size="lg" />
              </div>
            </div>
            <ul className="flex flex-wrap gap-x-5 gap-y-2 px-5 text-ink-soft text-sm sm:px-6">
              {route.duration && <Comfort icon="clock" text={route.duration} />}
              {comforts.map(({ icon, text }) => (
                <Comfort key={icon} icon={icon} text={t(text)} />
              ))}
            </ul>
            <div className="mt-auto p-5 sm:p-6">
              <a
                href={withChoice(path(routePath(route.slug)), trip)}
                data-trip
                aria-label={t('home.detailsOf', { route: route.name })}
                className={buttonClass('plain', 'w-full')}
              >
                {t('home.details')}
                <Icon name="arrow" className="size-5 text-sea" />
              </a>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Comfort({ icon, text }: { icon: IconName; text: string }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <Icon name={icon} className="size-4.5 text-sea" />
      {text}
    </li>
  )
}
