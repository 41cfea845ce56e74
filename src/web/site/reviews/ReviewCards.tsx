import type { Review } from '../../../modules/content/reviews/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { monthWords } from './monthWords.ts'
import { Stars } from './Stars.tsx'

/** Lists reviews. The text of a review is in the language of its customer. */
export function ReviewCards({ reviews, className }: { reviews: Review[]; className: string }) {
  const { t } = useLanguage()
  const { companyName } = useCompany()
  return (
    <ul className={`grid gap-4 ${className}`}>
      {reviews.map(({ id, rating, text, language, name, month, route, reply }) => (
        <li key={id} className="rounded-card border border-line bg-card p-5">
          <Stars count={rating} />
          <blockquote lang={language} className="wrap-anywhere whitespace-pre-line">
            {text}
          </blockquote>
          <p className="mt-3 wrap-anywhere text-ink-soft text-sm">
            {[name || t('reviews.guest'), monthWords(t, month), t('reviews.verified')].join(', ')}
            {route && (
              <>
                <br />
                {t('route.heading', route)}
              </>
            )}
          </p>
          {reply && (
            <div className="mt-4 border-line border-l-2 pl-4 text-sm">
              <p className="font-semibold">{t('reviews.reply', { company: companyName })}</p>
              <p className="mt-1 wrap-anywhere whitespace-pre-line">{reply}</p>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
