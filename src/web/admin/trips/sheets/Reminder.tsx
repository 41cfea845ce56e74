import { Link, useParams } from 'react-router'
import { isDay } from '../../../../kernel/romanDay.ts'
import { type LeadDetail, ReadLead } from '../../../../modules/leads/inbox/contract.ts'
import { LeadKind } from '../../../../modules/leads/lead/contract.ts'
import { type Leg, legsOf } from '../../../../modules/leads/lead/leg.contract.ts'
import { ReadCompanySettings } from '../../../../modules/settings/company/contract.ts'
import type { SheetGroup } from '../../../../modules/trips/sheets/words.contract.ts'
import { ListTrips } from '../../../../modules/trips/trips/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { showLongDate } from '../../kit/format.ts'
import { Answer, Empty } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { leadPath } from '../../leads/lead/leadCalls.ts'
import { whoOf } from '../../leads/lead/leadLabels.ts'
import { directionNames } from '../offers/offerLabels.ts'
import { Paper } from './Paper.tsx'

/** Paper for the driver before the trip. The service sheet exists only from the start of the trip. */
export default function Reminder() {
  const { kind = '', id } = useParams()
  const known = LeadKind.anyOf.find((one) => one.const === kind)?.const
  return known ? (
    <LeadReminder kind={known} id={Number(id)} />
  ) : (
    <>
      <Title>Promemoria</Title>
      <Empty>
        Richiesta non trovata.{' '}
        <Link to={adminPath('richieste/')} className="text-sea-deep underline">
          Torna alle richieste
        </Link>
      </Empty>
    </>
  )
}

function LeadReminder({ kind, id }: { kind: LeadKind; id: number }) {
  const lead = useQueryCall(ReadLead, { kind, id })
  return (
    <>
      <div className="print:hidden">
        <Title
          intro="Il viaggio in breve, per l’autista. Il foglio di servizio con il suo numero nasce alla partenza."
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
          Promemoria
        </Title>
      </div>
      <Answer of={lead}>
        {(detail) => {
          const legs = legsOf(detail).map((leg) => <PrintedLeg key={leg.direction} lead={detail} leg={leg} />)
          return legs.length > 0 ? legs : <Empty>Un messaggio senza viaggio non ha un promemoria.</Empty>
        }}
      </Answer>
    </>
  )
}

/** Returns a day with its year, because somebody may read the paper years later. Returns other text unchanged. */
const dayOf = (text: string) => (isDay(text) ? showLongDate(text) : text)

function PrintedLeg({ lead, leg }: { lead: LeadDetail; leg: Leg }) {
  const company = useQueryCall(ReadCompanySettings, {})
  const trip = useTrip(lead, leg)
  const groups: SheetGroup[] = [
    { title: 'Vettore', rows: [['Nome', company.data?.companyName ?? '']] },
    {
      title: 'Veicolo e conducente',
      rows: [
        ['Targa', trip?.plate ?? null],
        ['Conducente', trip?.driverName ?? null],
      ],
    },
    {
      title: 'Viaggio',
      rows: [
        ['Partenza', leg.from],
        ['Destinazione', leg.to],
        ['Indirizzo', lead.address],
        ['Data', leg.asked.day && dayOf(leg.asked.day)],
        ['Orario concordato', leg.asked.time],
      ],
    },
    {
      title: 'Cliente',
      rows: [
        ['Nome', whoOf(lead)],
        ['Telefono', lead.phone],
        ['Passeggeri', lead.passengers],
        ['Bagagli', lead.luggage],
        ['Volo o treno', lead.flightOrTrain],
      ],
    },
  ]
  const title = lead.returnTrip ? directionNames[leg.direction] : 'Viaggio'
  return <Paper title={`Promemoria, ${title}`} mark={lead.code} groups={groups} />
}

/** Returns the trip of the leg, with its vehicle and driver; undefined while it loads or if there is none. */
function useTrip({ kind, id }: LeadDetail, leg: Leg) {
  const day = leg.day ?? ''
  const trips = useQueryCall(ListTrips, { from: day, to: day }, { enabled: day !== '' })
  return trips.data?.items.find(
    (trip) =>
      trip.direction === leg.direction &&
      trip.parties.some(({ leadKind, leadId }) => leadKind === kind && leadId === id),
  )
}
