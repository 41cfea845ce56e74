import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { App } from './app.ts'

const root = path.join(import.meta.dirname, '..')

/** Starts a worker in a separate process, which the test can kill. `lines` collects the log lines of the worker. */
export function startWorkerProcess(app: App, lines?: string[]): ChildProcess {
  const worker = spawn(process.execPath, ['src/worker/main.ts'], {
    cwd: root,
    stdio: ['ignore', lines ? 'pipe' : 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: app.databaseUrl,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      SITE_URL: app.config.siteUrl,
      NODE_ENV: 'test',
      LOG_LEVEL: lines ? 'trace' : 'silent',
    },
  })
  worker.stdout?.on('data', (text) => lines?.push(String(text)))
  return worker
}

/** Sends the signal and waits for the exit. Returns the exit code; null if the signal ended the process. */
export async function killed(worker: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const exited = once(worker, 'exit')
  worker.kill(signal)
  const [code] = await exited
  return code
}
