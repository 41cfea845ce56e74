import { waitingIncluded } from '../../../modules/settings/company/sentences.contract.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../company.ts'
import { Section } from '../Section.tsx'

const steps = [
  {
    name: 'Ci scrivete',
    text: 'Ci raccontate chi viaggia, quanto spesso e su quali tratte. Bastano poche righe.',
  },
  { name: 'Vi proponiamo', text: 'Ricevete un’offerta scritta con le tariffe e i mezzi adatti.' },
  {
    name: 'Confermate',
    text: 'Concordiamo referente, modalità di prenotazione e pagamento. Da lì basta un messaggio.',
  },
]

export function BusinessSteps() {
  const { t } = useLanguage()
  const ride = `L’autista è sul posto all’ora concordata. ${waitingIncluded(t, useCompany())}.`
  return (
    <Section
      title="Dalla prima email al primo viaggio"
      aside={
        <ButtonLink href="/contatti/" look="sea">
          Parla con noi
        </ButtonLink>
      }
    >
      <ol className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {[...steps, { name: 'Viaggiate', text: ride }].map(({ name, text }, index) => (
          <li key={name} className="border-line border-t pt-5">
            <span aria-hidden="true" className="font-serif text-4xl text-sea">
              {index + 1}
            </span>
            <h3 className="mt-2 text-xl">{name}</h3>
            <p className="mt-1.5 text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
