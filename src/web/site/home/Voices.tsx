import type { ReactNode } from 'react'
import type { Translate } from '../../../languages/translate.ts'
import type { Claims } from '../../../modules/settings/company/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { Section } from '../Section.tsx'
import { Kept, still } from '../still.tsx'

/** Renders nothing without reviews. */
export const Voices = import.meta.env.SSR ? still(VoicesPart) : Kept

function VoicesPart({ claims: { rating, testimonials } }: { claims: Claims }) {
  const { t, rich } = useLanguage()
  if (!rating && testimonials.length === 0) return null
  const strong = (parts: ReactNode[]) => <strong className="figures font-serif text-3xl">{parts}</strong>
  return (
    <Section title={t('voices.title')}>
      {rating && (
        <p className="mb-6 text-lg">
          {rating.count
            ? rich('voices.ratingOf', {
                value: rating.value,
                count: rating.count,
                source: rating.source,
                strong,
              })
            : rich('voices.rating', { value: rating.value, source: rating.source, strong })}
          <span className="text-ink-soft text-sm">
            {' '}
            ({t(rating.isVerified ? 'voices.verified' : 'voices.unverified')})
          </span>
        </p>
      )}
      <ul className="grid gap-4 md:grid-cols-3">
        {testimonials.map(({ name, text, source, date, stars }) => (
          <li key={`${name} ${text}`} className="rounded-card border border-line bg-card p-5">
            {stars && <Stars count={stars} />}
            <blockquote>
              <p>“{text}”</p>
              <footer className="mt-3 text-ink-soft text-sm">
                {name}, {source}
                {date && `, ${month(t, date)}`}
              </footer>
            </blockquote>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Shows stars, whose number screen readers read. */
function Stars({ count }: { count: number }) {
  const { t } = useLanguage()
  return (
    <svg
      role="img"
      aria-label={t('voices.stars', { count })}
      viewBox="0 0 120 24"
      className="mb-3 h-5 stroke-ink"
    >
      {[0, 1, 2, 3, 4].map((place) => (
        <path
          key={place}
          transform={`translate(${place * 24})`}
          d="m12 2.6 2.9 6.1 6.7.9-4.9 4.6 1.2 6.7-5.9-3.3-5.9 3.3 1.2-6.7-4.9-4.6 6.7-.9Z"
          className={place < count ? 'fill-sun' : 'fill-none'}
        />
      ))}
    </svg>
  )
}

/** Formats `2026-08-14` as `agosto 2026`. */
function month(t: Translate, date: string): string {
  return new Intl.DateTimeFormat(t.language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(date),
  )
}
