import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { App } from './app.ts'

const root = path.join(import.meta.dirname, '..')

/** The part of an application that the command line needs. */
type Operated = Pick<App, 'databaseUrl'> & { config: Pick<App['config'], 'siteUrl'> }

interface Ended {
  code: number | null
  out: string
  err: string
}

/** Runs the command line as an operator would, on the test's database; `env` overrides its environment. */
export async function cli(
  app: Operated,
  args: string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  const { child, ended } = startCli(app, args, env)
  child.stdin.end(input)
  return ended
}

/** The same, while it is running. */
export function startCli(app: Operated, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/cli.ts', ...args], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: app.databaseUrl,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      SITE_URL: app.config.siteUrl,
      NODE_ENV: 'test',
      // A busy machine is slow.
      ANSWER_MS: '30000',
      ...env,
    },
  })
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ended = Promise.all([code, text(child.stdout), text(child.stderr)]).then(
    ([code, out, err]): Ended => ({ code, out, err }),
  )
  return { child, ended }
}
