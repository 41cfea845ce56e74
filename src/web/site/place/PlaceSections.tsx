import { useLanguage } from '../../ui/language.ts'
import { Suggested } from '../lists/Suggested.tsx'
import { Prose } from '../parts/Prose.tsx'
import { MoreLink, Section } from '../parts/Section.tsx'
import { Kept, type Served, stillView } from '../parts/still.tsx'

export const PlaceSections = import.meta.env.SSR ? stillView('place', PlaceSectionsPart) : Kept

function PlaceSectionsPart({ view: { place, descriptionHtml, touristHtml, to, from } }: Served<'place'>) {
  const { t, path } = useLanguage()
  const { name, locationType } = place
  return (
    <>
      {descriptionHtml && (
        <Section title={t('place.about', { place: name })}>
          <Prose html={descriptionHtml} />
        </Section>
      )}
      {touristHtml && (
        <Section title={t('route.sights', { place: name })} ground="panel">
          <Prose html={touristHtml} />
        </Section>
      )}
      {to.length > 0 && (
        <Section
          title={t(locationType === 'Città' ? 'place.reachTown' : 'place.reach', { place: name })}
          intro={t('place.reachIntro')}
          aside={<MoreLink href={path('/tratte/')}>{t('request.allRoutes')}</MoreLink>}
        >
          <Suggested routes={to} />
        </Section>
      )}
      {from.length > 0 && (
        <Section title={t('place.leaving', { place: name })} ground="panel">
          <Suggested routes={from} />
        </Section>
      )}
    </>
  )
}
