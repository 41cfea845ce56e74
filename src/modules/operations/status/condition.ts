import type { Context } from '../../../kernel/context.ts'
import type { Sql } from '../../../platform/db.ts'
import type { ConditionId, ConditionState } from './contract.ts'
import type { Health } from './health.queries.ts'

/**
 * A condition is judged from rows (`stored`), from the `memory` of the process that answers, which needs no database, from
 * `calls` of this process to other services, or from answers of other servers (`outside`), which may take seconds.
 */
export type Source = 'stored' | 'memory' | 'calls' | 'outside'

/** State of a condition, in words for staff (Italian) and for operators (English). */
export interface Judgement {
  state: ConditionState
  /** Number of what `counts` of the condition names. */
  count: number
  text: string
  /** Instruction for staff; empty if nothing is wrong. */
  repair: string
  english: string
  /** Instruction for operators; empty if nothing is wrong. */
  remedy: string
}

export interface About {
  id: ConditionId
  /** Name for staff. */
  name: string
  /** Name for operators. */
  check: string
  /** Names what `count` counts, in English. */
  counts: string
}

/** `judge` returns null if the condition does not apply to this installation. It is the only place with the bound. */
interface Condition<Facts> extends About {
  judge(facts: Facts): Judgement | null
}

export interface Judged extends Judgement, About {}

export interface Reading {
  read: Sql
  context: Context
  health: () => Promise<Health>
}

/** Conditions that are judged from the same reading of the database. */
export interface Group {
  source: Source
  about: About[]
  judged(reading: Reading): Promise<Judged[]>
}

export function conditionGroup<Facts>(
  source: Source,
  facts: (reading: Reading) => Promise<Facts>,
  conditions: Condition<Facts>[],
): Group {
  return {
    source,
    about: conditions.map(({ judge: _, ...about }) => about),
    async judged(reading) {
      const known = await facts(reading)
      return conditions.flatMap(({ judge, ...about }) => {
        const judgement = judge(known)
        return judgement ? [{ ...about, ...judgement }] : []
      })
    },
  }
}

export const well = (text: string, english: string, count = 0): Judgement => ({
  state: 'ok',
  count,
  text,
  repair: '',
  english,
  remedy: '',
})

type Problem = Omit<Judgement, 'state'>

export const warning = (problem: Problem): Judgement => ({ state: 'attenzione', ...problem })
export const broken = (problem: Problem): Judgement => ({ state: 'errore', ...problem })
