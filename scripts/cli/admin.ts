import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { print } from './output.ts'
import { withSession } from './session.ts'

export function addAdminCommands(program: Command): void {
  program
    .command('admin')
    .description('staff accounts')
    .command('create')
    .argument('<username>', '3 to 50 characters')
    .option('--super', 'a super admin: may manage accounts and secrets')
    .option(
      '--password-stdin',
      'read the password from standard input; otherwise one is generated and printed',
    )
    .description('create an account')
    .action((username: string, options: { super?: boolean; passwordStdin?: boolean }) =>
      withSession(async ({ call }) => {
        const given = options.passwordStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : null
        const password = given ?? randomBytes(16).toString('base64url')
        const user = { username, password, isSuperAdmin: options.super ?? false }
        const created = await call<object>('POST /api/admin/admin-users', user)
        const shown = given === null ? `, password ${password} (shown only now)` : ''
        print(given === null ? { ...created, password } : created, `Created ${username}${shown}`)
      }),
    )
}
