import { promisedMinutes } from '../../../modules/settings/company/sentences.contract.ts'
import { useCompany } from '../company.ts'
import { Section } from '../Section.tsx'
import { Kept, still } from '../still.tsx'

interface Reason {
  figure: string
  name: string
  text: string
}

export const Why = import.meta.env.SSR ? still(WhyPart) : Kept

function WhyPart() {
  const company = useCompany()
  const { hours, isPhoneAlwaysOn, inBusinessSince } = company
  const reasons: Reason[] = [
    ...(inBusinessSince
      ? [
          {
            figure: `dal ${inBusinessSince}`,
            name: 'in attività',
            text: 'Autisti professionisti che conoscono ogni strada, masseria e marina del Salento.',
          },
        ]
      : []),
    {
      figure: `${promisedMinutes} min`,
      name: 'per avere risposta',
      text: `Ogni giorno ${hours} ti ricontattiamo con la conferma e il prezzo, che poi resta quello.`,
    },
    isPhoneAlwaysOn
      ? {
          figure: '24/7',
          name: 'telefono per chi è in viaggio',
          text: `L’ufficio risponde ${hours}; se sei già in viaggio il telefono risponde a ogni ora.`,
        }
      : { figure: '7 su 7', name: 'giorni di servizio', text: `L’ufficio risponde ogni giorno ${hours}.` },
    {
      figure: '100 km',
      name: 'di raggio',
      text: 'Da Bari a Santa Maria di Leuca, sulle due coste e nell’entroterra.',
    },
  ]
  return (
    <Section title="Perché viaggiare con noi" ground="ink">
      <dl
        className={`grid gap-x-8 gap-y-10 sm:grid-cols-2 ${reasons.length > 3 ? 'lg:grid-cols-4' : 'lg:grid-cols-3'}`}
      >
        {reasons.map(({ figure, name, text }) => (
          <div key={name} className="border-white/25 border-t pt-5">
            <dt>
              <span className="block font-serif text-5xl text-sun">{figure}</span>
              <span className="mt-2 block font-semibold text-lg">{name}</span>
            </dt>
            <dd className="mt-2 text-white/80">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
