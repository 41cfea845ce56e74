import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import {
  formName,
  type LeadDetail,
  type LeadKind,
  type LeadState,
  MarkRead,
  ReadLead,
} from '../../../../modules/leads/inbox/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toast.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showDateTime } from '../../kit/format.ts'
import { Answer } from '../../kit/States.tsx'
import { AnswerActions } from './AnswerActions.tsx'
import { AnswerClock } from './AnswerClock.tsx'
import { LeadForm, useLeadForm } from './LeadForm.tsx'
import { LeadMails } from './LeadMails.tsx'
import { leadAnswers } from './leadAnswers.ts'
import { changeOf, leadPath } from './leadCalls.ts'
import { kindNames, showDay, stateNames, statesInOrder, whoOf } from './words.ts'

interface LeadPanelProps {
  kind: LeadKind
  id: number
  onClose: () => void
}

/** One lead: beside the list where there is room, over it where there is none. Opening it marks it as read. */
export function LeadPanel({ kind, id, onClose }: LeadPanelProps) {
  const lead = useQueryCall(ReadLead, { kind, id }, { keepPrevious: true })
  const ref = useRef<HTMLElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <aside
      ref={ref}
      tabIndex={-1}
      aria-label="Richiesta aperta"
      className="outline-none xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:overflow-y-auto xl:rounded-card xl:border xl:border-line xl:p-5"
    >
      <div className="mb-3 flex items-center justify-between gap-3">
        <p className="text-ink-soft text-sm">
          {kindNames[kind].one}
          {lead.data && <span className="figures"> {lead.data.code}</span>}
        </p>
        <Button look="plain" onClick={onClose}>
          Chiudi
        </Button>
      </div>
      <Answer of={lead}>{(detail) => <OpenLead lead={detail} />}</Answer>
    </aside>
  )
}

function OpenLead({ lead }: { lead: LeadDetail }) {
  const form = useLeadForm(lead)
  useMarkRead(lead)
  return (
    <div className="grid gap-5">
      <div>
        <h2 className="text-xl">{whoOf(lead)}</h2>
        {(lead.departure || lead.destination) && (
          <p className="mt-0.5 font-medium">
            <Arrowed text={`${lead.departure ?? '…'} → ${lead.destination ?? '…'}`} />
          </p>
        )}
        <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-soft text-sm">
          Ricevuta il {showDateTime(lead.createdAt)} <AnswerClock {...lead} />
        </p>
      </div>
      {lead.callInstead && (
        <p>
          <Badge tone="bad">chiama invece</Badge> L’email del cliente torna indietro: rispondi per telefono.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <AnswerActions lead={lead} look="buttons" />
        {lead.status === 'confermata' && lead.departure && (
          <Link to={`${leadPath(lead)}foglio/`} className={buttonClass('plain')}>
            Foglio di servizio
          </Link>
        )}
      </div>
      <States lead={lead} />
      <Facts lead={lead} />
      <Reply lead={lead} />
      <LeadForm form={form} kind={lead.kind} />
      <LeadMails kind={lead.kind} id={lead.id} />
    </div>
  )
}

function useMarkRead({ kind, id, isRead }: LeadDetail): void {
  const { mutate } = useCommandCall(MarkRead, {
    failed: 'Impossibile segnare come letta',
    renews: leadAnswers,
  })
  useEffect(() => {
    if (!isRead) mutate({ kind, id })
  }, [kind, id, isRead, mutate])
}

function States({ lead }: { lead: LeadDetail }) {
  const change = useCommandCall(changeOf(lead.kind), {
    done: ({ status }: { status: LeadState }) => `Stato: ${stateNames[status]}`,
    failed: 'Impossibile cambiare lo stato',
    renews: leadAnswers,
  })
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Stato</legend>
      {statesInOrder.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={lead.status === status}
          aria-disabled={change.isPending || undefined}
          onClick={() =>
            lead.status !== status && !change.isPending && change.mutate({ id: lead.id, status })
          }
          className="min-h-9 rounded-full border border-line px-3 text-sm hover:border-ink aria-pressed:border-sea aria-pressed:bg-sea aria-pressed:font-semibold aria-pressed:text-white"
        >
          {stateNames[status]}
        </button>
      ))}
    </fieldset>
  )
}

function Facts({ lead }: { lead: LeadDetail }) {
  const { date, time, returnTrip, returnDate, returnTime } = lead
  const facts: [string, string | null][] = [
    ['Telefono', lead.phone],
    ['Email', lead.email],
    ['Data', date && `${showDay(date)}${time ? `, ${time}` : ''}`],
    ['Orario', date ? null : time],
    [
      'Ritorno',
      returnTrip
        ? [returnDate && showDay(returnDate), returnTime].filter(Boolean).join(', ') || 'da concordare'
        : null,
    ],
    ['Passeggeri', lead.passengers],
    ['Bagagli', lead.luggage],
    ['Volo o treno', lead.flightOrTrain],
    ['Prezzo mostrato', lead.quote],
    ['Prezzo del ritorno', lead.returnQuote],
    ['In tutto', lead.totalQuote],
    ['Messaggio', lead.message],
    ['Modulo', lead.formSource && formName(lead.formSource)],
    ['Provenienza', provenanceWords(lead)],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label} className="contents">
              <dt className="text-ink-soft text-sm">{label}</dt>
              <dd className="figures whitespace-pre-line wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function provenanceWords({ provenance }: LeadDetail): string | null {
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

function Reply({ lead: { reply } }: { lead: LeadDetail }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(reply.text)
      toast({ title: 'Copiato!' })
    } catch {
      toast({ title: 'Errore', text: 'Impossibile copiare negli appunti', tone: 'destructive' })
    }
  }
  return (
    <section aria-labelledby="risposta" className="rounded-field bg-stone p-3.5">
      <div className="flex items-center justify-between gap-3">
        <h3 id="risposta" className="font-semibold">
          Risposta pronta
        </h3>
        <button type="button" onClick={copy} className="min-h-9 px-2 text-sea-deep text-sm underline">
          Copia
        </button>
      </div>
      <p className="whitespace-pre-line text-sm">{reply.text}</p>
      {reply.offers.length > 0 && (
        <p className="mt-2 border-line border-t pt-2 text-ink-soft text-sm">
          Listino di oggi: {reply.offers.join('; ')}
        </p>
      )}
    </section>
  )
}
