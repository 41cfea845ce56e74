import { Icon, type IconName } from '../icons.tsx'
import { Section } from '../Section.tsx'
import { Kept, still } from '../still.tsx'

// An NCC must not present itself as a taxi, so the texts describe the services as transfers.
const services: { icon: IconName; name: string; text: string }[] = [
  {
    icon: 'plane',
    name: 'Transfer aeroporto',
    text: 'Da e per Brindisi e Bari. Ci dai il numero del volo, l’autista ti aspetta agli arrivi.',
  },
  {
    icon: 'train',
    name: 'Transfer stazione',
    text: 'Lecce e Brindisi: dal binario alla porta di casa, bagagli compresi.',
  },
  {
    icon: 'ship',
    name: 'Transfer porto',
    text: 'Brindisi e Bari, in coincidenza con traghetti e crociere.',
  },
  {
    icon: 'route',
    name: 'Transfer su misura',
    text: 'Matrimoni, eventi, lavoro: percorso, soste e orari li decidi tu.',
  },
  {
    icon: 'sun',
    name: 'Tour del Salento',
    text: 'Lecce barocca, Otranto, Gallipoli, Leuca: mezza giornata o un giorno intero.',
  },
  {
    icon: 'plus',
    name: 'Servizi extra',
    text: 'Seggiolini, soste intermedie, bagagli speciali, consegna documenti.',
  },
]

export const Services = import.meta.env.SSR ? still(ServicesPart) : Kept

function ServicesPart() {
  return (
    <Section title="Un autista per ogni viaggio" ground="panel">
      <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
        {services.map(({ icon, name, text }) => (
          <li key={name} className="flex gap-4 bg-stone p-5 sm:block sm:p-7">
            <Icon name={icon} className="size-9 text-sea" />
            <div>
              <h3 className="text-xl sm:mt-5">{name}</h3>
              <p className="mt-1.5 text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
