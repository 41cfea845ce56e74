import type { SimpleKey } from '../../../languages/translate.ts'
import {
  changeRule,
  paymentWays,
  promisedTime,
  refundRule,
  waitingFeeRule,
  waitingRule,
} from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { useOperator } from '../company.ts'
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

export function Payment() {
  const { t } = useLanguage()
  return (
    <>
      <p>{t('terms.paymentWays')}</p>
      <ul>
        {paymentWays(t, useOperator()).map((way, index, all) => (
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

export function Delays() {
  const { t } = useLanguage()
  const company = useOperator()
  const fee = waitingFeeRule(t, company)
  return (
    <ul>
      <li>{waitingRule(t, company)}</li>
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

export function Cancellations() {
  const { t } = useLanguage()
  const company = useOperator()
  return (
    <ul>
      <li>{refundRule(t, company)}</li>
      <li>{changeRule(t, company)}</li>
    </ul>
  )
}
