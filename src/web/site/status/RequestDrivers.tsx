import type { AppView } from '../../pageData.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Icon } from '../parts/icons.tsx'
import { Kept, still } from '../parts/still.tsx'
import { PhotoFigure } from '../trust/PhotoFigure.tsx'

/** Shows who drives, with which vehicle, and where the customer meets the driver. */
export const RequestDrivers = import.meta.env.SSR ? still(RequestDriversPart) : Kept

function RequestDriversPart({ drivers }: Pick<AppView<'status'>, 'drivers'>) {
  const { t } = useLanguage()
  return drivers.map(({ pickupAt, phone, call, rows, photo }) => (
    <section
      key={pickupAt}
      aria-labelledby={`driver-${pickupAt}`}
      className="mt-6 rounded-card border border-line bg-card p-5 shadow-soft print:p-4 lg:max-w-md"
    >
      <h2 id={`driver-${pickupAt}`} className="text-2xl">
        {t('driver.title')}
      </h2>
      <dl className="figures mt-3 divide-y divide-line">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap gap-x-3 py-2.5 print:py-1">
            <dt className="w-28 max-w-full text-ink-soft">{label}</dt>
            <dd className="flex-1 basis-20 wrap-anywhere font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {photo && (
        <div className="mt-4 print:hidden">
          <PhotoFigure photo={photo} sizes="(min-width: 32rem) 25rem, 90vw" />
        </div>
      )}
      {call && (
        <ButtonLink href={call} look="sea" className="mt-4 w-full print:hidden">
          <Icon name="phone" className="size-5" />
          {t('mail.call', { phone })}
        </ButtonLink>
      )}
    </section>
  ))
}
