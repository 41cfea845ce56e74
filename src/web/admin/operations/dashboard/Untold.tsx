import { clockOf, romanDay } from '../../../../kernel/romanDay.ts'
import { ReadToday, type Today } from '../../../../modules/operations/dashboard/contract.ts'
import { RecordToldCustomer } from '../../../../modules/trips/reminders/contract.ts'
import { useCommandCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showNumber } from '../../kit/format.ts'
import { RowAction, RowActions, rowActionClass } from '../../kit/RowAction.tsx'
import { leadPath } from '../../leads/lead/leadCalls.ts'
import { whoOf } from '../../leads/lead/leadLabels.ts'
import { LiveBlock } from './LiveBlock.tsx'
import { TripLine } from './TripLine.tsx'
import { dayName } from './Trips.tsx'

interface UntoldProps {
  untold: Today['untold']
  days: Today['days']
  isHeld: boolean
}

/** Lists customers without a mail about their driver or moved ride. Staff notify them by phone or WhatsApp. */
export function Untold({ untold, days, isHeld }: UntoldProps) {
  return (
    <LiveBlock
      title="Da avvisare a voce o con WhatsApp"
      summary={summaryOf(untold)}
      rows={untold}
      idOf={({ tripId, leadKind, leadId, about }) => `${tripId}-${leadKind}-${leadId}-${about}`}
      isHeld={isHeld}
    >
      {(one) => {
        const { from, to, leadKind: kind, leadId: id, phone, call, whatsapp, text, about, isUpdate } = one
        const pickupAt = new Date(one.pickupAt)
        const who = <span className="sr-only"> {whoOf(one)}</span>
        return (
          <TripLine
            day={dayName(romanDay(pickupAt), days)}
            time={clockOf(pickupAt)}
            route={`${from} → ${to}`}
            to={leadPath({ kind, id })}
            details={[whoOf(one), phone]}
          >
            {about === 'move' && <Badge tone="warn">spostato</Badge>}
            {isUpdate && <Badge tone="warn">aggiornamento</Badge>}
            <details className="mt-1">
              <summary className="inline-flex min-h-(--target) items-center text-sea-deep underline underline-offset-4">
                Testo da dire{who}
              </summary>
              <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
            </details>
            <RowActions>
              {call && (
                <a href={call} className={rowActionClass}>
                  Chiama{who}
                </a>
              )}
              {whatsapp && (
                <a href={whatsapp} target="_blank" rel="noreferrer" className={rowActionClass}>
                  WhatsApp{who}
                </a>
              )}
              <Told one={one} />
            </RowActions>
          </TripLine>
        )
      }}
    </LiveBlock>
  )
}

function summaryOf(untold: Today['untold']): string {
  if (untold.length === 0) return 'Tutti sono avvisati.'
  const moved = untold.filter(({ about }) => about === 'move').length
  return [
    namesOf(untold.length - moved, [
      'Un cliente non sa chi è il suo autista',
      'clienti non sanno chi è il loro autista',
    ]),
    namesOf(moved, [
      'Un cliente non sa che la sua corsa è cambiata',
      'clienti non sanno che la loro corsa è cambiata',
    ]),
  ]
    .filter(Boolean)
    .join('. ')
}

const namesOf = (count: number, [one, many]: [string, string]) =>
  count === 0 ? '' : count === 1 ? one : `${showNumber(count)} ${many}`

function Told({ one }: { one: Today['untold'][number] }) {
  const record = useCommandCall(RecordToldCustomer, {
    done: 'Cliente avvisato',
    failed: 'Impossibile segnare il cliente come avvisato',
    renews: [ReadToday.http],
  })
  const { tripId, leadKind, leadId, direction, about, pickupAt } = one
  return (
    <RowAction
      disabled={record.isPending}
      onClick={() => record.mutate({ id: tripId, leadKind, leadId, direction, about, pickupAt })}
    >
      Avvisato<span className="sr-only">: {whoOf(one)}</span>
    </RowAction>
  )
}
