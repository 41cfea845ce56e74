import { spawn } from 'node:child_process'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { runCli } from '../scripts/cli/program.ts'
import type { App } from './app.ts'

const root = path.join(import.meta.dirname, '..')

type Operated = Pick<App, 'databaseUrl'> & { config: Pick<App['config'], 'siteUrl'> }

interface Ended {
  code: number | null
  out: string
  /** The output before it was decoded. */
  bytes: Buffer
  err: string
}

interface Options {
  input?: string | Buffer
  env?: Record<string, string>
}

const envOf = ({ databaseUrl, config }: Operated, env: Options['env']) => ({
  ...process.env,
  // Nothing listens there. The default port may belong to a running product, which the command would ask.
  PORT: '1',
  DATABASE_URL: databaseUrl,
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  SITE_URL: config.siteUrl,
  NODE_ENV: 'test',
  ...env,
})

let running: Promise<unknown> = Promise.resolve()

/** Runs a command in this process after the earlier ones. A separate process would cost a second. */
export function cli(app: Operated, args: string[], { input = '', env }: Options = {}): Promise<Ended> {
  const ended = running.then(async () => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const stdin = Readable.from([Buffer.from(input)])
    const said = Promise.all([buffer(stdout), text(stderr)])
    const code = await runCli(args, { stdin, stdout, stderr, env: envOf(app, env) })
    stdout.end()
    stderr.end()
    const [bytes, err] = await said
    return { code, out: bytes.toString(), bytes, err }
  })
  running = ended.catch(() => {})
  return ended
}

/** Runs a command in a separate process, as an operator does. */
export function startCli(app: Operated, args: string[], { input = '', env }: Options = {}) {
  const child = spawn(process.execPath, ['scripts/cli.ts', ...args], { cwd: root, env: envOf(app, env) })
  child.stdin.end(input)
  const code = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ended = Promise.all([code, buffer(child.stdout), text(child.stderr)]).then(
    ([code, bytes, err]): Ended => ({ code, out: bytes.toString(), bytes, err }),
  )
  return { child, ended }
}
