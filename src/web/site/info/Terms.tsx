import type { Page } from '../../../modules/content/pages/contract.ts'
import type { Operator } from '../../../modules/settings/company/contract.ts'
import { hoursRule, seatParts } from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import { Kept, stillPage } from '../parts/still.tsx'
import { Legal, type LegalSection } from './Legal.tsx'
import { linkTo } from './legalParts.tsx'
import { Booking, Cancellations, Delays, Economy, Luggage, Payment, Ride } from './termsSections.tsx'

export const Terms = import.meta.env.SSR ? stillPage(TermsPart) : Kept

function TermsPart({ page: { company } }: { page: Page }) {
  const { t } = useLanguage()
  const sections: LegalSection[] = [
    { id: 'economy', title: t('terms.economy'), body: <Economy /> },
    { id: 'bagagli', title: t('terms.luggage'), body: <Luggage /> },
    { id: 'prenotazione', title: t('terms.booking'), body: <Booking /> },
    { id: 'pagamento', title: t('terms.payment'), body: <Payment operator={company} /> },
    { id: 'ritardi', title: t('terms.delays'), body: <Delays operator={company} /> },
    { id: 'trasporto', title: t('terms.ride'), body: <Ride /> },
    { id: 'cancellazioni', title: t('terms.cancellations'), body: <Cancellations operator={company} /> },
    { id: 'contatti', title: t('terms.contacts'), body: <Contacts operator={company} /> },
  ]
  return (
    <Legal
      title={t('nav.terms')}
      intro={<p className="mt-4 max-w-2xl text-lg">{t('terms.intro', { company: company.companyName })}</p>}
      sections={sections}
    />
  )
}

function Contacts({ operator }: { operator: Operator }) {
  const { t, rich } = useLanguage()
  const { tel } = useCompany()
  const { companyName, phone, leadsEmail, fullAddress, vatNumber } = operator
  return (
    <>
      <p>
        {rich('terms.contactsText', {
          phone,
          email: leadsEmail,
          hours: hoursRule(t, operator),
          call: linkTo(tel),
          mail: linkTo(`mailto:${leadsEmail}`),
        })}
      </p>
      <p>{[companyName, ...seatParts(t, { fullAddress, vatNumber })].join(', ')}.</p>
    </>
  )
}
