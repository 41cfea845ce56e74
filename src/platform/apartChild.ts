import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Report } from './apart.ts'

// The child process of apart.ts. Its thread does the work; its main thread stays free to end the process.

/** Maximum seconds of processor time of a job. Real time does not count, because a busy machine takes longer. */
const cpuSeconds = 2
/** Maximum megabytes that a job may add to the memory of the process. */
const memoryMb = 256
/** Milliseconds between two looks at the limits. */
const lookMs = 20

if (isMainThread) guard(process.argv[2])
else await work(workerData)

function guard(file: string | undefined): void {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: file,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  let job: { cpu: NodeJS.CpuUsage; rss: number } | null = null
  let isReady = false
  const waiting: unknown[] = []

  const start = (input: unknown) => {
    job = { cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }
    thread.postMessage(input)
  }
  const die = (report: Report) => {
    job = null
    process.send?.(report, () => process.kill(process.pid, 'SIGKILL'))
  }
  thread.on('message', (message: Report | 'ready') => {
    if (message === 'ready') {
      isReady = true
      for (const input of waiting.splice(0)) start(input)
      return
    }
    job = null
    process.send?.(message)
  })
  thread.on('error', (error: NodeJS.ErrnoException) => {
    const why = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash'
    die(isReady ? { kind: 'ended', why } : { kind: 'broken', reason: String(error.stack) })
  })
  thread.on('exit', () => die({ kind: 'ended', why: 'crash' }))
  process.on('message', (input) => (isReady ? start(input) : waiting.push(input)))
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  setInterval(() => {
    if (!job) return
    const { user, system } = process.cpuUsage(job.cpu)
    if (user + system > cpuSeconds * 1e6) die({ kind: 'ended', why: 'time' })
    else if (process.memoryUsage.rss() - job.rss > memoryMb * 2 ** 20) die({ kind: 'ended', why: 'memory' })
  }, lookMs)
}

async function work(file: string): Promise<void> {
  const { default: read }: { default: (input: unknown) => unknown } = await import(file)
  const reply = (report: Report) => parentPort?.postMessage(report)
  parentPort?.on('message', async (input) => {
    try {
      reply({ kind: 'done', output: await read(input) })
    } catch (error) {
      reply({ kind: 'failed', reason: String(error) })
    }
  })
  parentPort?.postMessage('ready')
}
