import { useLanguage } from '../../ui/language.ts'
import { Icon } from '../parts/icons.tsx'
import { Section } from '../parts/Section.tsx'

// An NCC must not present itself as a taxi, so the texts describe the services as transfers.
const services = [
  { icon: 'plane', name: 'service.airport', text: 'service.airportText' },
  { icon: 'train', name: 'service.station', text: 'service.stationText' },
  { icon: 'ship', name: 'service.port', text: 'service.portText' },
  { icon: 'route', name: 'service.custom', text: 'service.customText' },
  { icon: 'sun', name: 'service.tour', text: 'service.tourText' },
  { icon: 'plus', name: 'service.extras', text: 'service.extrasText' },
] as const

export function Services() {
  const { t } = useLanguage()
  return (
    <Section title={t('service.title')} ground="panel">
      <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {services.map(({ icon, name, text }) => (
          <li key={name} className="flex gap-4 bg-stone p-5 sm:block sm:p-7">
            <Icon name={icon} className="size-9 text-sea" />
            <div>
              <h3 className="text-xl sm:mt-5">{t(name)}</h3>
              <p className="mt-1.5 text-ink-soft">{t(text)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
