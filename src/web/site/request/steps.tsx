import type { SimpleKey } from '../../../languages/translate.ts'
import type { FareAnswer } from '../../../modules/catalog/fares/contract.ts'
import type { Vehicle } from '../../../modules/catalog/prices/quote.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import type { Errors, Values } from '../../ui/useForm.ts'
import { Offers } from '../trip/Offers.tsx'
import { ConsentFields, PersonFields } from './leadFields.tsx'
import { DetailsStep, detailNames, PartyStep, PlaceStep, WhenStep } from './stepFields.tsx'

const steps: { title: SimpleKey; names: readonly string[] }[] = [
  { title: 'request.stepPlaces', names: ['departure', 'destination'] },
  { title: 'request.stepWhen', names: ['date', 'time', 'whenUnknown'] },
  {
    title: 'request.stepParty',
    names: ['passengers', 'luggage', 'offer', 'returnTrip', 'returnDate', 'returnTime'],
  },
  { title: 'request.stepDetails', names: detailNames },
  { title: 'request.stepPerson', names: ['name', 'phone', 'email', 'privacyAccepted'] },
]

export const stepsCount = steps.length

/** Fields at which a step shows errors. */
export const shownFields = steps
  .flatMap(({ names }) => names)
  .filter((name) => name !== 'whenUnknown' && name !== 'offer' && name !== 'returnTrip')

export const stepOf = (name: string) =>
  Math.max(
    0,
    steps.findIndex(({ names }) => names.includes(name)),
  )

interface StepsProps {
  step: number
  errors: Errors
  /** Returns whether a typed value is valid, which a mark next to the label shows; undefined for no mark. */
  isValid(name: string): boolean | undefined
  values: Values
  today: string
  fare: FareAnswer | null
  isLoading: boolean
  passengers: number | null
  bags: number | null
  vehicle: Vehicle | null
  /** Warning if flight, airport and time do not fit together, otherwise empty. */
  warning: string
  onVehicle(vehicle: Vehicle): void
}

export function Steps({
  step,
  errors,
  isValid,
  values,
  today,
  fare,
  isLoading,
  passengers,
  bags,
  vehicle,
  warning,
  onVehicle,
}: StepsProps) {
  const { t } = useLanguage()
  const parts = [
    <PlaceStep key="places" errors={errors} values={values} />,
    <WhenStep key="when" errors={errors} values={values} today={today} />,
    <PartyStep key="party" errors={errors} values={values} today={today}>
      {fare && passengers !== null && fare.offers.length > 1 && (
        <Offers
          fare={fare}
          party={{ passengers, bags: bags ?? 0 }}
          vehicle={vehicle}
          name="offer"
          isLoading={isLoading}
          onChoose={onVehicle}
        />
      )}
    </PartyStep>,
    <DetailsStep key="details" errors={errors} values={values} warning={warning} />,
    <PersonFields key="person" errors={errors} isValid={isValid} values={values} />,
  ]
  return steps.map(({ title }, index) => (
    <fieldset
      key={title}
      data-current={index === step || undefined}
      className={`grid gap-4 sm:[fieldset+&]:mt-5 noscript:[fieldset+&]:mt-5 ${index === step ? '' : 'max-sm:hidden noscript:grid'}`}
    >
      <legend tabIndex={-1} className="mb-3 font-serif text-xl outline-none">
        <span className="font-sans text-ink-soft text-sm noscript:hidden sm:hidden">
          {`${t('request.step', { step: index + 1, count: steps.length })} `}
        </span>
        {t(title)}
      </legend>
      {parts[index]}
      {index === steps.length - 1 && <ConsentFields errors={errors} values={values} />}
    </fieldset>
  ))
}
