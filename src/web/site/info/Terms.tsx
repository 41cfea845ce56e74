import { hoursRule } from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../company.ts'
import { Kept, still } from '../still.tsx'
import { Legal, type LegalSection } from './Legal.tsx'
import { Booking, Cancellations, Delays, Economy, Luggage, Payment, Ride } from './termsSections.tsx'

const sections: LegalSection[] = [
  { id: 'economy', title: 'Servizio Economy', body: <Economy /> },
  { id: 'bagagli', title: 'Bagagli', body: <Luggage /> },
  { id: 'prenotazione', title: 'Prenotazione', body: <Booking /> },
  { id: 'pagamento', title: 'Pagamento', body: <Payment /> },
  { id: 'ritardi', title: 'Ritardi e attese', body: <Delays /> },
  { id: 'trasporto', title: 'Trasporto', body: <Ride /> },
  { id: 'cancellazioni', title: 'Modifiche e cancellazioni', body: <Cancellations /> },
  { id: 'contatti', title: 'Contatti', body: <Contacts /> },
]

export const Terms = import.meta.env.SSR ? still(TermsPart) : Kept

function TermsPart() {
  const { companyName } = useCompany()
  return (
    <Legal
      title="Termini e condizioni"
      intro={
        <p className="mt-4 max-w-2xl text-lg">
          Le condizioni con cui {companyName} svolge i transfer con conducente: prenotando le accetti. Se
          qualcosa non è chiaro, chiedi prima di prenotare.
        </p>
      }
      sections={sections}
    />
  )
}

function Contacts() {
  const { t } = useLanguage()
  const company = useCompany()
  const { companyName, phone, tel, leadsEmail, fullAddress, vatNumber } = company
  return (
    <>
      <p>
        Per prenotare, cambiare o annullare: <a href={tel}>{phone}</a> o{' '}
        <a href={`mailto:${leadsEmail}`}>{leadsEmail}</a>. {hoursRule(t, company)}
      </p>
      <p>
        {companyName}
        {fullAddress && `, ${fullAddress}`}, P.IVA {vatNumber}.
      </p>
    </>
  )
}
