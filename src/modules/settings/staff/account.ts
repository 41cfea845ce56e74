import { audit } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { endGrants } from '../../../kernel/grants.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import {
  ChangePassword,
  ConfirmTotp,
  EndTotp,
  passwordChanged,
  StartTotp,
  secondFactorEnded,
  secondFactorPrepared,
  secondFactorStarted,
} from './contract.ts'
import { fitsPassword, hashPassword } from './password.ts'
import { refuseWhileRequired } from './signInRules.ts'
import { confirmFactor, endFactor, startFactor } from './totp.ts'
import { refuseWeak } from './weakPassword.ts'

// Calls by which staff change their own account.

export const changePassword = handle(
  ChangePassword,
  async (tx, { currentPassword, password }, caller, context) => {
    const id = await ownAccount(tx, caller.admin?.id, currentPassword, context)
    if (password === currentPassword)
      throw refusal('password', 'Scegli una password diversa da quella attuale.')
    await refuseWeak(tx, { username: caller.name, password }, context)
    await tx`
    update admin_users set password = ${await hashPassword(context.gates, password)}, first_password_until = null, updated_at = now()
    where id = ${id}`
    await endGrants(tx, { everythingOf: id }, 'password')
    await audit(tx, caller, passwordChanged, `admin_users/${id}`, null, null)
    return {}
  },
)

export const startTotp = handle(StartTotp, async (tx, { currentPassword }, caller, context) => {
  const id = await ownAccount(tx, caller.admin?.id, currentPassword, context)
  await emit(tx, secondFactorPrepared, { adminUserId: id })
  return startFactor(tx, id, context.secrets)
})

export const confirmTotp = handle(ConfirmTotp, async (tx, { code }, caller, { secrets }) => {
  const id = caller.admin?.id ?? 0
  const recoveryCodes = await confirmFactor(tx, id, code, secrets)
  await endOtherSessions(tx, id, caller.admin?.sessionId)
  await audit(tx, caller, secondFactorStarted, `admin_users/${id}`, null, null)
  return { recoveryCodes }
})

export const endTotp = handle(EndTotp, async (tx, { currentPassword }, caller, context) => {
  const id = await ownAccount(tx, caller.admin?.id, currentPassword, context)
  await refuseWhileRequired(tx)
  await endFactor(tx, id)
  await endOtherSessions(tx, id, caller.admin?.sessionId)
  await audit(tx, caller, secondFactorEnded, `admin_users/${id}`, null, null)
  return {}
})

/** A changed second factor concerns only what asks for it: sessions, and the notifications of their browsers. */
function endOtherSessions(tx: Tx, id: number, exceptSession: string | null | undefined) {
  return endGrants(tx, { everythingOf: id, kinds: ['session', 'push'], exceptSession }, 'factor')
}

/** Checks the current password, because another person may use the open panel. Throws HttpError 422 if it is wrong. */
async function ownAccount(
  tx: Tx,
  id: number | undefined,
  password: string,
  { gates }: Context,
): Promise<number> {
  const [account] = await tx<[{ id: number; password: string }?]>`
    select id, password from admin_users where id = ${id ?? 0}`
  if (!account) throw new HttpError(401, 'Accesso richiesto.')
  if (!(await fitsPassword(gates, password, account.password)))
    throw refusal('currentPassword', 'La password attuale non è corretta.')
  return account.id
}
