import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Static } from '@sinclair/typebox'
import type { Command } from 'commander'
import {
  CreateAdminUser,
  ListAdminUsers,
  ResetTotp,
  SaveAdminUser,
} from '../../src/modules/settings/staff/contract.ts'
import { UnlockAdminUser } from '../../src/modules/settings/staff/logIn.contract.ts'
import { listed, print, printOutcome, terminal, UsageError } from './output.ts'
import { type Session, withSession } from './session.ts'

type Account = Static<typeof ListAdminUsers.output>['items'][number]

interface Typed {
  passwordStdin?: boolean
}

const fromStdin = [
  '--password-stdin',
  'read the password from standard input; otherwise one is generated and printed',
] as const

export function addAdminCommands(program: Command): void {
  const admin = program.command('admin').description('staff accounts')
  admin
    .command('create')
    .argument('<username>', '3 to 50 characters')
    .option('--super', 'create a super admin, who may manage accounts and secrets')
    .option(...fromStdin)
    .description('create an account')
    .action((username: string, options: Typed & { super?: boolean }) =>
      withSession(async ({ call }) => {
        const { password, given } = await passwordOf(options)
        const user = { username, password, isSuperAdmin: options.super ?? false }
        const created = await call(CreateAdminUser, user)
        print(given ? created : { ...created, password }, `Created ${username}${shown(password, given)}`)
      }),
    )
  admin
    .command('list')
    .description('list accounts with role, second factor and failed log-ins of the last 15 minutes')
    .action(() =>
      withSession(async (session) => {
        const accounts = await allAccounts(session)
        print(accounts, accounts.length > 0 ? listed(accounts.map(lineOf)) : 'None')
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
    .argument('<username>', 'name typed at the log-in')
    .option(...fromStdin)
    .option('--remove-second-factor', 'also remove the second factor, for an owner who lost it')
    .option('--yes', 'do it')
    .description('set a new password, end the sessions and delete the failed log-ins of an account')
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
    `${account.username}: ${yes ? 'new password set' : 'a new password would be set'}, its sessions ${yes ? 'ended' : 'would end'}`,
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
  // The account form treats an empty password as unchanged.
  if (!password) throw new UsageError('standard input contains no password')
  return { password, given: true }
}

const shown = (password: string, given: boolean) => (given ? '' : `, password ${password} (shown only now)`)

/** Finds an account by its username, as the log-in does. */
async function accountNamed({ call }: Session, username: string): Promise<Account> {
  const { items } = await call(ListAdminUsers, { username })
  const [account] = items
  if (!account) throw new UsageError(`no account is named "${username}"; admin list shows them`)
  return account
}

async function allAccounts({ call }: Session): Promise<Account[]> {
  const accounts: Account[] = []
  for (let page = 1; ; page++) {
    const { items, totalPages } = await call(ListAdminUsers, { page, limit: 100 })
    accounts.push(...items)
    if (page >= totalPages) return accounts
  }
}

function lineOf({ id, username, isSuperAdmin, isActive, hasTotp, failedLogins }: Account): string {
  const notes = [
    isSuperAdmin ? 'super admin' : 'admin',
    !isActive && 'not active',
    hasTotp && 'second factor',
    failedLogins > 0 && `${failedLogins} failed log-ins in 15 minutes`,
  ]
  return `${id} ${username}: ${notes.filter(Boolean).join(', ')}`
}
