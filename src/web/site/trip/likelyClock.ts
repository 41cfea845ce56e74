import { romanDay, romanMidnight } from '../../../kernel/romanDay.ts'

/**
 * Returns a function that returns the current time. If the day on the phone was not the server's day `today` when the page
 * was loaded, the phone's clock is wrong and must not refuse a request. Then the function returns the beginning of
 * `today`, and the server decides about the hour. A right clock also counts after midnight.
 */
export function likelyClock(today: string): () => Date {
  const loadedAt = new Date(Date.now() - performance.now())
  const isRight = romanDay(loadedAt) === today
  return () => (isRight ? new Date() : romanMidnight(today))
}
