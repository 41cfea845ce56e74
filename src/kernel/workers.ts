/** Milliseconds between two heartbeats of a worker. */
export const heartbeatMs = 5_000

/**
 * A worker that has been silent for longer is dead. With the heartbeat of the worker that takes over, its jobs wait for
 * 25 s at most.
 */
export const silentSeconds = 20

/** Queues of the workers: events with their reactions and the scheduled tasks, mails, and texts that models write. */
export const workerQueues = ['events', 'mail', 'texts'] as const
export type WorkerQueue = (typeof workerQueues)[number]
