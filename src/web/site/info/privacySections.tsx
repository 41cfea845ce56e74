import type { SimpleKey } from '../../../languages/translate.ts'
import type { Operator } from '../../../modules/settings/company/contract.ts'
import { seatParts } from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { linkTo, strong } from './legalParts.tsx'

/** Returns the parameters of messages that name the company's e-mail address and phone. */
function useContact() {
  const { email, phone, tel } = useCompany()
  return { email, phone, mail: linkTo(`mailto:${email}`), call: linkTo(tel) }
}

export function Controller({ operator }: { operator: Operator }) {
  const { t, rich } = useLanguage()
  return (
    <p>
      {rich('privacy.controllerText', {
        ...useContact(),
        company: operator.companyName,
        details: seatParts(t, operator)
          .map((part) => `, ${part}`)
          .join(''),
        strong,
      })}
    </p>
  )
}

export function Data({ tapDays }: { tapDays: number }) {
  const { rich } = useLanguage()
  return (
    <ul>
      <li>{rich('privacy.dataForms', { strong })}</li>
      <li>{rich('privacy.dataOrigin', { strong })}</li>
      <li>{rich('privacy.dataSearches', { strong })}</li>
      <li>{rich('privacy.dataCounts', { strong })}</li>
      <li>{rich('privacy.dataWhatsapp', { strong, days: tapDays })}</li>
      <li>{rich('privacy.dataAnalytics', { strong, link: linkTo('#cookie') })}</li>
      <li>{rich('privacy.dataNewsletter', { strong })}</li>
      <li>{rich('privacy.dataStatus', { strong })}</li>
      <li>{rich('privacy.dataReviews', { strong })}</li>
      <li>{rich('privacy.dataSheets', { strong })}</li>
    </ul>
  )
}

const purposes: SimpleKey[] = [
  'privacy.purposeRide',
  'privacy.purposeLaw',
  'privacy.purposeSite',
  'privacy.purposeReviews',
  'privacy.purposeConsent',
]

export function Purposes() {
  const { t } = useLanguage()
  return (
    <>
      <ul>
        {purposes.map((purpose) => (
          <li key={purpose}>{t(purpose)}</li>
        ))}
      </ul>
      <p>{t('privacy.purposeNeeded')}</p>
    </>
  )
}

interface RetentionProps {
  leadYears: number
  searchDays: number
  unmetSearchDays: number
  analyticsMonths: number
  consentDays: number
  newsletterUnconfirmedDays: number
  newsletterEndedDays: number
}

export function Retention({
  leadYears,
  searchDays,
  unmetSearchDays,
  analyticsMonths,
  consentDays,
  newsletterUnconfirmedDays,
  newsletterEndedDays,
}: RetentionProps) {
  const { t, rich } = useLanguage()
  return (
    <ul>
      <li>{rich('privacy.keepLeads', { strong, years: leadYears })}</li>
      <li>{rich('privacy.keepSearches', { strong, days: searchDays, unmet: unmetSearchDays })}</li>
      <li>{rich('privacy.keepAnalytics', { strong, months: analyticsMonths })}</li>
      <li>{rich('privacy.keepConsent', { strong, days: consentDays })}</li>
      <li>
        {rich('privacy.keepNewsletter', {
          strong,
          ended: newsletterEndedDays,
          unconfirmed: newsletterUnconfirmedDays,
        })}
      </li>
      <li>{t('privacy.keepMails', { years: leadYears })}</li>
      <li>{rich('privacy.keepReviews', { strong })}</li>
      <li>{rich('privacy.keepSheets', { strong, years: leadYears })}</li>
    </ul>
  )
}

export function Recipients() {
  const { t } = useLanguage()
  return (
    <>
      <p>{t('privacy.recipientsWho')}</p>
      <p>{t('privacy.recipientsWhere')}</p>
    </>
  )
}

export function Rights({ days }: { days: number }) {
  const { rich } = useLanguage()
  return (
    <>
      <p>{rich('privacy.rightsText', { ...useContact(), strong, days })}</p>
      <p>
        {rich('privacy.rightsAuthority', {
          link: (parts) => (
            <a href="https://www.garanteprivacy.it/" rel="noopener">
              {parts}
            </a>
          ),
        })}
      </p>
    </>
  )
}
