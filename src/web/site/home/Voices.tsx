import type { ReactNode } from 'react'
import type { Claims } from '../../../modules/settings/company/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { Section } from '../parts/Section.tsx'
import { monthWords } from '../reviews/monthWords.ts'
import { Stars } from '../reviews/Stars.tsx'

export function Voices({ claims: { rating, testimonials } }: { claims: Claims }) {
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
                {date && `, ${monthWords(t, date)}`}
              </footer>
            </blockquote>
          </li>
        ))}
      </ul>
    </Section>
  )
}
