import { useLanguage } from '../../ui/language.ts'

export function Stars({ count }: { count: number }) {
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
