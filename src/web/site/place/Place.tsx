import type { AppView } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { Crumbs } from '../parts/Crumbs.tsx'
import { Icon, placeIcons } from '../parts/icons.tsx'
import { PriceTag } from '../parts/PriceTag.tsx'
import { MapCredit, RouteMap } from '../parts/RouteMap.tsx'
import { TripBox } from '../trip/TripBox.tsx'
import { PhotoFigure } from '../trust/PhotoFigure.tsx'
import { PlaceSections } from './PlaceSections.tsx'
import { placeKindKeys } from './placeKinds.ts'

export function Place(view: AppView<'place'>) {
  const { t } = useLanguage()
  const { place, photo, to } = view
  const { name, locationType, cap } = place
  const [first] = to
  return (
    <>
      <div className="bg-sea-pale">
        <div className="wrap grid gap-x-12 gap-y-8 pt-3 pb-12 sm:pb-16 lg:grid-cols-2">
          <div>
            <Crumbs here={name} />
            <span className="mt-4 grid size-12 place-items-center rounded-full bg-ink text-on-fill sm:mt-8">
              <Icon name={placeIcons[locationType] ?? 'pin'} className="size-6" />
            </span>
            <h1 className="mt-4 wrap-anywhere text-4xl sm:text-5xl">{t('place.title', { place: name })}</h1>
            <p className="mt-3 text-ink-soft">
              {[t(placeKindKeys[locationType]), cap].filter(Boolean).join(' · ')}
            </p>
            {first?.price && (
              <div className="mt-6">
                <PriceTag
                  price={first.price}
                  unit={first.unit}
                  label={t('place.priceFrom', { place: first.departure })}
                  size="xl"
                />
              </div>
            )}
            <TripBox className="mt-6 max-w-[27rem] rounded-card border border-line bg-stone p-3 shadow-soft sm:p-5" />
          </div>
          <div className="flex flex-col gap-4 lg:pt-3">
            {photo && (
              <PhotoFigure photo={photo} sizes="(min-width: 64rem) 36rem, 100vw" className="aspect-16/9" />
            )}
            <figure className="flex flex-1 flex-col">
              <RouteMap className="route-map min-h-72 flex-1 overflow-hidden rounded-card border border-line sm:min-h-96" />
              <figcaption>
                <MapCredit className="mt-2" />
              </figcaption>
            </figure>
          </div>
        </div>
      </div>
      <PlaceSections />
    </>
  )
}
