import type { Command } from 'commander'
import { ConfigError, readConfig } from '../../src/platform/config.ts'
import { plainReason } from '../reason.ts'
import { type Check, fail } from './doctorCheck.ts'
import { databaseChecks } from './doctorDatabase.ts'
import { machineChecks } from './doctorMachine.ts'
import { AlreadyReported, print, terminal } from './output.ts'
import { withSession } from './session.ts'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the installation and show remedies; exits with 1 if a check fails')
    .action(async () => {
      const checks = await examined()
      print({ checks }, checks.map(checkText).join('\n'))
      if (checks.some(({ state }) => state === 'fail')) throw new AlreadyReported()
    })
}

/** The machine's checks need no database, so they show also while it is down. */
async function examined(): Promise<Check[]> {
  const checks: Check[] = []
  try {
    checks.push(...(await machineChecks(readConfig(terminal.env))))
    await withSession(async (session) => {
      checks.push(...(await databaseChecks(session)))
    })
  } catch (error) {
    checks.push(
      error instanceof ConfigError
        ? fail('configuration', plainReason(error), 'Correct the named variable.')
        : fail(
            'database',
            plainReason(error),
            terminal.env.DATABASE_URL
              ? 'Check DATABASE_URL and that PostgreSQL runs.'
              : 'Read postgres/server.log in the data folder, and check that the folder is writable.',
          ),
    )
  }
  return checks
}

function checkText({ state, name, text, remedy }: Check): string {
  const line = `${state.padEnd(4)}  ${name.padEnd(14)} ${text}`
  return remedy ? `${line}\n      ${' '.repeat(14)} ${remedy}` : line
}
