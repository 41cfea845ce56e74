import type { ReactNode } from 'react'
import type { SimpleKey } from '../../../languages/translate.ts'
import type { RoutePlace } from '../../../modules/catalog/book/contract.ts'
import type { Photo } from '../../../modules/content/photos/contract.ts'
import type { Operator } from '../../../modules/settings/company/contract.ts'
import { nightRule, waitingAt } from '../../../modules/settings/company/sentences.contract.ts'
import type { ViewOf } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { Icon, type IconName, placeIcons } from '../parts/icons.tsx'
import { PhotoFigure } from './PhotoFigure.tsx'

interface ArrivalsProps {
  from: RoutePlace
  to: RoutePlace
  /** Words for the place where the driver waits at the departure. They complete the sentence "Ti aspettiamo …". */
  meetingPoint: string
  photos: ViewOf<'route'>['photos']
  operator: Operator
}

/** Explains how to meet the driver at an airport, station or port, or gives advice for such a destination. */
export function Arrivals({ from, to, ...rest }: ArrivalsProps) {
  if (isTerminal(from)) return <Arrival place={from} {...rest} />
  return isTerminal(to) ? <Departure place={to} operator={rest.operator} /> : null
}

const isTerminal = ({ locationType }: RoutePlace) => placeIcons[locationType] !== undefined

interface ArrivalProps extends Omit<ArrivalsProps, 'from' | 'to'> {
  place: RoutePlace
}

function Arrival({ place, meetingPoint, photos: { meeting, driver }, operator }: ArrivalProps) {
  const { t } = useLanguage()
  const pictures = [meeting, driver].filter((photo) => photo !== null)
  return (
    <Block title={t('arrival.title', { place: place.name })} pictures={pictures}>
      <Item icon="pin" name={t('arrival.where')}>
        {t('arrival.whereText', { meetingPoint })} <MapLink place={place} />
      </Item>
      <Item icon="clock" name={t('arrival.waiting')}>
        {waitingAt(t, operator, place.locationType)}.
      </Item>
      <Item icon={placeIcons[place.locationType] ?? 'pin'} name={t('arrival.late')}>
        {t('rule.late')}
      </Item>
      <Item icon="moon" name={t('arrival.night')}>
        {nightRule(t, operator)}
      </Item>
      <Item icon="phone" name={t('arrival.nobody')}>
        <Nobody operator={operator} />
      </Item>
    </Block>
  )
}

const advice: Partial<Record<RoutePlace['locationType'], SimpleKey>> = {
  Aeroporto: 'arrival.timeAirport',
  Stazione: 'arrival.timeStation',
  Porto: 'arrival.timePort',
}

function Departure({ place, operator }: Pick<ArrivalProps, 'place' | 'operator'>) {
  const { t } = useLanguage()
  const time = advice[place.locationType]
  return (
    <Block title={t('arrival.leaving', { place: place.name })}>
      <Item icon={placeIcons[place.locationType] ?? 'pin'} name={t('arrival.time')}>
        {time && t(time)} <MapLink place={place} />
      </Item>
      <Item icon="clock" name={t('arrival.waiting')}>
        {waitingAt(t, operator, null)}.
      </Item>
      <Item icon="moon" name={t('arrival.night')}>
        {nightRule(t, operator)}
      </Item>
      <Item icon="phone" name={t('arrival.nobody')}>
        <Nobody operator={operator} />
      </Item>
    </Block>
  )
}

function Block({
  title,
  pictures = [],
  children,
}: {
  title: string
  pictures?: Photo[]
  children: ReactNode
}) {
  return (
    <section>
      <h2 className="text-3xl">{title}</h2>
      {pictures.length > 0 && (
        <div className="mt-6 grid grid-cols-2 gap-4 print:hidden">
          {pictures.map((photo) => (
            <PhotoFigure key={photo.base} photo={photo} sizes="(min-width: 40rem) 22rem, 50vw" />
          ))}
        </div>
      )}
      <dl className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-2">{children}</dl>
    </section>
  )
}

function Item({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <div className="relative pl-8.5">
      <dt className="font-semibold">
        <Icon name={icon} className="absolute top-0.5 left-0 size-5.5 text-sea" />
        {name}
      </dt>
      <dd className="mt-0.5 text-ink-soft">{children}</dd>
    </div>
  )
}

function Nobody({ operator: { phone, isPhoneAlwaysOn } }: { operator: Operator }) {
  const { rich } = useLanguage()
  const { hours } = useCompany()
  const strong = (parts: ReactNode[]) => (
    <strong className="whitespace-nowrap font-semibold text-ink">{parts}</strong>
  )
  return isPhoneAlwaysOn
    ? rich('arrival.nobodyAlways', { phone, strong })
    : rich('arrival.nobodyHours', { phone, hours, strong })
}

/** Link to a map search by name, because a station's stored position may be that of its town. */
function MapLink({ place }: { place: RoutePlace }) {
  const { t } = useLanguage()
  const query = new URLSearchParams({ api: '1', query: `${place.name}, Puglia` })
  return (
    <a
      href={`https://www.google.com/maps/search/?${query}`}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-block font-semibold text-sea-deep underline underline-offset-4"
    >
      {t('arrival.map')}
    </a>
  )
}
