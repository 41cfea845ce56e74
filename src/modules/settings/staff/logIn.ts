import { HttpError } from '../../../kernel/httpError.ts'
import { answer, handle } from '../../../kernel/message.ts'
import type { SignedIn } from './contract.ts'
import { CheckPassword, LogIn } from './logIn.contract.ts'
import { forgetFailures, forgetTry, markWrongCode, pauseOfCodes } from './logInTries.ts'
import { fitsPassword } from './password.ts'
import { startSession } from './sessions.ts'
import { takeCode } from './totp.ts'

/** Checks the password outside `LogIn`, whose transaction would hold a connection for the 150 ms of a hash. */
export const checkPassword = answer(
  CheckPassword,
  async (read, { adminUserId, password }, { turn }, { gates }) => {
    const [account] = await read<[{ password: string }?]>`
    select password from admin_users where id = ${adminUserId}`
    const fits = await fitsPassword(gates, password, account?.password ?? null, turn)
    return { fitting: account && fits ? account.password : null }
  },
)

export const logIn = handle(LogIn, async (tx, input, caller, { secrets }) => {
  const { tryId, adminUserId, fitting, code, userAgent, earlierSessionId, deviceId = null } = input
  // The row lock serializes concurrent attempts with codes, so that all of them are counted.
  const [account] = await tx<[(SignedIn & { isActive: boolean; isOver: boolean })?]>`
    select id, username, role, is_super_admin, is_active, totp_confirmed_at is not null as has_totp,
      coalesce(first_password_until < now(), false) as is_over
    from admin_users where id = ${adminUserId} and password = ${fitting} for update`
  if (!account?.isActive) throw new HttpError(401, 'Credenziali non valide')
  if (account.isOver)
    throw new HttpError(401, 'La prima password è scaduta: chiedine un’altra a un Super Admin.')
  const { id, hasTotp } = account
  if (hasTotp) {
    const seconds = code && !deviceId ? await pauseOfCodes(tx, id, secrets) : 0
    if (!code || seconds > 0) {
      await forgetTry(tx, tryId)
      return { session: null, retryAfterSeconds: seconds }
    }
  }
  const secondFactor = hasTotp ? await takeCode(tx, id, code ?? '', secrets) : 'none'
  if (!secondFactor) {
    await markWrongCode(tx, tryId)
    return { session: null, retryAfterSeconds: 0 }
  }
  await forgetFailures(tx, id, caller.address, deviceId, secrets)
  const session = await startSession(tx, account, { userAgent, earlierSessionId }, caller, { secondFactor })
  return { session, retryAfterSeconds: 0 }
})
