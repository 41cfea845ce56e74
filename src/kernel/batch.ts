interface Waiting<T, R> {
  item: T
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that collects its items into batches for `work`. Items that arrive while a batch runs form
 * the next batch. `work` returns one result per item, in order. If `work` fails, each item gets its own call of
 * `work`, so that a bad item does not fail the others.
 */
export function batched<T, R>(work: (items: T[]) => Promise<R[]>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let isWorking = false

  async function step(batch: Waiting<T, R>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [place, { resolve }] of batch.entries()) resolve(results[place] as R)
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const one of batch) await step([one])
    }
  }

  async function workOn(): Promise<void> {
    isWorking = true
    // Lets other calls in this turn of the event loop join the batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await step(batch)
    }
    isWorking = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isWorking) void workOn()
    })
}
