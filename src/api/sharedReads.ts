interface Reading {
  current: Promise<string>
  next: Promise<string> | null
}

/**
 * Returns a function that answers all callers who ask the same (`key`) at one time with one response. Who asks during a
 * run shares the next run, because the current one may have read its rows before the change of which the caller heard.
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

  return (key, read) => {
    const running = readings.get(key)
    if (!running) return start(key, read)
    running.next ??= running.current.then(
      () => start(key, read),
      () => start(key, read),
    )
    return running.next
  }
}
