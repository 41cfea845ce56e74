import { Icon, type IconName } from '../icons.tsx'
import { Kept, still } from '../still.tsx'

const extras: { icon: IconName; name: string; terms: string }[] = [
  { icon: 'child', name: 'Seggiolini bambini', terms: 'inclusi' },
  { icon: 'pin', name: 'Sosta intermedia', terms: 'su richiesta' },
  { icon: 'bag', name: 'Bagagli extra', terms: 'inclusi' },
  { icon: 'wifi', name: 'Wi-Fi a bordo', terms: 'gratuito' },
]

export const Extras = import.meta.env.SSR ? still(ExtrasPart) : Kept

function ExtrasPart() {
  return (
    <section className="rounded-card bg-panel p-5 sm:p-6">
      <h2 className="text-xl">Servizi extra</h2>
      <ul className="mt-3 divide-y divide-line">
        {extras.map(({ icon, name, terms }) => (
          <li key={name} className="flex items-center gap-3 py-2.5">
            <Icon name={icon} className="size-5.5 text-sea" />
            <span className="flex-1">{name}</span>
            <span className="text-ink-soft text-sm">{terms}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
