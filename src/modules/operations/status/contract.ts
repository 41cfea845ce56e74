import { type Static, Type } from '@sinclair/typebox'
import { Moment } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'

/** Conditions under which the system is well. `/metrics` has the ids in the label `condition`. */
export const conditionIds = [
  'worker',
  'events',
  'unread',
  'effects',
  'jobs',
  'tasks',
  'retention',
  'mail',
  'mailsStuck',
  'mailsHeld',
  'mailsFailed',
  'mailLimit',
  'replies',
  'company',
  'indexNow',
  'edge',
  'maps',
  'readModels',
  'secrets',
  'earlierKey',
  'clock',
  'archive',
  'spf',
  'dkim',
  'dmarc',
] as const
export type ConditionId = (typeof conditionIds)[number]

const State = Type.Union([
  Type.Literal('ok'),
  Type.Literal('attenzione'),
  Type.Literal('errore'),
  Type.Literal('non verificabile'),
])
export type ConditionState = Static<typeof State>

/** State of a dependency or process. */
export const Tile = Type.Object({
  name: Type.String(),
  state: State,
  text: Type.String(),
  /** Instruction for staff; empty if nothing is wrong. */
  repair: Type.String(),
})
export type Tile = Static<typeof Tile>

/** A condition that is not met, as the page Oggi shows it. */
export const Unmet = Type.Composite([
  Tile,
  Type.Object({
    id: Type.Union(conditionIds.map((id) => Type.Literal(id))),
    /** Number of what is wrong, such as refused mails. */
    count: Type.Number({ minimum: 0 }),
  }),
])
export type Unmet = Static<typeof Unmet>

export const ReadSystemStatus = query(
  'GET /api/admin/system',
  'admin',
  Type.Object({}),
  Type.Object({ tiles: Type.Array(Tile), checkedAt: Moment }),
  {
    tables: ['email_configurations', 'unreadable_mails'],
    timeoutMs: 8_000,
    summary: 'The current state of each part that must work',
  },
)
