import { Fragment, type ReactNode } from 'react'
import { languageName } from '../../../../languages/languageName.ts'
import {
  detailNames,
  formName,
  type LeadDetail,
  quoteSourceNames,
} from '../../../../modules/leads/inbox/contract.ts'
import { askedFields } from '../../../../modules/leads/lead/askedFields.contract.ts'
import { mapLinkOf } from '../../../../modules/leads/requests/position.contract.ts'
import { showDay } from '../../kit/format.ts'
import { PrefixNote } from './PrefixNote.tsx'

export function LeadDetails({ lead }: { lead: LeadDetail }) {
  const { date, time, returnTrip, returnDate, returnTime } = lead
  const rows: [string, ReactNode][] = [
    [
      'Telefono',
      <Fragment key="phone">
        {lead.phone}
        <PrefixNote lead={lead} />
      </Fragment>,
    ],
    ['Email', lead.email],
    ['Lingua', languageName(lead.language)],
    ['Data', date && `${showDay(date)}${time ? `, ${time}` : ''}`],
    ['Orario', date ? null : time],
    [
      'Ritorno',
      returnTrip
        ? [returnDate && showDay(returnDate), returnTime].filter(Boolean).join(', ') || 'da concordare'
        : null,
    ],
    ['Passeggeri', lead.passengers],
    ...detailNames.map((name): [string, ReactNode] => [
      askedFields[name].name,
      name === 'position' ? lead.position && <MapLink position={lead.position} /> : lead[name],
    ]),
    ['Prezzo mostrato', lead.quote],
    ['Prezzo del ritorno', lead.returnQuote],
    ['In tutto', lead.totalQuote],
    ['Fonte del prezzo', sourceText(lead)],
    ['Messaggio', lead.message],
    ['Modulo', lead.formSource && formName(lead.formSource)],
    ['Provenienza', provenanceText(lead)],
  ]
  return (
    <div className="@container">
      <dl className="grid @min-[16rem]:grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="text-ink-soft text-sm">{label}</dt>
                <dd className="figures whitespace-pre-line wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}

function MapLink({ position }: { position: string }) {
  return (
    <a
      href={mapLinkOf(position)}
      target="_blank"
      rel="noopener noreferrer"
      className="text-sea-deep underline"
    >
      {position}
    </a>
  )
}

/** Names the day of the price, because staff may have moved the trip: `listino, per il viaggio di gio 24 dic`. */
function sourceText({ quoteSource, quotedDay, date }: LeadDetail): string | null {
  if (!quoteSource) return null
  const source = quoteSourceNames[quoteSource]
  if (!quotedDay) return source
  const day = showDay(quotedDay)
  if (!date) return `${source}, con i prezzi di ${day}: la richiesta non ha un giorno`
  return date === quotedDay
    ? `${source}, per il viaggio di ${day}`
    : `${source}, con i prezzi di ${day}: il viaggio è di ${showDay(date)}`
}

function provenanceText({ provenance }: LeadDetail): string | null {
  if (!provenance) return null
  const { source, campaign, landingPath, isAcrossVisits } = provenance
  return [
    source,
    campaign && `campagna ${campaign}`,
    landingPath && `entrata da ${landingPath}`,
    isAcrossVisits && 'prima visita, con il suo consenso',
  ]
    .filter(Boolean)
    .join(', ')
}
