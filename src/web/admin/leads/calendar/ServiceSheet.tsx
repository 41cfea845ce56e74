import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type LeadDetail, LeadKind, ReadLead } from '../../../../modules/leads/inbox/contract.ts'
import { ReadCompanySettings } from '../../../../modules/settings/company/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { FieldRow } from '../../kit/Form.tsx'
import { showLongDate } from '../../kit/format.ts'
import { Answer, Empty } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { leadPath } from '../inbox/leadCalls.ts'
import { whoOf } from '../inbox/leadLabels.ts'

// Law 21/1992, art. 11 requires these data for every ride. The driver writes mileage and hours by hand.

/** Sheet of one ride. Outbound and return have separate sheets. */
export default function ServiceSheet() {
  const { kind = '', id } = useParams()
  const known = LeadKind.anyOf.find((one) => one.const === kind)?.const
  return known ? (
    <Sheet kind={known} id={Number(id)} />
  ) : (
    <>
      <Title>Foglio di servizio</Title>
      <Empty>
        Richiesta non trovata.{' '}
        <Link to="/admin/richieste/" className="text-sea-deep underline">
          Torna alle richieste
        </Link>
      </Empty>
    </>
  )
}

function Sheet({ kind, id }: { kind: LeadKind; id: number }) {
  const lead = useQueryCall(ReadLead, { kind, id })
  const [plate, setPlate] = useState('')
  const [driver, setDriver] = useState('')
  return (
    <>
      <div className="print:hidden">
        <Title
          intro="I dati del viaggio ci sono già; chilometri e orari li scrive l’autista alla partenza e all’arrivo. Ciò che lasci vuoto si compila a mano."
          actions={
            <>
              <Link to={leadPath({ kind, id })} className={buttonClass('plain')}>
                Torna alla richiesta
              </Link>
              <Button look="sea" onClick={() => print()}>
                Stampa
              </Button>
            </>
          }
        >
          Foglio di servizio
        </Title>
        <div className="mb-6 max-w-2xl">
          <FieldRow>
            <TextField
              label="Targa"
              value={plate}
              onChange={({ target }) => setPlate(target.value.toUpperCase())}
            />
            <TextField label="Conducente" value={driver} onChange={({ target }) => setDriver(target.value)} />
          </FieldRow>
        </div>
      </div>
      <Answer of={lead}>
        {(detail) =>
          detail.departure && detail.destination ? (
            legsOf(detail).map((leg) => <Leg key={leg.title} lead={detail} {...{ leg, plate, driver }} />)
          ) : (
            <Empty>Un messaggio senza viaggio non ha un foglio di servizio.</Empty>
          )
        }
      </Answer>
    </>
  )
}

interface LegFacts {
  title: string
  from: string
  to: string
  day: string | null
  time: string | null
}

function legsOf({
  departure,
  destination,
  date,
  time,
  returnTrip,
  returnDate,
  returnTime,
}: LeadDetail): LegFacts[] {
  const there = { title: 'Andata', from: departure ?? '', to: destination ?? '', day: date, time }
  const back = { title: 'Ritorno', from: there.to, to: there.from, day: returnDate, time: returnTime }
  return returnTrip ? [there, back] : [{ ...there, title: 'Viaggio' }]
}

/** Returns the date with its year, because sheets are archived. Other text is returned unchanged. */
const dayOf = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? showLongDate(`${text}T12:00:00Z`) : text)

function Leg({
  lead,
  leg,
  plate,
  driver,
}: {
  lead: LeadDetail
  leg: LegFacts
  plate: string
  driver: string
}) {
  const company = useQueryCall(ReadCompanySettings, {})
  const { companyName = '', vatNumber = '', fullAddress = '' } = company.data ?? {}
  const groups: [string, [string, string | null][]][] = [
    [
      'Vettore',
      [[companyName, [fullAddress, vatNumber && `P.IVA ${vatNumber}`].filter(Boolean).join(' · ')]],
    ],
    [
      'Veicolo e conducente',
      [
        ['Targa', plate],
        ['Conducente', driver],
      ],
    ],
    [
      'Partenza',
      [
        ['Luogo', leg.from],
        ['Data', leg.day && dayOf(leg.day)],
        ['Orario concordato', leg.time],
        ['Inizio del servizio', null],
        ['Chilometri alla partenza', null],
      ],
    ],
    [
      'Arrivo',
      [
        ['Destinazione', leg.to],
        ['Fine del servizio', null],
        ['Chilometri all’arrivo', null],
      ],
    ],
    [
      'Committente',
      [
        ['Nome', whoOf(lead)],
        ['Telefono', lead.phone],
        ['Passeggeri', lead.passengers],
        ['Bagagli', lead.luggage],
        ['Volo o treno', lead.flightOrTrain],
        ['Indirizzo', lead.address],
      ],
    ],
  ]
  return (
    <article
      aria-label={`Foglio di servizio, ${leg.title}`}
      className="mb-6 max-w-2xl break-after-page rounded-card border border-line p-6 last:break-after-auto print:max-w-none print:border-0 print:p-0"
    >
      <h2 className="mb-4 flex flex-wrap items-baseline justify-between gap-2 text-xl">
        Foglio di servizio
        <span className="figures text-base">
          {leg.title} · {lead.code}
        </span>
      </h2>
      {groups.map(([name, rows]) => (
        <section key={name} className="mb-4">
          <h3 className="border-ink border-b pb-1 font-semibold">{name}</h3>
          <dl>
            {rows.map(([label, value]) => (
              <div key={label} className="flex min-h-9 items-end gap-3 border-line border-b py-1">
                <dt className="w-32 shrink-0 text-ink-soft sm:w-48">{label}</dt>
                <dd className="figures min-w-0 flex-1 wrap-anywhere font-medium">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="mt-10 flex items-end gap-3">
        Firma del conducente <span className="flex-1 border-ink border-b" />
      </p>
    </article>
  )
}
