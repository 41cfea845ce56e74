import { useLanguage } from '../../ui/language.ts'
import { Suggested } from '../lists/Suggested.tsx'
import { MoreLink, Section } from '../parts/Section.tsx'
import { Kept, type Served, stillView } from '../parts/still.tsx'
import { ReviewBlock } from '../reviews/ReviewBlock.tsx'
import { TrustBand } from '../trust/TrustBand.tsx'
import { Fleet } from './Fleet.tsx'
import { Popular } from './Popular.tsx'
import { Services } from './Services.tsx'
import { Voices } from './Voices.tsx'
import { Why } from './Why.tsx'
import { Zones } from './Zones.tsx'

const quickCount = 4

export const HomeSections = import.meta.env.SSR ? stillView('home', HomeSectionsPart) : Kept

function HomeSectionsPart({
  view: { popular, routeCount, totals, claims, reviews, photos, zones },
  page: { company },
}: Served<'home'>) {
  const { t, path } = useLanguage()
  return (
    <>
      <TrustBand operator={company} />
      {popular.length > 0 && (
        <Section
          title={t('home.popular')}
          intro={t('home.popularIntro')}
          aside={<MoreLink href={path('/tratte/')}>{t('home.allRoutes', { count: routeCount })}</MoreLink>}
        >
          <Suggested routes={popular.slice(0, quickCount)} photos={photos.routes} totals={totals} />
        </Section>
      )}
      <Voices claims={claims} />
      <ReviewBlock reviews={reviews} />
      <Services />
      {popular.length > 0 && <Popular routes={popular} />}
      <Why operator={company} />
      <Fleet photos={photos} />
      <Zones zones={zones} />
    </>
  )
}
