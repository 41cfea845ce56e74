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
