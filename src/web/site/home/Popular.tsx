import type { PopularRoute } from '../../../modules/catalog/search/contract.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { PriceTag } from '../PriceTag.tsx'
import { routePath } from '../paths.ts'
import { RouteLine } from '../RouteLine.tsx'
import { MoreLink, Section } from '../Section.tsx'
import { useRequests } from '../useRequests.ts'

const comforts: { icon: IconName; text: string }[] = [
  { icon: 'people', text: '1-8 passeggeri' },
  { icon: 'bag', text: 'Bagagli inclusi' },
  { icon: 'snow', text: 'Aria condizionata' },
]

export function Popular({ routes }: { routes: PopularRoute[] }) {
  const { withChoice } = useRequests()
  return (
    <Section
      title="Cosa è compreso"
      intro="Il prezzo di partenza è a persona sulle corse condivise Economy (minimo 2 persone) e per l’intero veicolo
        su quelle private."
      aside={<MoreLink href="/prezzi/">Tutti i prezzi</MoreLink>}
    >
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {routes.map((route) => (
          <li key={route.id} className="flex flex-col rounded-card border border-line bg-card">
            <div className="flex items-start justify-between gap-3 p-5 sm:p-6">
              <div className="max-w-3/5 shrink-0">
                <RouteLine departure={route.departure} destination={route.destination} />
              </div>
              <PriceTag price={route.price} unit={route.unit} label="a partire da" size="lg" />
            </div>
            <ul className="flex flex-wrap gap-x-5 gap-y-2 px-5 text-ink-soft text-sm sm:px-6">
              {route.duration && <Comfort icon="clock" text={route.duration} />}
              {comforts.map((comfort) => (
                <Comfort key={comfort.icon} {...comfort} />
              ))}
            </ul>
            <div className="mt-auto p-5 sm:p-6">
              <a
                href={withChoice(routePath(route.slug))}
                aria-label={`Dettagli e prezzi: ${route.name}`}
                className={buttonClass('plain', 'w-full')}
              >
                Dettagli e prezzi
                <Icon name="arrow" className="size-5 text-sea" />
              </a>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Comfort({ icon, text }: { icon: IconName; text: string }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <Icon name={icon} className="size-4.5 text-sea" />
      {text}
    </li>
  )
}
