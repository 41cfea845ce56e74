import { clearLine, cursorTo } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { type Job, ReadJob } from '../../src/modules/operations/jobs/contract.ts'
import { hasUntriedEffects, readHealth } from '../../src/modules/operations/module.ts'
import { startWorker } from '../../src/worker/worker.ts'
import {
  AlreadyReported,
  Interrupted,
  print,
  printProgress,
  quoted,
  type Terminal,
  terminal,
} from './output.ts'
import type { Session } from './session.ts'

const askMs = 200
/** Milliseconds between checks for a living worker. A killed worker counts as alive for 20 s. */
const aliveMs = 5_000

export interface Waiting {
  wait: boolean
}
export const noWait = ['--no-wait', 'only queue the job for a worker'] as const

/**
 * Waits until the job ends, and prints the outcome, with the text of `resultOf` for the result. Throws AlreadyReported
 * if the job failed or was cancelled. Without `wait`, prints only the job's id.
 */
export async function followJob(
  session: Session,
  jobId: number,
  { wait }: Waiting,
  resultOf?: (result: unknown) => string,
): Promise<void> {
  if (!wait) {
    print({ jobId }, `Queued as job ${jobId}; follow it with: npm run cli -- jobs follow ${jobId}`)
    return
  }
  const job = await untilEnded(session, jobId)
  if (job.status === 'completed') {
    print({ jobId, ...job }, resultOf?.(job.result) ?? `Job ${jobId} done${resultText(job.result)}`)
    return
  }
  const reason =
    job.status === 'cancelled' ? 'cancelled' : `failed: ${job.error ? quoted(job.error) : 'unknown reason'}`
  print({ jobId, ...job }, `Job ${jobId} ${reason}`)
  throw new AlreadyReported()
}

/** Maximum milliseconds to wait for the reactions to the events of a finished job. */
const eventsMs = 10_000

/**
 * Waits until `isDone` resolves to true. If no worker is running, this process runs the queue meanwhile. Throws
 * Interrupted after Ctrl-C.
 */
export async function whileWorking(
  session: Session,
  isDone: () => Promise<boolean>,
  onInterrupt: string,
): Promise<void> {
  const stop = new AbortController()
  const interrupt = () => {
    if (stop.signal.aborted) process.exit(130)
    printProgress('Stopping; press Ctrl-C again to stop immediately')
    stop.abort()
  }
  process.on('SIGINT', interrupt)
  let own: Awaited<ReturnType<typeof startWorker>> | null = null
  let nextAsk = 0
  try {
    while (!(await isDone())) {
      if (stop.signal.aborted) throw new Interrupted(onInterrupt)
      if (!own && Date.now() >= nextAsk) {
        nextAsk = Date.now() + aliveMs
        if ((await readHealth(session.runtime.db.read)).workers.alive === 0) {
          printProgress('No worker is running: this command runs the job itself')
          own = await startWorker(session.runtime, session.url)
        }
      }
      await pause(askMs, undefined, { signal: stop.signal }).catch(() => {})
    }
    // Waits for the reactions to the last events of the job.
    const until = Date.now() + eventsMs
    while (own && Date.now() < until && (await hasUntriedEffects(session.runtime.db.read))) await pause(askMs)
  } finally {
    process.off('SIGINT', interrupt)
    await own?.stop()
  }
}

async function untilEnded(session: Session, jobId: number): Promise<Job> {
  const view = terminal.stderr.isTTY ? terminalView(terminal.stderr) : lineView()
  let last: Job | null = null
  let shown = 0
  try {
    await whileWorking(
      session,
      async () => {
        last = await readJob(session, jobId)
        for (const { message } of last.log.slice(shown)) view.line(quoted(message))
        shown = last.log.length
        view.progress(last.progress)
        return !['queued', 'running'].includes(last.status)
      },
      `stopped following; job ${jobId} continues when a worker runs. Follow it with ` +
        `npm run cli -- jobs follow ${jobId}, or end it with npm run cli -- jobs cancel ${jobId}`,
    )
  } finally {
    view.end()
  }
  return last ?? readJob(session, jobId)
}

export function readJob({ call }: Session, id: number): Promise<Job> {
  return call(ReadJob, { id })
}

interface View {
  line(text: string): void
  progress(progress: Job['progress']): void
  end(): void
}

/** Shows the log and, below it, the progress. */
function terminalView(stderr: Terminal['stderr']): View {
  const write = (text: string) => {
    cursorTo(stderr, 0)
    clearLine(stderr, 0)
    stderr.write(text)
  }
  let progress = ''
  return {
    line: (text) => write(`${text}\n${progress}`),
    progress({ done, total }) {
      progress = total > 0 ? `${done} of ${total} (${Math.floor((done / total) * 100)} %)` : ''
      write(progress)
    },
    end: () => void stderr.write('\n'),
  }
}

function lineView(): View {
  return { line: printProgress, progress() {}, end() {} }
}

function resultText(result: unknown): string {
  if (!result || typeof result !== 'object') return ''
  const text = Object.entries(result)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => `${name} ${value}`)
  return text.length > 0 ? `: ${text.join(', ')}` : ''
}
