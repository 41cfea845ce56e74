import type { ViewOf } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { Section } from '../parts/Section.tsx'
import { PlaceName } from '../place/PlaceName.tsx'

export function Zones({ zones }: Pick<ViewOf<'home'>, 'zones'>) {
  const { t } = useLanguage()
  return (
    <Section title={t('zone.title')} intro={t('zone.intro')} ground="panel">
      <div className="grid gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-4">
        {zones.map(({ name, places }) => (
          <div key={name} className="row-span-2 grid grid-rows-subgrid gap-y-0">
            <h3 className="flex items-end border-ink border-b pb-2.5 text-xl">{name}</h3>
            <ul className="mt-3 leading-8">
              {places.map((place) => (
                <li key={place.name}>
                  <PlaceName {...place} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  )
}
