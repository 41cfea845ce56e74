import { type Static, Type } from '@sinclair/typebox'
import { useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { RecordAnswer } from '../../../../modules/leads/answers/contract.ts'
import type { LeadDetail } from '../../../../modules/leads/inbox/contract.ts'
import { AnswerWay } from '../../../../modules/leads/lead/contract.ts'
import type { ActParts } from '../../kit/ActForm.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { leadAnswers } from '../lead/leadCalls.ts'
import { wayNames, whoOf } from '../lead/leadLabels.ts'
import { useNextLead } from './useNextLead.ts'
import { keepWritten, setLastAnswer, useWritten, type Written } from './writtenReplies.ts'

const { text, subject, outcome, callBackAt } = RecordAnswer.input.properties

/** Values that the buttons add to the fields of a reply. */
const added = {
  outcome,
  /** True to open the next waiting lead afterwards. */
  isMovingOn: Type.Optional(Type.Boolean()),
}
export const replyFields = { input: Type.Object({ text, subject, callBackAt, ...added }) }
type ReplyInput = Static<typeof replyFields.input>
type Added = Pick<ReplyInput, keyof typeof added>

/** The URL's hash is the channel. The default is the first of e-mail, WhatsApp and call that reaches the customer. */
function useWay(lead: LeadDetail): [AnswerWay, (via: AnswerWay) => void] {
  const navigate = useNavigate()
  const { hash, search } = useLocation()
  const asked = AnswerWay.anyOf.find((one) => `#${one.const}` === hash)?.const
  const natural = !lead.callInstead && lead.email ? 'email' : lead.links.whatsapp ? 'whatsapp' : 'call'
  const choose = (via: AnswerWay) => void navigate({ search, hash: `#${via}` }, { replace: true })
  return [asked ?? natural, choose]
}

type ReplyForm = ActParts<typeof replyFields>['form']

/** Fills the fields of the form with the reply, which a template, another way or an undo may replace. */
function useFilled({ rhf: { getValues, setValue } }: ReplyForm, { subject, text }: Written): void {
  useLayoutEffect(() => {
    if (getValues('subject') !== subject) setValue('subject', subject)
    if (getValues('text') !== text) setValue('text', text)
  }, [getValues, setValue, subject, text])
}

/** State of the reply to a lead. The written text is stored outside the form, which ends when another lead opens. */
export function useReply({ lead, form }: { lead: LeadDetail; form: ReplyForm }) {
  const { kind, id } = lead
  const [via, setVia] = useWay(lead)
  const { hasNext, openNext } = useNextLead(lead)
  const drafts = lead.reply.drafts.filter((one) => one.via === via)
  const edited = useWritten(lead, via)
  const { subject, text } = edited ?? drafts[0] ?? { subject: '', text: '' }
  useFilled(form, { subject, text })
  const record = useCommandCall(RecordAnswer, {
    failed: via === 'email' ? 'Impossibile inviare la risposta' : 'Impossibile registrare la risposta',
    renews: leadAnswers,
  })

  /** Awaits the response, so that the next steps concern this lead even if staff open another lead. */
  async function send(input: ReplyInput): Promise<void> {
    const { outcome, callBackAt, isMovingOn } = input
    const said = outcome === 'noAnswer' ? '' : (input.text ?? '')
    const { actId, takeBackMs } = await record.mutateAsync({
      kind,
      id,
      via,
      text: said,
      ...(via === 'email' ? { subject: input.subject ?? '' } : {}),
      ...(outcome ? { outcome } : {}),
      ...(outcome === 'callBack' ? { callBackAt } : {}),
    })
    keepWritten(lead, via, null)
    form.rhf.setValue('callBackAt', '')
    if (actId === undefined) return
    setLastAnswer({
      actId,
      lead: { kind, id },
      via,
      subject,
      text: said,
      label: `${wayNames[via]} a ${whoOf(lead)}`,
      leavesAt: takeBackMs === null ? null : Date.now() + takeBackMs,
    })
    if (isMovingOn) openNext().catch(() => null)
  }

  return {
    via,
    setVia,
    drafts,
    subject,
    text,
    send,
    answer: (also: Added = {}) => form.submitWith(also),
    write: (change: Partial<Written>) => keepWritten(lead, via, { subject, text, ...change }),
    draftName: edited ? '' : (drafts[0]?.name ?? ''),
    hasNext,
    isPending: form.isSaving,
  }
}

export type Reply = ReturnType<typeof useReply>
export type ReplyParts = ActParts<typeof replyFields, { lead: LeadDetail }, Reply>
