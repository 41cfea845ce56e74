import { isObject } from '../../storage.ts'
import type { SentRequest } from '../trip/useRequests.ts'

// The entry of the browser's history keeps the confirmation, so that a reload and a step back show it again.

export function keepSent(sent: SentRequest): void {
  history.replaceState({ ...history.state, sent }, '')
}

/** Returns what was sent on this entry of the history; null if nothing was. */
export function sentHere(): SentRequest | null {
  const sent: unknown = isObject(history.state) ? history.state.sent : null
  if (!isObject(sent)) return null
  const { code, statusPath, calendarPath, isChange, isSoon } = sent
  if (typeof code !== 'string' || typeof statusPath !== 'string') return null
  return {
    code,
    statusPath,
    isChange: isChange === true,
    isSoon: isSoon === true,
    calendarPath: typeof calendarPath === 'string' ? calendarPath : null,
  }
}
