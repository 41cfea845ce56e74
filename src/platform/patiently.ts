import { setTimeout as timer } from 'node:timers/promises'
import { isUnable } from './db.ts'
import { reasonOf } from './log.ts'

/** Maximum milliseconds to wait for a database that is starting. A longer wait suggests a wrong configuration. */
const startMs = 15_000
/** Milliseconds between two attempts. */
export const againMs = 250

/**
 * Repeats `open` until it succeeds, and logs each failure. Throws the last error after 15 s or, if `goesOn` is given,
 * when `goesOn` returns false.
 */
export async function patiently<T>(
  log: { warn(details: object, text: string): void },
  open: () => Promise<T>,
  goesOn: (error: unknown) => boolean = within(startMs),
): Promise<T> {
  for (;;)
    try {
      return await open()
    } catch (error) {
      if (!goesOn(error)) throw error
      log.warn({ reason: reasonOf(error) }, 'cannot use the database yet')
      await timer(againMs)
    }
}

/** For `goesOn`: waits 15 s for a database that cannot answer, and not at all after another error. */
export function whileUnable(): (error: unknown) => boolean {
  const isInTime = within(startMs)
  return (error) => isUnable(error) && isInTime()
}

function within(ms: number): () => boolean {
  const until = Date.now() + ms
  return () => Date.now() < until
}
