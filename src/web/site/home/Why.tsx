import { useCompany } from '../company.ts'
import { Section } from '../Section.tsx'

const reasons = [
  {
    figure: '10+',
    name: 'anni di esperienza',
    text: 'Autisti professionisti che conoscono ogni strada, masseria e marina del Salento.',
  },
  {
    figure: '15 min',
    name: 'per avere risposta',
    text: 'Ti ricontattiamo con la conferma e il prezzo, che poi resta quello.',
  },
  {
    figure: '24/7',
    name: 'assistenza telefonica',
    text: (hours: string) => `Prenoti ${hours}; per le emergenze rispondiamo a ogni ora.`,
  },
  {
    figure: '100 km',
    name: 'di raggio',
    text: 'Da Bari a Santa Maria di Leuca, sulle due coste e nell’entroterra.',
  },
]

export function Why() {
  const { hours } = useCompany()
  return (
    <Section title="Perché viaggiare con noi" ground="ink">
      <dl className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {reasons.map(({ figure, name, text }) => (
          <div key={name} className="border-white/25 border-t pt-5">
            <dt>
              <span className="block font-serif text-5xl text-sun">{figure}</span>
              <span className="mt-2 block font-semibold text-lg">{name}</span>
            </dt>
            <dd className="mt-2 text-white/80">{typeof text === 'string' ? text : text(hours)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
