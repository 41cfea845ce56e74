import { Section } from '../Section.tsx'

const zones = [
  {
    name: 'Costa adriatica',
    places: [
      'Otranto',
      'Torre dell’Orso',
      'San Foca',
      'Santa Cesarea Terme',
      'Castro Marina',
      'Tricase Porto',
    ],
  },
  {
    name: 'Costa ionica',
    places: [
      'Gallipoli',
      'Porto Cesareo',
      'Santa Maria al Bagno',
      'Torre San Giovanni',
      'Pescoluse',
      'Torre Vado',
    ],
  },
  { name: 'Entroterra', places: ['Lecce', 'Nardò', 'Galatina', 'Maglie', 'Martano', 'Ugento'] },
  {
    name: 'Aeroporti, stazioni e porti',
    places: [
      'Aeroporto di Brindisi',
      'Aeroporto di Bari',
      'Stazione di Lecce',
      'Stazione di Brindisi',
      'Porto di Brindisi',
      'Porto di Bari',
    ],
  },
]

export function Zones() {
  return (
    <Section
      title="Dove ti portiamo"
      intro="Un comune, una marina o una masseria che non vedi qui? Chiedi: quasi certamente ci arriviamo."
      ground="panel"
    >
      <div className="grid gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-4">
        {zones.map(({ name, places }) => (
          <div key={name}>
            <h3 className="border-ink border-b pb-2.5 text-xl">{name}</h3>
            <ul className="mt-3 leading-8">
              {places.map((place) => (
                <li key={place}>{place}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Section>
  )
}
