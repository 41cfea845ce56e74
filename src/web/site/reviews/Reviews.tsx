import { useLanguage } from '../../ui/language.ts'
import { MoreLink } from '../parts/Section.tsx'
import { Kept, type Served, stillView } from '../parts/still.tsx'
import { Average } from './Average.tsx'
import { ReviewCards } from './ReviewCards.tsx'

export const Reviews = import.meta.env.SSR ? stillView('reviews', ReviewsPart) : Kept

function ReviewsPart({ view: { items, page, totalPages, ...all } }: Served<'reviews'>) {
  const { t, path } = useLanguage()
  const pathOf = (other: number) => `${path('/recensioni/')}${other > 1 ? `?pagina=${other}` : ''}`
  return (
    <>
      <div className="bg-sea-pale">
        <div className="wrap py-10 sm:py-14">
          <h1 className="wrap-anywhere text-4xl sm:text-5xl">{t('reviews.title')}</h1>
          <p className="mt-4 text-lg">
            <Average {...all} />
          </p>
          <p className="mt-2 max-w-[65ch] text-ink-soft">{t('reviews.why')}</p>
        </div>
      </div>
      <div className="wrap py-10 sm:py-14">
        <ReviewCards reviews={items} className="md:grid-cols-2" />
        {totalPages > 1 && (
          <nav
            aria-label={t('reviews.page', { page, pages: totalPages })}
            className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-2"
          >
            {page > 1 && <MoreLink href={pathOf(page - 1)}>{t('reviews.newer')}</MoreLink>}
            <span className="figures text-ink-soft">{t('reviews.page', { page, pages: totalPages })}</span>
            {page < totalPages && <MoreLink href={pathOf(page + 1)}>{t('reviews.older')}</MoreLink>}
          </nav>
        )}
      </div>
    </>
  )
}
