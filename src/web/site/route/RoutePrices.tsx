import type { RouteFacts } from '../../../modules/catalog/search/contract.ts'
import type { Choice } from '../../../modules/content/pages/contract.ts'
import type { ViewOf } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { hasPrice } from '../../ui/money.ts'
import { type Band, bandTitle, economyBands, premiumBands, privateBands, spokenBand } from '../lists/bands.ts'
import { PriceTag } from '../parts/PriceTag.tsx'
import { PlannedPrices } from './PlannedPrices.tsx'

export function RoutePrices({ route, hasEconomy, choice, savings }: ViewOf<'route'>) {
  const { t } = useLanguage()
  const hasPremium = premiumBands.some(({ field }) => hasPrice(route[field]))
  const shared = hasEconomy ? economyBands.filter(({ field }) => hasPrice(route[field])) : []
  return (
    <section id="prezzi">
      <h2 className="text-3xl">{t('price.title')}</h2>
      <p className="mt-2 text-ink-soft">{t('price.intro')}</p>
      <div className="mt-6 grid gap-5">
        <Offer
          title={t('price.private')}
          text={t('price.privateText')}
          bands={privateBands}
          route={route}
          choice={choice}
        />
        {shared.length > 0 && (
          <Offer
            title={t('vehicle.economy')}
            text={[t('price.share'), savings, t('price.shareWaiting')].join(' ')}
            bands={shared}
            route={route}
            choice={choice}
          />
        )}
        {hasPremium && (
          <Offer
            title={t('vehicle.premium')}
            text={t('price.premiumText')}
            bands={premiumBands}
            route={route}
            choice={choice}
          />
        )}
      </div>
    </section>
  )
}

interface OfferProps {
  title: string
  text: string
  bands: Band[]
  route: RouteFacts
  choice: Choice
}

function Offer({ title, text, bands, route, choice }: OfferProps) {
  const { t } = useLanguage()
  return (
    <div className="rounded-card border border-line bg-card print:grid print:grid-cols-[2fr_3fr] print:items-center">
      <div className="p-5 pb-4 sm:px-6 print:p-3">
        <h3 className="text-xl">{title}</h3>
        <p className="mt-1 max-w-[60ch] text-ink-soft text-sm">{text}</p>
      </div>
      <table className="w-full table-fixed border-line border-t print:border-0">
        <caption className="sr-only">{t('lead.row', { label: title, value: route.name })}</caption>
        <thead>
          <tr className="divide-x divide-line">
            {bands.map((band) => (
              <th
                key={band.field}
                scope="col"
                aria-label={spokenBand(t, band)}
                className="px-2 pt-4 font-medium text-ink-soft text-sm"
              >
                {bandTitle(t, band)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="divide-x divide-line text-center">
            {bands.map(({ field, unit }) => (
              <td
                key={field}
                className="px-1 pt-2 pb-5 align-top [&_span:last-child]:max-sm:ml-0 [&_span+span]:max-sm:block [&_span+span]:max-sm:mt-1.5"
              >
                <PriceTag price={route[field]} unit={unit} size="lg" />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <PlannedPrices route={route} choice={choice} bands={bands} />
    </div>
  )
}
