/** Milliseconds between two heartbeats of a worker. */
export const heartbeatMs = 5_000

/** Seconds without a heartbeat after which a worker counts as dead and another worker continues its jobs. */
export const silentSeconds = 20

/** Queues of the workers. `events` has reactions and scheduled tasks, `texts` has the texts that models write. */
export const workerQueues = ['events', 'mail', 'texts'] as const
export type WorkerQueue = (typeof workerQueues)[number]
