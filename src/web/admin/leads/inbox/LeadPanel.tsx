import {
  type ComponentType,
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { type LeadDetail, MarkRead, ReadLead } from '../../../../modules/leads/inbox/contract.ts'
import { kindNames, type LeadState, stateNames } from '../../../../modules/leads/lead/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showDateTime } from '../../kit/format.ts'
import { laterPart } from '../../kit/laterPart.tsx'
import { useRights } from '../../kit/rights.ts'
import { Answer } from '../../kit/States.tsx'
import { useIsPhone } from '../../kit/useIsPhone.ts'
import { OtherLeads } from '../customers/OtherLeads.tsx'
import { changeOf, leadAnswers } from '../lead/leadCalls.ts'
import { partOfRoute, statesInOrder, whoOf } from '../lead/leadLabels.ts'
import { AnswerActions } from './AnswerActions.tsx'
import { AnswerBar } from './AnswerBar.tsx'
import { AnswerClock } from './AnswerClock.tsx'
import { LanguageBadge } from './LanguageBadge.tsx'
import { LeadDetails } from './LeadDetails.tsx'
import type { LeadForm } from './LeadForm.tsx'
import { LeadMails } from './LeadMails.tsx'
import { LeadThread } from './LeadThread.tsx'
import { SoonBadge } from './SoonBadge.tsx'
import { nextFrame, type OpenLead } from './useOpenLead.ts'

const LeadReply = laterPart(async () => (await import('./LeadReply.tsx')).LeadReply)

/** Parts of an open lead that later areas of the panel own. */
export interface LeadParts {
  Offers: ComponentType<{ lead: LeadDetail }>
  Sheets: ComponentType<{ lead: LeadDetail }>
}

interface LeadPanelProps {
  open: OpenLead
  parts: LeadParts
}

/**
 * Shows a lead and marks it as read. In a narrow window the panel replaces the list. In a wide window
 * `will-change` gives the panel a layer of its own, so that becoming half-transparent paints nothing again.
 */
export function LeadPanel({ open: { kind, id, close, isLeaving }, parts }: LeadPanelProps) {
  // Deferred, because a lead that arrives takes longer to render than a frame, and must not delay the next key.
  const lead = useDeferredValue(useQueryCall(ReadLead, { kind, id }, { keepPrevious: true }))
  const ref = useRef<HTMLElement>(null)
  // False in the first render, so that a click on a lead shows the empty panel at once.
  const hasForms = useDeferredValue(true, false)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <aside
      ref={ref}
      tabIndex={-1}
      aria-label="Richiesta aperta"
      className={`outline-none xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:overflow-y-auto xl:rounded-card xl:border xl:border-line xl:p-5 xl:will-change-[opacity] ${isLeaving ? 'opacity-50' : ''}`}
    >
      <div className="mb-3 flex items-center justify-between gap-3">
        <p className="text-ink-soft text-sm">
          {kindNames[kind].one}
          {lead.data && <span className="figures"> {lead.data.code}</span>}
        </p>
        <Button look="plain" onClick={close}>
          Chiudi
        </Button>
      </div>
      <AnswerBar />
      {hasForms && <Answer of={lead}>{(detail) => <Lead lead={detail} parts={parts} />}</Answer>}
    </aside>
  )
}

/** Memoized, because the panel renders before the next lead opens, and must not delay the key that opens it. */
const Lead = memo(function Lead({ lead, parts }: { lead: LeadDetail; parts: LeadParts }) {
  const isPhone = useIsPhone()
  const route = partOfRoute(lead)
  const [LoadedForm, setForm] = useState<typeof LeadForm | null>(null)
  // The rest follows in a later frame: with all of it in one commit, the next key waited for that commit. Not
  // `useDeferredValue`, because React ignores its initial value in a render that is already deferred.
  useEffect(() => {
    const show = (form: () => typeof LeadForm) => startTransition(() => setForm(form))
    // The list loads without the code of forms.
    Promise.all([import('./LeadForm.tsx'), nextFrame()]).then(
      ([loaded]) => show(() => loaded.LeadForm),
      (error) =>
        show(() => {
          throw error
        }),
    )
  }, [])
  // Once all is rendered, because a shorter page scrolls less far.
  useReplyInSight(isPhone && LoadedForm !== null)
  return (
    <div className="lead-panel grid gap-5">
      <MarksRead lead={lead} />
      <div>
        <h2 className="text-xl">{whoOf(lead)}</h2>
        {route && (
          <p className="mt-0.5 font-medium">
            <Arrowed text={route} />
          </p>
        )}
        <p className="mt-1 flex flex-wrap items-center gap-2 text-ink-soft text-sm">
          Ricevuta il {showDateTime(lead.createdAt)} <LanguageBadge {...lead} /> <AnswerClock {...lead} />{' '}
          <SoonBadge {...lead} />
        </p>
      </div>
      {lead.callInstead && (
        <p>
          <Badge tone="bad">chiama invece</Badge> L’email del cliente torna indietro: rispondi per telefono.
        </p>
      )}
      {lead.isSuspected && (
        <p>
          <Badge tone="bad">forse un robot</Badge> Il modulo è stato inviato come lo invia un programma. Il
          cliente non ha ricevuto la conferma automatica: se è una persona, rispondi tu.
        </p>
      )}
      <parts.Sheets lead={lead} />
      <LeadDetails lead={lead} />
      <LeadThread kind={lead.kind} id={lead.id} />
      <LeadReply lead={lead} />
      {LoadedForm && (
        <>
          <parts.Offers lead={lead} />
          <States lead={lead} />
          <LoadedForm lead={lead} />
          <LeadMails kind={lead.kind} id={lead.id} />
          <OtherLeads kind={lead.kind} id={lead.id} />
        </>
      )}
      {isPhone && (
        <div className="lead-actions">
          <AnswerActions lead={lead} />
        </div>
      )}
    </div>
  )
})

/** On a phone the reply is below the details, so choosing a channel scrolls to the reply. */
function useReplyInSight(isOn: boolean): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same channel may be chosen again
  useEffect(() => {
    if (isOn && hash) document.getElementById('risposta')?.scrollIntoView()
  }, [isOn, hash, key])
}

/**
 * Shows nothing. A component, because each state of the call renders its component again. Renews nothing: the event
 * stream does, and no list takes in rows that the user has not asked for.
 */
function MarksRead({ lead: { kind, id, isRead } }: { lead: LeadDetail }) {
  const { mutate } = useCommandCall(MarkRead, { failed: 'Impossibile segnare come letta' })
  const { seenAs } = useRights()
  useEffect(() => {
    if (!isRead && seenAs === null) mutate({ kind, id })
  }, [kind, id, isRead, seenAs, mutate])
  return null
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
          className="min-h-(--target) rounded-full border border-line px-3 text-sm hover:border-ink aria-pressed:border-sea aria-pressed:bg-sea aria-pressed:font-semibold aria-pressed:text-white"
        >
          {stateNames[status]}
        </button>
      ))}
    </fieldset>
  )
}
