import { useLanguage } from '../../ui/language.ts'
import { Suggested } from '../lists/Suggested.tsx'
import { Prose } from '../parts/Prose.tsx'
import { Section } from '../parts/Section.tsx'
import { Kept, type Served, stillView } from '../parts/still.tsx'
import { ReviewBlock } from '../reviews/ReviewBlock.tsx'
import { Arrivals } from '../trust/Arrivals.tsx'
import { PhotoFigure } from '../trust/PhotoFigure.tsx'
import { TrustBand } from '../trust/TrustBand.tsx'
import { Extras } from './Extras.tsx'
import { Faq } from './Faq.tsx'
import { Included } from './Included.tsx'
import { ReturnRoute } from './ReturnRoute.tsx'
import { RoutePrices } from './RoutePrices.tsx'
import { Steps } from './Steps.tsx'

export const RouteSections = import.meta.env.SSR ? stillView('route', RouteSectionsPart) : Kept

function RouteSectionsPart({ view, page: { company } }: Served<'route'>) {
  const { t } = useLanguage()
  const { route, descriptionHtml, touristHtml, returnRoute, correlated, faq } = view
  const { departureLocation: from, destinationLocation: to } = route
  return (
    <>
      <TrustBand operator={company} />
      <div className="wrap grid gap-12 py-12 sm:py-16 lg:grid-cols-[1fr_24rem] lg:items-start">
        <div className="grid gap-14 print:gap-6">
          <RoutePrices {...view} />
          {descriptionHtml && (
            <section className="print:hidden">
              <h2 className="text-3xl">{t('route.heading', { from: from.name, to: to.name })}</h2>
              <Prose html={descriptionHtml} className="mt-4" />
            </section>
          )}
          {view.photos.route && (
            <div className="print:hidden">
              <PhotoFigure photo={view.photos.route} sizes="(min-width: 64rem) 44rem, 100vw" />
            </div>
          )}
          <Arrivals
            from={from}
            to={to}
            meetingPoint={view.meetingPoint}
            photos={view.photos}
            operator={company}
          />
          <Steps from={from} operator={company} />
          <Included from={from} to={to} operator={company} {...view} />
        </div>
        <aside aria-label={t('route.also')} className="grid gap-6 lg:sticky lg:top-24 print:hidden">
          <Extras />
          {returnRoute && <ReturnRoute route={returnRoute} discountPercent={view.returnDiscountPercent} />}
        </aside>
      </div>
      {touristHtml && (
        <Section title={t('route.sights', { place: to.name })} ground="panel" isOnScreen>
          <Prose html={touristHtml} />
        </Section>
      )}
      <ReviewBlock reviews={view.reviews} />
      {faq.length > 0 && <Faq questions={faq} />}
      {correlated.length > 0 && (
        <Section title={t('route.related')} ground="panel" isOnScreen>
          <Suggested routes={correlated} />
        </Section>
      )}
    </>
  )
}
