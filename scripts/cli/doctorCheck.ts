import type { ConditionState } from '../../src/modules/operations/module.ts'

/** `remedy` says how to repair the problem. */
export interface Check {
  name: string
  state: 'ok' | 'warn' | 'fail'
  text: string
  /** Empty if the check passed. */
  remedy: string
}

export const ok = (name: string, text: string): Check => ({ name, state: 'ok', text, remedy: '' })
export const warn = (name: string, text: string, remedy: string): Check => ({
  name,
  state: 'warn',
  text,
  remedy,
})
export const fail = (name: string, text: string, remedy: string): Check => ({
  name,
  state: 'fail',
  text,
  remedy,
})

const states = { ok: 'ok', attenzione: 'warn', errore: 'fail', 'non verificabile': 'warn' } as const

/** Returns a condition of the product as a check. */
export const checkOf = (name: string, state: ConditionState, text: string, remedy: string): Check => ({
  name,
  state: states[state],
  text,
  remedy,
})
