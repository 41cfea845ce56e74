import { type Static, Type } from '@sinclair/typebox'
import { Id, listOf, MaybeLines, Moment, Nullable, titled } from '../../../kernel/field.ts'
import { act, command, event, query } from '../../../kernel/message.ts'
import { ChangedLead } from '../inbox/contract.ts'
import { AnswerWay, ByKind, LeadKind } from '../lead/contract.ts'
import { replyMax, subjectMax } from '../templates/contract.ts'

/** Seconds for which staff can take back a mail. */
export const takeBackSeconds = 5

const CallOutcome = Type.Union(
  [
    Type.Literal('answered'),
    /** Does not count as an answer. */
    Type.Literal('noAnswer'),
    Type.Literal('callBack'),
  ],
  { message: 'Indica come è andata la telefonata' },
)
export type CallOutcome = Static<typeof CallOutcome>

export const leadAnswered = act('leads:leadAnswered', 'Risposta a un cliente')

export const RecordAnswer = command(
  'POST /api/admin/leads/:kind/:id/answer',
  'operatore',
  Type.Object({
    ...ByKind.properties,
    via: titled('Mezzo', AnswerWay),
    /** If `via` is `email`, the product sends the text. An `email` without a text was sent with another program. */
    text: titled('Testo', MaybeLines(replyMax, { message: 'Al massimo 4000 caratteri' })),
    subject: titled(
      'Oggetto',
      Type.Optional(
        Type.Union([Type.String({ maxLength: subjectMax }), Type.Null()], {
          message: 'Al massimo 150 caratteri',
        }),
      ),
    ),
    /** Result of a call; `answered` by default. */
    outcome: titled('Esito', Type.Optional(CallOutcome)),
    /** When staff should call the customer back; required for the outcome `callBack`. */
    callBackAt: titled(
      'Richiamare alle',
      Type.Optional(
        Type.Union([Moment, Type.Literal(''), Type.Null()], { message: 'Indica quando richiamare' }),
      ),
    ),
  }),
  Type.Object({
    ...ChangedLead.properties,
    messageId: Id,
    /** Id with which staff undo the answer; missing in responses of a process of the previous release. */
    actId: Type.Optional(Id),
    /** Milliseconds until the mail leaves; null if the product sends nothing. */
    takeBackMs: Nullable(Type.Integer()),
  }),
  {
    acts: [leadAnswered],
    summary:
      'Sends a mail after five seconds, or records a WhatsApp message or a call; the first answer counts',
  },
)

export const LeadMessage = Type.Object({
  id: Id,
  via: AnswerWay,
  subject: Type.String(),
  text: Type.String(),
  outcome: Nullable(CallOutcome),
  callBackAt: Nullable(Moment),
  /** Username; null if the account was deleted. */
  author: Nullable(Type.String()),
  /** Milliseconds for which staff can still stop the mail; null if they cannot. */
  takeBackMs: Nullable(Type.Integer()),
  /** Id with which staff undo the answer; null if it cannot be undone any more. */
  actId: Nullable(Id),
  /** True if the product sends or has sent this message as a mail. */
  isSent: Type.Boolean(),
  createdAt: Moment,
})
export type LeadMessage = Static<typeof LeadMessage>

export const ListLeadMessages = query(
  'GET /api/admin/leads/:kind/:id/messages',
  'operatore',
  ByKind,
  listOf(LeadMessage),
  { tables: ['lead_messages'], summary: 'Staff’s answers to a lead, oldest first' },
)

/** Emitted when staff write a mail. The reactions run when staff can no longer stop the mail. */
export const replyWritten = event('leads:replyWritten', Type.Object({ messageId: Id }))

/** Emitted when a mail arrives that a person wrote for a lead. */
export const customerReplied = event(
  'leads:customerReplied',
  Type.Object({ kind: LeadKind, leadId: Id, at: Moment }),
)

/** Emitted when staff take such a mail off the lead again. */
export const customerReplyRemoved = event(
  'leads:customerReplyRemoved',
  Type.Object({
    kind: LeadKind,
    leadId: Id,
    at: Moment,
    /** When the next mail arrived for which the customer waits; null if there is none. */
    nextAt: Nullable(Moment),
  }),
)
