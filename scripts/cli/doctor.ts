import type { Command } from 'commander'
import { ConfigError } from '../../src/platform/config.ts'
import { plainReason } from '../reason.ts'
import { type Check, fail } from './doctorCheck.ts'
import { databaseChecks } from './doctorDatabase.ts'
import { machineChecks } from './doctorMachine.ts'
import { AlreadyReported, print } from './output.ts'
import { type Session, withSession } from './session.ts'

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

async function examined(): Promise<Check[]> {
  const checks: Check[] = []
  try {
    await withSession(async (session: Session) => {
      checks.push(...(await machineChecks(session)))
      checks.push(...(await databaseChecks(session)))
    })
  } catch (error) {
    const name = error instanceof ConfigError ? 'configuration' : 'database'
    const remedy =
      error instanceof ConfigError
        ? 'Correct the named variable.'
        : 'Check DATABASE_URL and that PostgreSQL runs; without DATABASE_URL, that DATA_DIR is writable.'
    checks.push(fail(name, plainReason(error), remedy))
  }
  return checks
}

function checkText({ state, name, text, remedy }: Check): string {
  const line = `${state.padEnd(4)}  ${name.padEnd(14)} ${text}`
  return remedy ? `${line}\n      ${' '.repeat(14)} ${remedy}` : line
}
