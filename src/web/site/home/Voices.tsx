import type { Claims } from '../../../modules/settings/company/contract.ts'
import { Section } from '../Section.tsx'

/** Customer reviews with their source and whether they are verified; renders nothing without reviews. */
export function Voices({ claims: { rating, testimonials } }: { claims: Claims }) {
  if (!rating && testimonials.length === 0) return null
  return (
    <Section title="Dicono di noi">
      {rating && (
        <p className="mb-6 text-lg">
          <strong className="figures font-serif text-3xl">{rating.value}</strong> su 5
          {rating.count && <span className="figures"> da {rating.count} recensioni</span>}, fonte{' '}
          {rating.source}
          <span className="text-ink-soft text-sm">
            {' '}
            ({rating.isVerified ? 'recensioni verificate' : 'recensioni non verificate'})
          </span>
        </p>
      )}
      <ul className="grid gap-4 md:grid-cols-3">
        {testimonials.map(({ name, text, source, date }) => (
          <li key={`${name} ${text}`} className="rounded-card border border-line bg-white p-5">
            <blockquote>
              <p>“{text}”</p>
              <footer className="mt-3 text-ink-soft text-sm">
                {name}, {source}
                {date && `, ${month(date)}`}
              </footer>
            </blockquote>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Returns for example `agosto 2026` for `2026-08-14`. */
function month(date: string): string {
  return new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(date),
  )
}
