import type { AppView } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { formatEuro } from '../../ui/money.ts'
import { Badge } from '../parts/Badge.tsx'
import { Crumbs } from '../parts/Crumbs.tsx'
import { Icon } from '../parts/icons.tsx'
import { TripBox } from '../trip/TripBox.tsx'
import { OlderRouteSections } from './OlderRouteSections.tsx'

/** A route of the previous site, at its old URL. */
export function OlderRoute({ route }: AppView<'olderRoute'>) {
  const { t } = useLanguage()
  const { name, duration, distance, isPopular } = route
  return (
    <>
      <div className="bg-sea-pale">
        <div className="wrap py-8 sm:py-12">
          <Crumbs here={name} />
          <div className="mt-6">{isPopular && <Badge />}</div>
          <h1 className="mt-3 max-w-3xl text-4xl sm:text-5xl">{name}</h1>
          <p className="mt-5 text-ink-soft text-sm">{t('price.from')}</p>
          <p className="font-serif text-5xl">{formatEuro(t, route.price)}</p>
          <ul className="my-6 flex flex-wrap gap-x-8 gap-y-2">
            {duration && (
              <li className="flex items-center gap-2.5">
                <Icon name="clock" className="size-5 text-sea" />
                {duration}
              </li>
            )}
            {distance && (
              <li className="flex items-center gap-2.5">
                <Icon name="route" className="size-5 text-sea" />
                {distance}
              </li>
            )}
          </ul>
          <TripBox className="max-w-xl rounded-card border border-line bg-stone p-3 shadow-soft sm:p-5" />
        </div>
      </div>
      <OlderRouteSections />
    </>
  )
}
