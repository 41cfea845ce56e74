import { Link, useLocation, useParams } from 'react-router'
import { formName, type LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import { stateNames } from '../../../../modules/leads/lead/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { showDateTime, showDay, showDayAndTime, showEuro } from '../../kit/format.ts'
import { RowActions } from '../../kit/RowAction.tsx'
import { rowLink } from '../../kit/rowOpening.ts'
import { leadPath } from '../lead/leadCalls.ts'
import { partOfRoute, passengersOf, stateTones, whoOf } from '../lead/leadLabels.ts'
import { AnswerActions } from './AnswerActions.tsx'
import { AnswerClock } from './AnswerClock.tsx'
import { LanguageBadge } from './LanguageBadge.tsx'
import { SoonBadge } from './SoonBadge.tsx'

const received: DataColumn<LeadItem> = {
  id: 'received',
  header: 'Ricevuta',
  sort: 'createdAt',
  cell: (lead) => (
    <div className="grid justify-items-start gap-1">
      <time dateTime={lead.createdAt} className="figures whitespace-nowrap">
        {showDateTime(lead.createdAt)}
      </time>
      <AnswerClock {...lead} />
    </div>
  ),
}

const customer: DataColumn<LeadItem> = {
  id: 'customer',
  header: 'Cliente',
  sort: 'name',
  cell: (lead) => (
    <div className="md:min-w-36">
      <OpenLink lead={lead} /> <LanguageBadge {...lead} />
      <div className="font-normal text-ink-soft text-sm">
        <span className="figures whitespace-nowrap">{lead.phone}</span>
        {lead.email && <span className="block wrap-anywhere">{lead.email}</span>}
      </div>
    </div>
  ),
}

/** Column of the customer beside an open lead. It omits the e-mail address, because the lead needs the width. */
const customerBeside: DataColumn<LeadItem> = {
  ...customer,
  cell: (lead) => (
    <>
      <OpenLink lead={lead} /> <LanguageBadge {...lead} />
      <span className="figures block whitespace-nowrap font-normal text-ink-soft text-sm">{lead.phone}</span>
    </>
  ),
}

function OpenLink({ lead, isCard = false }: { lead: LeadItem; isCard?: boolean }) {
  const { search } = useLocation()
  const { kind, id } = useParams()
  const isOpen = kind === lead.kind && id === String(lead.id)
  return (
    <Link
      {...rowLink}
      to={leadPath(lead, search)}
      aria-current={isOpen ? 'true' : undefined}
      className={`text-sea-deep underline underline-offset-4 ${isOpen ? 'decoration-2' : 'decoration-1'} ${isCard ? 'min-w-0' : ''}`}
    >
      <span className={isCard ? 'relative block @min-[16rem]:truncate' : undefined}>
        {whoOf(lead)}
        {!lead.isRead && <span className="sr-only"> (non letta)</span>}
      </span>
    </Link>
  )
}

const trip: DataColumn<LeadItem> = {
  id: 'trip',
  header: 'Viaggio',
  sort: 'date',
  cell: (lead) => {
    const { date, time, passengers, returnTrip, formSource, message, notes } = lead
    const route = partOfRoute(lead)
    const details = [
      date && showDay(date),
      time,
      passengersOf(passengers),
      returnTrip && 'andata e ritorno',
      formSource && formName(formSource),
    ].filter(Boolean)
    return (
      <div className="min-w-0">
        {route && <Arrowed text={route} />}
        {details.length > 0 && (
          <div className="figures font-normal text-ink-soft text-sm">{details.join(' · ')}</div>
        )}
        {message && <p className="line-clamp-2 max-w-prose font-normal text-sm">{message}</p>}
        {notes && <p className="line-clamp-1 font-normal text-ink-soft text-sm">Note: {notes}</p>}
      </div>
    )
  },
}

const priceNotes: Record<NonNullable<LeadItem['priceSource']>, string> = {
  agreed: 'concordato',
  chosen: 'scelto dal cliente',
  estimated: 'dal listino',
}

const price: DataColumn<LeadItem> = {
  id: 'price',
  header: 'Prezzo',
  align: 'right',
  cell: ({ price, priceSource }) =>
    price !== null && (
      <>
        <span className="figures whitespace-nowrap">{showEuro(price)}</span>
        {priceSource && (
          <span className="block font-normal text-ink-soft text-sm">{priceNotes[priceSource]}</span>
        )}
      </>
    ),
}

const state: DataColumn<LeadItem> = {
  id: 'state',
  header: 'Stato',
  sort: 'status',
  cell: ({ date, time, status, assignedToName, dueAt, callInstead, isSuspected }) => (
    <div className="grid justify-items-start gap-1">
      <Badge tone={stateTones[status]}>{stateNames[status]}</Badge>
      <SoonBadge date={date} time={time} status={status} />
      {callInstead && <Badge tone="bad">chiama invece</Badge>}
      {isSuspected && <Badge tone="bad">forse un robot</Badge>}
      {assignedToName && <span className="font-normal text-ink-soft text-sm">{assignedToName}</span>}
      {dueAt && <span className="font-normal text-ink-soft text-sm">entro {showDateTime(dueAt)}</span>}
    </div>
  ),
}

const answers: DataColumn<LeadItem> = {
  id: 'answers',
  header: '',
  align: 'right',
  cell: (lead) => (
    <RowActions>
      <AnswerActions lead={lead} />
    </RowActions>
  ),
}

/** Card of a lead on a phone, at most 110 px high. The open lead shows all fields and the actions. */
const card: DataColumn<LeadItem> = {
  id: 'card',
  header: '',
  cell: (lead) => {
    const { date, time, message, createdAt, price, status, callInstead, isSuspected } = lead
    const route = partOfRoute(lead)
    const when = [date && showDay(date), time].filter(Boolean).join(' ')
    return (
      <div className="grid w-full min-w-0 grid-cols-[minmax(0,1fr)] gap-0.5">
        <p className="flex items-center justify-between gap-2 @max-[16rem]:flex-wrap">
          <OpenLink lead={lead} isCard />
          <span className="flex shrink-0 items-center gap-1">
            <LanguageBadge {...lead} /> <AnswerClock {...lead} />
          </span>
        </p>
        <p className="relative @min-[16rem]:truncate">{route ? <Arrowed text={route} /> : message}</p>
        <p className="figures flex items-center justify-between gap-2 @max-[16rem]:flex-wrap font-normal text-ink-soft text-sm">
          <span className="dotted">
            {when && <span>per {when}</span>}
            {price !== null && <span>{showEuro(price)}</span>}
            <span>{showDayAndTime(createdAt)}</span>
          </span>
          <span className="flex shrink-0 gap-1">
            <SoonBadge {...lead} isShort />
            {isSuspected && <Badge tone="bad">forse un robot</Badge>}
            <Badge tone={callInstead ? 'bad' : stateTones[status]}>
              {callInstead ? 'chiama invece' : stateNames[status]}
            </Badge>
          </span>
        </p>
      </div>
    )
  },
}

export const inboxCards = [card]
export const inboxColumns = [received, customer, trip, price, state, answers]
/** Columns beside an open lead. They omit the actions, because the open lead has them. */
export const inboxColumnsBesideLead = [received, customerBeside, trip, state]
