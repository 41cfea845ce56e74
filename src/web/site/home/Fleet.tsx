import type { ReactNode } from 'react'
import type { Photo } from '../../../modules/content/photos/contract.ts'
import { Icon, type IconName } from '../icons.tsx'
import { Section } from '../Section.tsx'
import { Spoken } from '../Spoken.tsx'
import type { ScreenProps } from '../screenProps.ts'
import { Kept, still } from '../still.tsx'
import { PhotoFigure } from '../trust/PhotoFigure.tsx'
import { LongVan, Sedan, ShortVan } from '../vehicles.tsx'

interface Vehicle {
  name: string
  photo: 'sedan' | 'van8' | 'van6'
  /** Drawing shown if there is no photo. */
  drawing: ReactNode
  passengers: number
  bags: number
  hasAirConditioning: boolean
}

const fleet: Vehicle[] = [
  { name: 'Berlina', photo: 'sedan', drawing: <Sedan />, passengers: 4, bags: 3, hasAirConditioning: true },
  {
    name: 'Minivan 8 posti',
    photo: 'van8',
    drawing: <LongVan />,
    passengers: 8,
    bags: 8,
    hasAirConditioning: true,
  },
  {
    name: 'Minivan 6 posti',
    photo: 'van6',
    drawing: <ShortVan />,
    passengers: 6,
    bags: 6,
    hasAirConditioning: false,
  },
]

export const Fleet = import.meta.env.SSR ? still(FleetPart) : Kept

function FleetPart({ photos }: Pick<ScreenProps<'home'>, 'photos'>) {
  return (
    <Section
      title="La flotta"
      intro="Dicci in quanti siete e quante valigie avete: al veicolo giusto pensiamo noi."
    >
      <ul className="grid gap-4 md:grid-cols-3">
        {fleet.map(({ name, photo, drawing, passengers, bags, hasAirConditioning }) => (
          <li key={name} className="rounded-card border border-line bg-card p-6">
            <VehiclePicture photo={photos[photo]} drawing={drawing} />
            <h3 className="mt-6 text-xl">{name}</h3>
            <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5 text-ink-soft">
              <Detail icon="people">{passengers} passeggeri</Detail>
              <Detail icon="bag">{bags} bagagli</Detail>
              {hasAirConditioning && (
                <Detail icon="snow">
                  <Spoken text="aria condizionata">A/C</Spoken>
                </Detail>
              )}
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
