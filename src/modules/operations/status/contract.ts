import { type Static, Type } from '@sinclair/typebox'
import { Moment } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'

/** State of a dependency or process. */
export const Tile = Type.Object({
  name: Type.String(),
  state: Type.Union([
    Type.Literal('ok'),
    Type.Literal('attenzione'),
    Type.Literal('errore'),
    Type.Literal('non verificabile'),
  ]),
  text: Type.String(),
  /** Instruction for staff; empty if nothing is wrong. */
  repair: Type.String(),
})
export type Tile = Static<typeof Tile>

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
