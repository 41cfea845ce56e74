import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ListEmailMessages } from '../../../../modules/integrations/mail/contract.ts'
import { type InboundMail, ListInboundMails } from '../../../../modules/integrations/mail/inbound.contract.ts'
import type { Customer, CustomerLead } from '../../../../modules/leads/customers/contract.ts'
import { formName } from '../../../../modules/leads/inbox/contract.ts'
import { kindNames, stateNames } from '../../../../modules/leads/lead/contract.ts'
import { routeOf } from '../../../../modules/leads/lead/leg.contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { MailBadge } from '../../integrations/mail/MailBadge.tsx'
import { MailMarks } from '../../integrations/mail/MailMarks.tsx'
import { mailPurposes } from '../../integrations/mail/mailLabels.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showDay, showEuro } from '../../kit/format.ts'
import { Timeline, type TimelineEntry } from '../../kit/Timeline.tsx'
import { leadPath } from '../lead/leadCalls.ts'
import { passengersOf, stateTones } from '../lead/leadLabels.ts'

/** Newest rows of each kind that the history shows. */
export const rowsMax = 100

const ways: Record<string, string> = { call: 'per telefono', whatsapp: 'con WhatsApp', email: 'per email' }

interface TimelineProps {
  customer: Customer
  /** Entries about what later areas of the panel know of the customer. */
  more: TimelineEntry[]
}

/** Everything about a customer, newest first. Wishes are requests to change or cancel. */
export function CustomerTimeline({ customer, more }: TimelineProps) {
  const asked = { customerId: customer.id, page: 1, limit: rowsMax, sort: '-createdAt' }
  const mails = useQueryCall(ListEmailMessages, asked)
  const received = useQueryCall(ListInboundMails, asked)
  const leadOf = (kind: string, id: number | null) => leadNamed(customer, kind, id)
  const entries: TimelineEntry[] = [
    ...customer.leads.map((lead) => ({
      key: `lead-${lead.kind}-${lead.id}`,
      at: lead.createdAt,
      content: <LeadEntry lead={lead} />,
    })),
    // For a lead answered in an earlier version of the product, only time and channel of the answer are stored.
    ...customer.leads.flatMap((lead) => {
      const hasMessages = customer.messages.some(
        (one) => one.leadKind === lead.kind && one.leadId === lead.id,
      )
      if (!lead.answeredAt || hasMessages) return []
      const way = ways[lead.answeredVia ?? ''] ?? ''
      return {
        key: `answer-${lead.kind}-${lead.id}`,
        at: lead.answeredAt,
        content: (
          <>
            Risposta {way} <About lead={lead} />
          </>
        ),
      }
    }),
    ...customer.messages.map(({ id, leadKind, leadId, via, subject, text, outcome, author, createdAt }) => ({
      key: `message-${id}`,
      at: createdAt,
      content: (
        <>
          {author ?? 'Un collega'} risponde {ways[via]} <About lead={leadOf(leadKind, leadId)} />
          {outcome && outcome !== 'answered' && (
            <>
              {' '}
              <Badge tone="warn">{outcome === 'noAnswer' ? 'non risponde' : 'richiamare'}</Badge>
            </>
          )}
          <Quoted>{subject}</Quoted>
          <Quoted>{text}</Quoted>
        </>
      ),
    })),
    ...customer.wishes.map(({ id, leadKind, leadId, kind, text, createdAt }) => ({
      key: `wish-${id}`,
      at: createdAt,
      content: (
        <>
          <strong>{kind === 'cancel' ? 'Chiede di annullare' : 'Chiede una modifica'}</strong>{' '}
          <About lead={leadOf(leadKind, leadId)} />
          <Quoted>{text}</Quoted>
        </>
      ),
    })),
    ...customer.notes.map(({ id, text, author, createdAt }) => ({
      key: `note-${id}`,
      at: createdAt,
      content: (
        <>
          Nota di {author}
          <Quoted>{text}</Quoted>
        </>
      ),
    })),
    ...more,
    ...(received.data?.items ?? []).map((mail) => ({
      key: `received-${mail.id}`,
      at: mail.createdAt,
      content: <ReceivedEntry mail={mail} lead={leadOf(mail.leadKind ?? '', mail.leadId)} />,
    })),
    ...(mails.data?.items ?? []).map(({ id, purpose, subject, state, hasBounced, sentAt, createdAt }) => ({
      key: `mail-${id}`,
      at: sentAt ?? createdAt,
      content: (
        <>
          Email, {(mailPurposes[purpose] ?? purpose).toLowerCase()}: <Arrowed text={subject} />{' '}
          <MailBadge mail={{ state, hasBounced }} />
        </>
      ),
    })),
  ]
  return <Timeline entries={entries.toSorted((one, other) => (one.at < other.at ? 1 : -1))} />
}

/** States that the customer wrote only a mail whose sender is not in doubt. */
function ReceivedEntry({ mail, lead }: { mail: InboundMail; lead: CustomerLead | undefined }) {
  const { kind, doubt, subject, text, notes } = mail
  return (
    <>
      <strong>{kind === 'person' && doubt === null ? 'Il cliente scrive' : 'Arriva un’email'}</strong>{' '}
      <About lead={lead} /> <MailMarks kind={kind} doubt={doubt} />
      <Quoted>{subject}</Quoted>
      <Quoted>{text}</Quoted>
      <Quoted>{notes.join(' ')}</Quoted>
    </>
  )
}

function LeadEntry({ lead }: { lead: CustomerLead }) {
  const { kind, code, status, date, time, passengers, returnTrip, price, formSource, landingPath } = lead
  const details = [
    date && showDay(date),
    time,
    passengersOf(passengers),
    returnTrip && 'andata e ritorno',
    price && showEuro(price),
    formSource && formName(formSource),
    landingPath && `entrata da ${landingPath}`,
  ].filter(Boolean)
  const route = routeOf(lead)
  return (
    <>
      <Link to={leadPath(lead)} className="font-medium text-sea-deep underline">
        {kindNames[kind].one} {code}
        {route && (
          <>
            {': '}
            <Arrowed text={route} />
          </>
        )}
      </Link>{' '}
      <Badge tone={stateTones[status]}>{stateNames[status]}</Badge>
      {details.length > 0 && <div className="figures text-ink-soft text-sm">{details.join(' · ')}</div>}
      <Quoted>{lead.message}</Quoted>
      {lead.notes && <p className="whitespace-pre-line text-ink-soft text-sm">Note: {lead.notes}</p>}
    </>
  )
}

export const leadNamed = ({ leads }: Customer, kind: string, id: number | null) =>
  leads.find((lead) => lead.kind === kind && lead.id === id)

export function About({ lead }: { lead: CustomerLead | undefined }) {
  if (!lead) return null
  return (
    <Link to={leadPath(lead)} className="text-sea-deep underline">
      {kindNames[lead.kind].one.toLowerCase()} {lead.code}
    </Link>
  )
}

function Quoted({ children }: { children: ReactNode }) {
  return children && <p className="mt-0.5 max-w-prose whitespace-pre-line wrap-anywhere">{children}</p>
}
