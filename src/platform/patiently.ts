import { setTimeout as timer } from 'node:timers/promises'
import { ConfigError } from './config.ts'
import { reasonOf } from './log.ts'

/** Maximum milliseconds to wait for a database that is starting. A longer wait suggests a wrong configuration. */
const startMs = 15_000
/** Milliseconds between two attempts. */
export const againMs = 250

/**
 * Repeats `open` until it succeeds, and logs each failure. Throws the last error after 15 s or, if `goesOn` is given,
 * when `goesOn` returns false. Throws a ConfigError at once.
 */
export async function patiently<T>(
  log: { warn(details: object, text: string): void },
  open: () => Promise<T>,
  goesOn = within(startMs),
): Promise<T> {
  for (;;)
    try {
      return await open()
    } catch (error) {
      if (error instanceof ConfigError || !goesOn()) throw error
      log.warn({ reason: reasonOf(error) }, 'cannot use the database yet')
      await timer(againMs)
    }
}

function within(ms: number): () => boolean {
  const until = Date.now() + ms
  return () => Date.now() < until
}
