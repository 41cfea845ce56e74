import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { audit } from '../../src/kernel/audit.ts'
import { keysRotated } from '../../src/modules/operations/audit/commandLine.contract.ts'
import type { Config } from '../../src/platform/config.ts'
import { countEncrypted, type EncryptedCounts, reencrypt } from '../../src/platform/encryptedColumns.ts'
import { AlreadyReported, listed, printOutcome, UsageError, writeWhole } from './output.ts'
import { caller, type Session, withSession } from './session.ts'

interface Options {
  yes?: boolean
}

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('the key that stored secrets are encrypted with')
  keys
    .command('new')
    .option('--yes', 'apply')
    .description('put a new key before the current one in DATA_DIR/secret.key')
    .action(({ yes = false }: Options) =>
      withSession(async ({ config }) => {
        const { file, lines } = storedKeys(config)
        if (yes) await writeWhole(file, `${[randomBytes(32).toString('base64'), ...lines].join('\n')}\n`)
        const next = 'restart the site, then run: npm run cli -- keys rotate'
        printOutcome(
          { keys: lines.length + 1 },
          yes,
          yes ? `New key written; ${next}` : 'A new key would be written',
        )
      }),
    )
  keys
    .command('rotate')
    .option('--yes', 'apply')
    .description('encrypt every stored secret with the current SECRET_KEY, in one transaction')
    .addHelpText(
      'after',
      `
To replace the key while the site runs:
  1. Make a key: openssl rand -base64 32. Set SECRET_KEY to it and SECRET_KEY_PREVIOUS to the key before it; commas
     separate several. If the key is in DATA_DIR/secret.key, \`keys new --yes\` does this.
  2. Restart the API processes and workers, one after the other. They decrypt with both keys and encrypt with the new
     key. A process that is not restarted yet cannot decrypt what a restarted one encrypts, and refuses its sessions and
     links. To avoid this, first restart all of them with the old SECRET_KEY and the new key in SECRET_KEY_PREVIOUS.
  3. keys rotate --yes. You can interrupt and repeat it.
  4. Remove SECRET_KEY_PREVIOUS (\`keys forget --yes\` if the key is in the file), and restart the processes.

Sessions, customers' links, and the URLs of calendars and of Brevo's webhooks stay valid while SECRET_KEY_PREVIOUS
contains the key before. After step 4 staff who logged in before step 2 log in again, and links and URLs made before are
refused: before it, copy the new webhook URLs from the panel's e-mail settings to Brevo. If you wait 7 days before step
4, no session is lost. If the key was stolen, continue with step 4 immediately.
Backups made before step 3 need the key before: keep it with them.`,
    )
    .action(({ yes = false }: Options) => withSession((session) => rotate(session, yes)))
  keys
    .command('forget')
    .option('--yes', 'apply')
    .description('remove earlier keys from DATA_DIR/secret.key, if nothing is encrypted with them')
    .action(({ yes = false }: Options) =>
      withSession(async ({ config, runtime }) => {
        const { file, lines } = storedKeys(config)
        const [present = '', ...before] = lines
        const { older } = await countEncrypted(runtime.db.read, runtime.context.secrets)
        if (older > 0)
          throw new UsageError(`${older} secrets are encrypted with an earlier key: run keys rotate first`)
        if (yes) await writeWhole(file, `${present}\n`)
        const line = `${before.length} earlier keys ${yes ? 'removed; restart the site' : 'would be removed'}`
        printOutcome({ forgotten: before.length }, yes, line)
      }),
    )
}

/** Returns the path of the key file, and its keys with the current one first. Throws UsageError without a key file. */
function storedKeys({ secretKeyFile: file }: Config): { file: string; lines: string[] } {
  if (file === null)
    throw new UsageError('the key comes from SECRET_KEY, not from a file: see keys rotate --help')
  return { file, lines: readFileSync(file, 'utf8').trim().split(/\s+/) }
}

async function rotate(session: Session, isKept: boolean): Promise<void> {
  const counts = await session.inOneTransaction(async ({ runtime }, tx) => {
    const value = await reencrypt(tx, runtime.context.secrets)
    const { current, older, unreadable } = value
    if (older > 0)
      await audit(tx, caller, keysRotated, 'secrets', null, {
        current,
        older,
        unreadable: unreadable.length,
      })
    return { isKept, value }
  })
  printOutcome(counts, isKept, countsText(counts, isKept))
  if (counts.unreadable.length > 0) throw new AlreadyReported()
}

function countsText({ current, older, unreadable }: EncryptedCounts, isKept: boolean): string {
  const lines = [
    `${older} ${isKept ? 'encrypted again' : 'would be encrypted again'}, ${current} had the current key`,
  ]
  if (unreadable.length > 0)
    lines.push(
      `${unreadable.length} cannot be decrypted with any known key: add their key to SECRET_KEY_PREVIOUS, or enter them again`,
      listed(unreadable.map(({ table, column, rowId }) => `${table} ${rowId}, ${column}`)),
    )
  return lines.join('\n')
}
