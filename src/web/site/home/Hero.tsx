import { loneUnitKeys } from '../../../modules/catalog/prices/quote.contract.ts'
import type { PopularRoute } from '../../../modules/catalog/search/contract.ts'
import type { Photo } from '../../../modules/content/photos/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { formatEuro } from '../../ui/money.ts'
import { MapCredit, RouteMap } from '../parts/RouteMap.tsx'
import { TripBox } from '../trip/TripBox.tsx'
import { PhotoFigure } from '../trust/PhotoFigure.tsx'

interface HeroProps {
  from: PopularRoute | null
  /** Photo of the operator; null if there is none. */
  photo: Photo | null
}

export function Hero({ from, photo }: HeroProps) {
  const { t, rich } = useLanguage()
  return (
    <section className="relative isolate bg-sea-pale">
      <div className="absolute inset-0 -z-10 overflow-hidden">
        <RouteMap className="hero-map" />
      </div>
      <div
        className={`wrap relative grid gap-4 pt-5 pb-4 sm:gap-7 sm:pt-14 lg:min-h-[46rem] lg:content-start lg:gap-4 lg:pt-8 ${photo ? 'xl:grid-cols-[27rem_1fr] xl:gap-x-8' : ''}`}
      >
        <div className="max-w-[34rem] xl:col-span-full">
          <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">{t('home.kind')}</p>
          <h1 className="mt-2 text-[min(1.9rem,7.9vw)] leading-[1.1] sm:text-6xl md:max-lg:max-w-96 md:max-lg:text-[3.1rem] lg:text-[2.75rem]">
            {/* Breaks at the same word with any font, so that nothing below moves when the fonts arrive. */}
            {rich('home.title', { br: () => <br className="sm:max-lg:hidden" /> })}
          </h1>
          <p className="mt-3 max-w-[30rem] text-[0.9375rem] text-ink sm:text-lg md:max-w-[26rem] lg:max-w-none lg:text-base">
            {t('home.claim')}
            {from?.unit && (
              // Each part breaks only on narrow screens, so that nothing below moves when the fonts arrive.
              <span className="block *:inline-block">
                <span>
                  {from.departure} – {from.destination}
                </span>{' '}
                <strong className="font-semibold">
                  {t('price.fromAmount', {
                    price: formatEuro(t, from.price),
                    unit: t(loneUnitKeys[from.unit]),
                  })}
                </strong>
              </span>
            )}
          </p>
        </div>
        <div className="max-w-[27rem]">
          <div className="rounded-card border border-line bg-stone p-3 shadow-soft sm:p-6 lg:p-4">
            <TripBox />
          </div>
        </div>
        {photo && (
          // On a wide screen the photo stands on the sea, beside the form and left of the map's coast.
          <div className="max-w-[34rem] xl:max-w-[22rem] xl:self-end">
            <PhotoFigure
              photo={photo}
              sizes="(min-width: 80rem) 22rem, (min-width: 40rem) 34rem, 92vw"
              className="aspect-3/2 shadow-soft"
            />
          </div>
        )}
        <MapCredit className="max-w-xl xl:col-span-full" />
      </div>
    </section>
  )
}
