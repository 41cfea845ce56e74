import type { ReviewList } from '../../../modules/content/reviews/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { MoreLink, Section } from '../parts/Section.tsx'
import { Average } from './Average.tsx'
import { ReviewCards } from './ReviewCards.tsx'

/** Shows short reviews with a link to the page of all reviews. Renders nothing while there is no review. */
export function ReviewBlock({ reviews }: { reviews: ReviewList }) {
  const { t, path } = useLanguage()
  if (reviews.items.length === 0) return null
  return (
    <Section
      title={t('reviews.title')}
      intro={<Average {...reviews} />}
      aside={<MoreLink href={path('/recensioni/')}>{t('reviews.all')}</MoreLink>}
      isOnScreen
    >
      <ReviewCards reviews={reviews.items} className="md:grid-cols-3" />
    </Section>
  )
}
