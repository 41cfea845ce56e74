import { Command, CommanderError } from 'commander'
import { HttpError } from '../../src/kernel/httpError.ts'
import { ConfigError } from '../../src/platform/config.ts'
import { deepCodeOf, plainReason } from '../reason.ts'
import { groups } from './groups.ts'
import { AlreadyReported, attachTerminal, Interrupted, quoted, type Terminal, UsageError } from './output.ts'

/**
 * Runs one command with the rights of a super admin and returns its exit code. Commands must not run concurrently,
 * because all print to the terminal attached last.
 */
export async function runCli(args: string[], terminal: Terminal): Promise<number> {
  // Reads `--json` before Commander parses the arguments, because Commander's errors must be JSON too.
  const isJson = args.includes('--json')
  attachTerminal(terminal, isJson)
  const program = new Command('npm run cli --')
    .description('Operates the transfer site: database, staff accounts, outbox, and every call of the API.')
    .option('--json', 'print results and errors as JSON, for scripts')
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void (isJson || terminal.stderr.write(text)),
    })
    .addHelpText(
      'after',
      `
Uses DATABASE_URL, or the embedded database in DATA_DIR, which is started if needed and stopped again.

A command that changes many records, or cannot be undone, is a dry run unless --yes is given. migrate, seed,
admin create, outbox replay, jobs cancel and run act at once.

Long work is a job of the worker. The command follows it, and runs it itself if no worker is running; --no-wait
only queues it. After Ctrl-C the job continues when a worker runs; jobs follow shows it, jobs cancel ends it.

Exit codes: 0 success, or a dry run without errors; 1 failed or refused; 2 wrong usage; 130 stopped by Ctrl-C.

Examples:
  npm run cli -- doctor
  npm run cli -- admin create anna --role operatore
  npm run cli -- admin reset anna --yes
  npm run cli -- db backup backup.gz
  npm run cli -- prices export --output prices.csv
  npm run cli -- prices import prices.csv --yes
  npm run cli -- routes generate --hub "Aeroporto Brindisi"
  npm run cli -- outbox list --failed
  npm run cli -- run "PUT /api/admin/site-settings" '{"isLive": false}'`,
    )
  for (const add of groups) add(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return failed(error, terminal.stderr, isJson)
  }
}

function failed(error: unknown, stderr: Terminal['stderr'], isJson: boolean): number {
  const say = (line: string) => void stderr.write(`${line}\n`)
  if (error instanceof CommanderError) {
    // Commander also throws after printing the text of `--help`; the exit code is then 0.
    const said = error.message.replace(/^error: /, '')
    if (error.exitCode !== 0 && isJson) say(JSON.stringify({ error: said, errors: [] }))
    return error.exitCode === 0 ? 0 : 2
  }
  if (error instanceof AlreadyReported) return 1
  const message = messageOf(error)
  const errors = error instanceof HttpError ? error.errors : []
  if (isJson) say(JSON.stringify({ error: message, errors }))
  else say([`error: ${message}`, ...errors.map((one) => `  ${one.path}: ${quoted(one.message)}`)].join('\n'))
  return error instanceof Interrupted ? 130 : error instanceof UsageError ? 2 : 1
}

function messageOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UsageError || error instanceof Interrupted)
    return error.message
  const code = deepCodeOf(error)
  if (code === '42P01') return 'the database is not up to date: run `npm run cli -- migrate`'
  if (/^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|CONNECT_TIMEOUT|28|3D)/.test(code))
    return `cannot use the database of DATABASE_URL: ${plainReason(error)}`
  if (error instanceof HttpError) return refusal(error)
  const file = error instanceof Error && 'path' in error ? `${error.path}: ` : ''
  return file + plainReason(error)
}

/** Returns the refusal in English, with a quote of the message for staff. */
function refusal({ status, message }: HttpError): string {
  const advice: Record<number, string> = {
    403: 'not allowed',
    404: 'not found; check the id or the name',
    409: 'not possible in the current state',
    422: 'the input is invalid; correct it and run the command again',
    502: 'an outside service failed; try again later',
    503: 'the database did not answer in time; try again',
  }
  return status === 503 ? (advice[503] ?? '') : `refused (${advice[status] ?? status}): ${quoted(message)}`
}
