import { useLanguage } from '../../ui/language.ts'
import { Icon } from '../parts/icons.tsx'

const extras = [
  { icon: 'child', name: 'extras.seats', terms: 'extras.included' },
  { icon: 'pin', name: 'extras.stop', terms: 'fare.onRequest' },
  { icon: 'bag', name: 'extras.luggage', terms: 'extras.included' },
  { icon: 'wifi', name: 'extras.wifi', terms: 'extras.free' },
] as const

export function Extras() {
  const { t } = useLanguage()
  return (
    <section className="rounded-card bg-panel p-5 sm:p-6">
      <h2 className="text-xl">{t('extras.title')}</h2>
      <ul className="mt-3 divide-y divide-line">
        {extras.map(({ icon, name, terms }) => (
          <li key={name} className="flex items-center gap-3 py-2.5">
            <Icon name={icon} className="size-5.5 text-sea" />
            <span className="flex-1">{t(name)}</span>
            <span className="text-ink-soft text-sm">{t(terms)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
