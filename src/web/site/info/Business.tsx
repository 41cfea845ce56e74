import { sinceWords } from '../../../modules/settings/company/sentences.contract.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../company.ts'
import { Services } from '../home/Services.tsx'
import { Icon, type IconName } from '../icons.tsx'
import { Section } from '../Section.tsx'
import { TrustBand } from '../trust/TrustBand.tsx'
import { BusinessSteps } from './BusinessSteps.tsx'
import { InfoHero } from './InfoHero.tsx'

const offers: { icon: IconName; name: string; text: string; points: string[] }[] = [
  {
    icon: 'percent',
    name: 'Convenzioni aziendali',
    text: 'Una tariffa concordata per chi viaggia spesso: la stessa ogni volta, per dipendenti, clienti e ospiti.',
    points: [
      'Tariffe scritte per le vostre tratte abituali',
      'Un solo referente, al telefono e via email',
      'Adatta ad alberghi, agenzie, studi e imprese',
    ],
  },
  {
    icon: 'people',
    name: 'Servizio Businessman',
    text: 'Auto con conducente per incontri, fiere e visite in azienda. L’autista vi attende tra un appuntamento e l’altro.',
    points: [
      'Berlina fino a 4 posti, minivan fino a 8',
      'Attesa all’arrivo con il numero di volo o di treno',
      'Soste e cambi di programma concordati',
    ],
  },
  {
    icon: 'bag',
    name: 'Consegna documenti',
    text: 'Buste, contratti, chiavi e piccoli plichi: ritirati e consegnati a mano dall’autista, senza passaggi intermedi.',
    points: [
      'Ritiro in sede all’orario che ci indicate',
      'Consegna diretta al destinatario',
      'Una telefonata a consegna avvenuta',
    ],
  },
]

export function Business() {
  const { t } = useLanguage()
  const company = useCompany()
  const since = sinceWords(t, company)
  return (
    <>
      <InfoHero eyebrow="Aziende" title="I viaggi di lavoro in Salento, con un solo referente">
        <p className="mt-4 max-w-2xl text-lg">
          Transfer con conducente per dipendenti, clienti e ospiti: aeroporti, stazioni, appuntamenti ed
          eventi, con il prezzo concordato prima di partire.{since && ` ${since}.`}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink href="/contatti/" look="sun">
            Richiedi un’offerta
          </ButtonLink>
        </div>
      </InfoHero>
      <TrustBand />
      <Section title="Che cosa facciamo per le aziende">
        <ul className="grid gap-5 lg:grid-cols-3">
          {offers.map(({ icon, name, text, points }) => (
            <li key={name} className="rounded-card border border-line bg-card p-5 sm:p-7">
              <Icon name={icon} className="size-9 text-sea" />
              <h3 className="mt-5 text-2xl">{name}</h3>
              <p className="mt-2 text-ink-soft">{text}</p>
              <ul className="mt-4 grid gap-2">
                {points.map((point) => (
                  <li key={point} className="flex gap-2.5">
                    <Icon name="check" className="mt-0.5 size-5 text-leaf" />
                    {point}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </Section>
      <Services />
      <Economy />
      <BusinessSteps />
    </>
  )
}

function Economy() {
  return (
    <Section title="ECONOMY, la corsa condivisa" ground="ink">
      <div className="grid gap-x-16 gap-y-6 lg:grid-cols-2">
        <p className="text-lg text-white/80">
          Per gruppi e colleghi che arrivano insieme: dal secondo passeggero il viaggio è condiviso con altri
          e costa meno di quello privato. Quanto meno, lo scrive la pagina di ogni tratta. Parte
          dall’aeroporto di Brindisi e dalla stazione di Lecce.
        </p>
        <ul className="grid content-start gap-2.5">
          {[
            'Il primo che atterra attende al massimo 45 minuti.',
            'Chi viaggia da solo è servito come privato, a tariffa intera.',
            'Ventiquattro ore prima ci si accorda con l’autista.',
          ].map((fact) => (
            <li key={fact} className="flex gap-2.5">
              <Icon name="check" className="mt-0.5 size-5 text-sun" />
              {fact}
            </li>
          ))}
        </ul>
      </div>
      <ButtonLink href="/prezzi/" look="night" className="mt-8">
        Vedi i prezzi ECONOMY
      </ButtonLink>
    </Section>
  )
}
