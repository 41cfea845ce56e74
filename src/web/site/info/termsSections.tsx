import type { SimpleKey } from '../../../languages/translate.ts'
import type { Operator } from '../../../modules/settings/company/contract.ts'
import {
  changeRule,
  paymentWays,
  promisedTime,
  refundRule,
  waitingFeeRule,
  waitingRule,
} from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { strong } from './legalParts.tsx'

export function Economy() {
  const { t, rich } = useLanguage()
  return (
    <ul>
      <li>{t('terms.economyShared')}</li>
      <li>{t('terms.economySaving')}</li>
      <li>{t('business.economyAlone')}</li>
      <li>{rich('terms.economyWait', { strong })}</li>
      <li>{rich('terms.economyDriver', { strong })}</li>
    </ul>
  )
}

export function Luggage() {
  const { rich } = useLanguage()
  return <p>{rich('terms.luggageText', { strong })}</p>
}

const needed: SimpleKey[] = [
  'terms.bookingDate',
  'terms.bookingPassengers',
  'terms.bookingFlight',
  'terms.bookingLuggage',
  'terms.bookingDestination',
]

export function Booking() {
  const { t, rich } = useLanguage()
  return (
    <>
      <p>{t('terms.bookingNeeds')}</p>
      <ul>
        {needed.map((item) => (
          <li key={item}>{t(item)}</li>
        ))}
      </ul>
      <p>{rich('terms.bookingReply', { strong, promise: promisedTime(t) })}</p>
    </>
  )
}

export function Payment({ operator }: { operator: Operator }) {
  const { t } = useLanguage()
  return (
    <>
      <p>{t('terms.paymentWays')}</p>
      <ul>
        {paymentWays(t, operator).map((way, index, all) => (
          <li key={way}>
            {way}
            {index < all.length - 1 ? ';' : '.'}
          </li>
        ))}
      </ul>
      <p>{t('terms.paymentFree')}</p>
    </>
  )
}

export function Delays({ operator }: { operator: Operator }) {
  const { t } = useLanguage()
  const fee = waitingFeeRule(t, operator)
  return (
    <ul>
      <li>{waitingRule(t, operator)}</li>
      {fee && <li>{fee}</li>}
      <li>{t('rule.late')}</li>
    </ul>
  )
}

const rideRules: SimpleKey[] = ['terms.rideKind', 'terms.rideWhere', 'terms.rideSeats', 'terms.rideStops']

export function Ride() {
  const { t } = useLanguage()
  return (
    <ul>
      {rideRules.map((rule) => (
        <li key={rule}>{t(rule)}</li>
      ))}
    </ul>
  )
}

export function Cancellations({ operator }: { operator: Operator }) {
  const { t } = useLanguage()
  return (
    <ul>
      <li>{refundRule(t, operator)}</li>
      <li>{changeRule(t, operator)}</li>
    </ul>
  )
}
