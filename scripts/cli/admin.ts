import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Static } from '@sinclair/typebox'
import { Argument, type Command, Option } from 'commander'
import { type Role, roles } from '../../src/kernel/role.ts'
import {
  CreateAdminUser,
  ListAdminUsers,
  ResetTotp,
  SaveAdminUser,
} from '../../src/modules/settings/staff/contract.ts'
import { UnlockAdminUser } from '../../src/modules/settings/staff/logIn.contract.ts'
import { pick } from './named.ts'
import { listed, print, printOutcome, terminal, UsageError } from './output.ts'
import { allOf, callOrRehearse, type Session, withSession } from './session.ts'

type Account = Static<typeof ListAdminUsers.output>['items'][number]

interface Typed {
  passwordStdin?: boolean
}

const roleWords: Record<Role, string> = {
  autista: 'driver',
  operatore: 'operator',
  redazione: 'editor',
  contabile: 'accountant',
  admin: 'admin',
  superAdmin: 'super admin',
}

const fromStdin = [
  '--password-stdin',
  'read the password from standard input; otherwise one is generated and printed',
] as const

export function addAdminCommands(program: Command): void {
  const admin = program.command('admin').description('staff accounts')
  admin
    .command('create')
    .alias('add')
    .argument('<username>', '3 to 50 characters')
    .addOption(new Option('--role <role>', 'what the account may do; default: admin').choices(roles))
    .option('--super', 'the same as --role superAdmin')
    .option(...fromStdin)
    .option('--first', 'the owner must choose another password at the first log-in, within three days')
    .description('create an account')
    .action((username: string, options: Typed & { role?: Role; super?: boolean; first?: boolean }) =>
      withSession(async ({ call }) => {
        const { password, given } = await passwordOf(options)
        const role = options.super ? 'superAdmin' : (options.role ?? 'admin')
        const created = await call(CreateAdminUser, {
          username,
          password,
          role,
          isFirstPassword: options.first ?? false,
        })
        const line = `Created ${username} (${roleWords[role]})${shown(password, given)}`
        print(given ? created : { ...created, password }, line)
      }),
    )
  admin
    .command('list')
    .description('list accounts with role, second factor and failed log-ins of the last 15 minutes')
    .action(() =>
      withSession(async (session) => {
        const accounts = await allOf(session, ListAdminUsers)
        print(accounts, accounts.length > 0 ? listed(accounts.map(lineOf)) : 'None')
      }),
    )
  admin
    .command('role')
    .argument('<username>', 'name typed at the log-in')
    .addArgument(new Argument('<role>', 'what the account may do from now on').choices(roles))
    .option('--yes', 'apply')
    .description('change the role of an account; it takes effect with its next call')
    .action((username: string, role: Role, { yes = false }: { yes?: boolean }) =>
      withSession(async (session) => {
        const before = await accountNamed(session, username)
        await callOrRehearse(session, SaveAdminUser, { ...before, role }, yes)
        printOutcome(
          { id: before.id, username: before.username, before: before.role, role },
          yes,
          `${before.username}: ${roleWords[before.role]} ${yes ? 'became' : 'would become'} ${roleWords[role]}`,
        )
      }),
    )
  admin
    .command('unlock')
    .argument('<username>', 'name typed at the log-in')
    .option('--yes', 'do it')
    .description('delete the failed log-ins of an account, which ends its waiting time')
    .action((username: string, { yes = false }: { yes?: boolean }) =>
      withSession(async (session) => {
        const account = await accountNamed(session, username)
        if (yes) await session.call(UnlockAdminUser, { id: account.id })
        const { id, failedLogins } = account
        printOutcome(
          { id, username: account.username, failedLogins },
          yes,
          `${account.username}: ${failedLogins} failed log-ins ${yes ? 'deleted' : 'would be deleted'}`,
        )
      }),
    )
  admin
    .command('reset')
    .alias('reset-password')
    .argument('<username>', 'name typed at the log-in')
    .option(...fromStdin)
    .option('--remove-second-factor', 'also remove the second factor, for an owner who lost it')
    .option('--yes', 'do it')
    .description(
      'set a new password, end all grants (sessions, notifications, calendars, links) and delete the failed log-ins',
    )
    .action((username: string, options: Typed & { removeSecondFactor?: boolean; yes?: boolean }) =>
      withSession((session) => reset(session, username, options)),
    )
}

async function reset(
  session: Session,
  username: string,
  {
    removeSecondFactor = false,
    yes = false,
    ...typed
  }: Typed & { removeSecondFactor?: boolean; yes?: boolean },
): Promise<void> {
  const { password, given } = await passwordOf(typed)
  const account = await session.inOneTransaction(async (inner) => {
    const found = await accountNamed(inner, username)
    await inner.call(SaveAdminUser, { ...found, password })
    if (removeSecondFactor) await inner.call(ResetTotp, { id: found.id })
    await inner.call(UnlockAdminUser, { id: found.id })
    return { isKept: yes, value: found }
  })
  const { id, isActive, hasTotp } = account
  const lines = [
    `${account.username}: ${yes ? 'new password set' : 'a new password would be set'}, its sessions and other grants ${yes ? 'ended' : 'would end'}`,
    removeSecondFactor
      ? `Second factor ${yes ? 'removed' : 'would be removed'}.`
      : hasTotp && 'Its second factor stays; --remove-second-factor takes it off.',
    !isActive && 'The account is not active: a super admin has to activate it before anybody can log in.',
    yes && !given && `Password: ${password} (shown only now)`,
  ]
  printOutcome(
    {
      id,
      username: account.username,
      isActive,
      hasSecondFactor: hasTotp && !removeSecondFactor,
      ...(yes && !given ? { password } : {}),
    },
    yes,
    lines.filter(Boolean).join('\n'),
  )
}

async function passwordOf({ passwordStdin }: Typed): Promise<{ password: string; given: boolean }> {
  if (!passwordStdin) return { password: randomBytes(16).toString('base64url'), given: false }
  const password = (await text(terminal.stdin)).replace(/\r?\n$/, '')
  // For an existing account the call treats an empty password as unchanged, so the command would change nothing.
  if (!password) throw new UsageError('standard input contains no password')
  return { password, given: true }
}

const shown = (password: string, given: boolean) => (given ? '' : `, password ${password} (shown only now)`)

/**
 * Finds an account by its exact username, otherwise by its id or similar username (`pick`). Throws UsageError if no
 * account fits, or several do.
 */
async function accountNamed(session: Session, username: string): Promise<Account> {
  const { items } = await session.call(ListAdminUsers, { username })
  const [account] = items
  if (account) return account
  const accounts = await allOf(session, ListAdminUsers)
  return pick(
    'account',
    username,
    accounts.map((one) => ({ ...one, name: one.username })),
  )
}

function lineOf({ id, username, role, isActive, hasTotp, failedLogins }: Account): string {
  const notes = [
    roleWords[role],
    !isActive && 'not active',
    hasTotp && 'second factor',
    failedLogins > 0 && `${failedLogins} failed log-ins in 15 minutes`,
  ]
  return `${id} ${username}: ${notes.filter(Boolean).join(', ')}`
}
