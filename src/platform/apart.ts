import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Foreign bytes, such as mails, are read in a child process, because reading them may be endless or take all memory. A
// thread would not do: when the heap of a thread is full, V8 often aborts the whole process, and nothing limits the
// memory of typed arrays.

/** Maximum milliseconds of a job in real time, for a child process that cannot even end itself. */
const endMs = 60_000
/** Milliseconds without a job after which the child process ends. */
const idleMs = 30_000

/** Result of a job. The child process ends itself after `ended` and `broken`. */
export type Report =
  | { kind: 'done'; output: unknown }
  | { kind: 'failed'; reason: string }
  | { kind: 'ended'; why: 'time' | 'memory' | 'crash' }
  | { kind: 'broken'; reason: string }

/** The input of a job is to blame: reading it threw an error, exceeded a limit or ended the child process. */
export class Unreadable extends Error {
  readonly why: 'error' | 'time' | 'memory' | 'crash'

  constructor(why: Unreadable['why'], message: string = why) {
    super(message)
    this.why = why
  }
}

/** The child process cannot work at all, for example because the machine has no memory left. */
export class NoChild extends Error {}

/**
 * Returns a function that runs the default export of `file` in a child process, one job after the other. It throws
 * `Unreadable` if the job fails or exceeds the limits of `apartChild.ts`; the next job then gets a new process. Throws
 * `NoChild` if no process can be started. Input and output are copied as by `structuredClone`.
 */
export function apart<Work extends (input: never) => unknown>(
  file: URL,
): (input: Parameters<Work>[0]) => Promise<Awaited<ReturnType<Work>>> {
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function work(input: unknown): Promise<Awaited<ReturnType<Work>>> {
    clearTimeout(idle)
    if (!isAlive(child)) child = startChild(file)
    const own = child
    hold(own, true)
    try {
      return (await run(own, input)) as Awaited<ReturnType<Work>>
    } finally {
      if (isAlive(own)) hold(own, false)
      idle = setTimeout(() => own.kill('SIGKILL'), idleMs).unref()
    }
  }

  return (input) => {
    const job = last.then(() => work(input))
    last = job.catch(() => {})
    return job
  }
}

const isAlive = (child: ChildProcess | null): child is ChildProcess =>
  child?.connected === true && !child.killed

/** The process gets no environment variable, because some of them are secrets. */
function startChild(file: URL): ChildProcess {
  const child = fork(fileURLToPath(new URL('./apartChild.ts', import.meta.url)), [file.href], {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Without a listener, a failed `send` to a process that has just ended would end this one.
  return child.on('error', () => {})
}

/** An idle child process does not keep this process from ending. */
function hold(child: ChildProcess, isBusy: boolean): void {
  const act = isBusy ? 'ref' : 'unref'
  child[act]()
  child.channel?.[act]()
}

function run(child: ChildProcess, input: unknown): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const end = (error: Error) => {
    child.kill('SIGKILL')
    reject(error)
  }
  const timer = setTimeout(() => end(new Unreadable('time')), endMs)
  const onMessage = (report: Report) => {
    if (report.kind === 'done') resolve(report.output)
    else if (report.kind === 'failed') reject(new Unreadable('error', report.reason))
    else if (report.kind === 'ended') end(new Unreadable(report.why))
    else end(new NoChild(report.reason))
  }
  const onExit = () => end(new Unreadable('crash'))
  const onError = (error: Error) => end(new NoChild(error.message))
  child.on('message', onMessage).on('exit', onExit).on('error', onError)
  child.send(input as object)
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', onMessage).off('exit', onExit).off('error', onError)
  })
}
