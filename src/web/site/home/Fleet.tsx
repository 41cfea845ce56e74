import type { ReactNode } from 'react'
import type { Photo } from '../../../modules/content/photos/contract.ts'
import type { ViewOf } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { Icon, type IconName } from '../parts/icons.tsx'
import { Section } from '../parts/Section.tsx'
import { Spoken } from '../parts/Spoken.tsx'
import { LongVan, Sedan, ShortVan } from '../parts/vehicles.tsx'
import { PhotoFigure } from '../trust/PhotoFigure.tsx'

interface Vehicle {
  photo: 'sedan' | 'van8' | 'van6'
  /** Drawing shown if there is no photo. */
  drawing: ReactNode
  passengers: number
  bags: number
}

const fleet: Vehicle[] = [
  { photo: 'sedan', drawing: <Sedan />, passengers: 4, bags: 3 },
  { photo: 'van8', drawing: <LongVan />, passengers: 8, bags: 8 },
  { photo: 'van6', drawing: <ShortVan />, passengers: 6, bags: 6 },
]

export function Fleet({ photos }: Pick<ViewOf<'home'>, 'photos'>) {
  const { t } = useLanguage()
  return (
    <Section title={t('fleet.title')} intro={t('fleet.intro')}>
      <ul className="grid gap-4 md:grid-cols-3">
        {fleet.map(({ photo, drawing, passengers, bags }) => (
          <li key={photo} className="rounded-card border border-line bg-card p-6">
            <VehiclePicture photo={photos[photo]} drawing={drawing} />
            <h3 className="mt-6 text-xl">
              {photo === 'sedan' ? t('vehicle.sedan') : t('fleet.van', { seats: passengers })}
            </h3>
            <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5 text-ink-soft">
              <Detail icon="people">{t('party.passengers', { count: passengers })}</Detail>
              <Detail icon="bag">{t('party.bags', { count: bags })}</Detail>
              <Detail icon="snow">
                <Spoken text={t('fleet.airConditioning')}>{t('fleet.airConditioningShort')}</Spoken>
              </Detail>
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function VehiclePicture({ photo, drawing }: { photo: Photo | null; drawing: ReactNode }) {
  if (!photo) return <div className="text-ink">{drawing}</div>
  return <PhotoFigure photo={photo} sizes="(min-width: 48rem) 24rem, 90vw" />
}

function Detail({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <Icon name={icon} className="size-4.5 text-sea" />
      {children}
    </li>
  )
}
