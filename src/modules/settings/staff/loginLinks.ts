import { createHash, randomBytes } from 'node:crypto'
import { audit } from '../../../kernel/audit.ts'
import { endGrants, isOpen, openGrant } from '../../../kernel/grants.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import type { SignedIn } from './contract.ts'
import { LogInByLink, loginLinkMade, MakeLoginLink } from './logIn.contract.ts'
import { startSession } from './sessions.ts'

const linkMinutes = 30

/** Makes links for drivers only, so that staff cannot make a link to log in with a greater role. */
export const makeLoginLink = handle(MakeLoginLink, async (tx, { adminUserId }, caller, { clock, site }) => {
  const [account] = await tx<[{ hasTotp: boolean }?]>`
    select totp_confirmed_at is not null as has_totp from admin_users
    where id = ${adminUserId} and is_active and role = 'autista'`
  if (!account)
    throw new HttpError(409, 'Il link è solo per un account attivo con il ruolo Autista, da Utenti Admin.')
  if (account.hasTotp)
    throw new HttpError(409, 'L’account ha la verifica in due passaggi: l’autista entra con la password.')
  // Replaces a first password, which another person knows, by `-`, which no password matches.
  await tx`
    update admin_users set password = '-', first_password_until = null
    where id = ${adminUserId} and first_password_until is not null`
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock.now().getTime() + linkMinutes * 60_000)
  const link = { kind: 'loginLink', owner: { adminUserId }, tokenHash: hashOf(token), expiresAt } as const
  await openGrant(tx, link, caller)
  await audit(tx, caller, loginLinkMade, `admin_users/${adminUserId}`, null, null)
  // Browsers do not send the fragment, so no log contains the token.
  return { url: `${site.origin}/admin/entra/#${token}`, expiresAt: expiresAt.toISOString() }
})

export const logInByLink = handle(LogInByLink, async (tx, { token, ...browser }, caller) => {
  const account = await takeLink(tx, token)
  if (!account)
    throw new HttpError(
      410,
      'Questo link non vale più: è scaduto, è già stato usato o è stato chiuso. Chiedine un altro in ufficio.',
    )
  return startSession(tx, account, browser, caller, { secondFactor: 'none', isByLink: true })
})

/** Returns undefined for an unknown, used, ended or expired link, and for an account that must not log in by a link. */
async function takeLink(tx: Tx, token: string): Promise<SignedIn | undefined> {
  const [link] = await tx<[{ id: string; adminUserId: number }?]>`
    select id, admin_user_id from grants where token_hash = ${hashOf(token)} and admin_user_id is not null and ${isOpen(tx)}`
  // Only one of two phones that use the link at the same moment ends it.
  if (!link || (await endGrants(tx, { id: link.id }, 'used')).length === 0) return undefined
  const [account] = await tx<[SignedIn?]>`
    select id, username, role, is_super_admin, false as has_totp from admin_users where id = ${link.adminUserId}`
  return account
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
