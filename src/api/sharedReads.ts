import { HttpError } from '../kernel/httpError.ts'

interface Reading {
  current: Promise<string>
  next: Promise<string> | null
}

/**
 * Returns a function that answers all callers who ask the same (`key`) at one time with one response. Who asks during a
 * run shares the next run, because the current one may have read its rows before the change of which the caller heard.
 * If the current run ends with 503, so does the wait, because the next run would wait for the database as long again.
 */
export function sharedReads(): (key: string, read: () => Promise<string>) => Promise<string> {
  const readings = new Map<string, Reading>()

  function start(key: string, read: () => Promise<string>): Promise<string> {
    const reading: Reading = { current: read(), next: null }
    readings.set(key, reading)
    const end = () => {
      if (reading.next === null) readings.delete(key)
    }
    reading.current.then(end, end)
    return reading.current
  }

  function afterFailure(error: unknown, key: string, read: () => Promise<string>): Promise<string> {
    if (!(error instanceof HttpError && error.status === 503)) return start(key, read)
    readings.delete(key)
    throw error
  }

  return (key, read) => {
    const running = readings.get(key)
    if (!running) return start(key, read)
    running.next ??= running.current.then(
      () => start(key, read),
      (error) => afterFailure(error, key, read),
    )
    return running.next
  }
}
