import { useLocation, useNavigate } from 'react-router'
import { type CallOutcome, RecordAnswer } from '../../../../modules/leads/answers/contract.ts'
import type { LeadDetail } from '../../../../modules/leads/inbox/contract.ts'
import { AnswerWay } from '../../../../modules/leads/lead/contract.ts'
import { useCommandCall } from '../../kit/api.ts'
import { leadAnswers } from '../lead/leadCalls.ts'
import { wayNames, whoOf } from '../lead/leadLabels.ts'
import { useNextLead } from './useNextLead.ts'
import { keepWritten, setLastAnswer, useWritten } from './writtenReplies.ts'

interface Answered {
  outcome?: CallOutcome
  callBackAt?: string
  /** True to open the next waiting lead afterwards. */
  isMovingOn?: boolean
}

/** The URL's hash is the channel. The default is the first of e-mail, WhatsApp and call that reaches the customer. */
function useWay(lead: LeadDetail): [AnswerWay, (via: AnswerWay) => void] {
  const navigate = useNavigate()
  const { hash, search } = useLocation()
  const asked = AnswerWay.anyOf.find((one) => `#${one.const}` === hash)?.const
  const natural = !lead.callInstead && lead.email ? 'email' : lead.links.whatsapp ? 'whatsapp' : 'call'
  const choose = (via: AnswerWay) => void navigate({ search, hash: `#${via}` }, { replace: true })
  return [asked ?? natural, choose]
}

export function useReply(lead: LeadDetail) {
  const { kind, id } = lead
  const [via, setVia] = useWay(lead)
  const { hasNext, openNext } = useNextLead(lead)
  const drafts = lead.reply.drafts.filter((one) => one.via === via)
  const edited = useWritten(lead, via)
  const { subject, text } = edited ?? drafts[0] ?? { subject: '', text: '' }
  const record = useCommandCall(RecordAnswer, {
    failed: via === 'email' ? 'Impossibile inviare la risposta' : 'Impossibile registrare la risposta',
    renews: leadAnswers,
  })

  /** Awaits the response, so that the next steps concern this lead even if staff open another lead. */
  async function answer({ outcome, callBackAt, isMovingOn = false }: Answered = {}): Promise<void> {
    if (record.isPending) return
    const isSaid = outcome !== 'noAnswer'
    const recorded = await record
      .mutateAsync({
        kind,
        id,
        via,
        text: isSaid ? text : '',
        ...(via === 'email' ? { subject } : {}),
        ...(outcome ? { outcome } : {}),
        ...(callBackAt ? { callBackAt } : {}),
      })
      .catch(() => null)
    if (!recorded) return
    const { actId, takeBackMs } = recorded
    keepWritten(lead, via, null)
    if (actId === undefined) return
    setLastAnswer({
      actId,
      lead: { kind, id },
      via,
      subject,
      text: isSaid ? text : '',
      label: `${wayNames[via]} a ${whoOf(lead)}`,
      leavesAt: takeBackMs === null ? null : Date.now() + takeBackMs,
    })
    if (isMovingOn) await openNext().catch(() => null)
  }

  return {
    via,
    setVia,
    drafts,
    subject,
    text,
    answer: (answered?: Answered) => void answer(answered),
    write: (change: Partial<{ subject: string; text: string }>) =>
      keepWritten(lead, via, { subject, text, ...change }),
    draftName: edited ? '' : (drafts[0]?.name ?? ''),
    hasNext,
    isPending: record.isPending,
    error: record.error,
  }
}

export type Reply = ReturnType<typeof useReply>
