import { hoursRule, seatParts } from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { useOperator } from '../company.ts'
import { Kept, still } from '../still.tsx'
import { Legal, type LegalSection } from './Legal.tsx'
import { linkTo } from './legalParts.tsx'
import { Booking, Cancellations, Delays, Economy, Luggage, Payment, Ride } from './termsSections.tsx'

export const Terms = import.meta.env.SSR ? still(TermsPart) : Kept

function TermsPart() {
  const { t } = useLanguage()
  const { companyName } = useOperator()
  const sections: LegalSection[] = [
    { id: 'economy', title: t('terms.economy'), body: <Economy /> },
    { id: 'bagagli', title: t('terms.luggage'), body: <Luggage /> },
    { id: 'prenotazione', title: t('terms.booking'), body: <Booking /> },
    { id: 'pagamento', title: t('terms.payment'), body: <Payment /> },
    { id: 'ritardi', title: t('terms.delays'), body: <Delays /> },
    { id: 'trasporto', title: t('terms.ride'), body: <Ride /> },
    { id: 'cancellazioni', title: t('terms.cancellations'), body: <Cancellations /> },
    { id: 'contatti', title: t('terms.contacts'), body: <Contacts /> },
  ]
  return (
    <Legal
      title={t('nav.terms')}
      intro={<p className="mt-4 max-w-2xl text-lg">{t('terms.intro', { company: companyName })}</p>}
      sections={sections}
    />
  )
}

function Contacts() {
  const { t, rich } = useLanguage()
  const company = useOperator()
  const { companyName, phone, tel, leadsEmail, fullAddress, vatNumber } = company
  return (
    <>
      <p>
        {rich('terms.contactsText', {
          phone,
          email: leadsEmail,
          hours: hoursRule(t, company),
          call: linkTo(tel),
          mail: linkTo(`mailto:${leadsEmail}`),
        })}
      </p>
      <p>{[companyName, ...seatParts(t, { fullAddress, vatNumber })].join(', ')}.</p>
    </>
  )
}
