import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import type { Tx } from '../../../platform/db.ts'
import { encryptedColumn } from '../../../platform/encryptedColumns.ts'
import type { Secrets } from '../../../platform/secret.ts'

// TOTP (RFC 6238) with six digits and steps of 30 s. Accepts codes of the previous, current and next step, each at most
// once.

const place = encryptedColumn('admin_users', 'totp_secret')
const recoveryCodeCount = 10
/** 24 letters of an alphabet of 31 have 118 random bits, so a hash without salt suffices. */
const recoveryCodeLetters = 24
/** Characters of recovery codes, without 0, O, 1, I and L, which people confuse on paper. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz'

interface Factor {
  username: string
  totpSecret: string | null
  isConfirmed: boolean
  totpLastStep: number | null
  recoveryCodes: string[]
}

/** Creates a secret, which `confirmFactor` activates. Throws HttpError 409 if a second factor is active. */
export async function startFactor(
  tx: Tx,
  id: number,
  secrets: Secrets,
): Promise<{ secret: string; uri: string }> {
  const factor = await readFactor(tx, id)
  if (factor.isConfirmed) throw new HttpError(409, 'La verifica in due passaggi è già attiva.')
  const totp = totpOf(factor.username, new Secret({ size: 20 }).base32)
  const encrypted = secrets.encrypt(totp.secret.base32, place(id))
  await tx`update admin_users set totp_secret = ${encrypted}, totp_last_step = null where id = ${id}`
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Activates the secret after a valid code. Returns the recovery codes. The database stores only their hashes. */
export async function confirmFactor(tx: Tx, id: number, code: string, secrets: Secrets): Promise<string[]> {
  const factor = await readFactor(tx, id)
  if (factor.isConfirmed) throw new HttpError(409, 'La verifica in due passaggi è già attiva.')
  if (!factor.totpSecret) throw new HttpError(409, 'Prima genera il codice QR.')
  const step = stepOf(factor, id, code, secrets)
  if (step === null) throw refusal('code', 'Codice non valido: controlla l’ora del telefono e riprova.')
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await tx`
    update admin_users set totp_confirmed_at = now(), totp_last_step = ${step},
      recovery_codes = ${tx.json(recoveryCodes.map(hashOf))}, updated_at = now()
    where id = ${id}`
  return recoveryCodes
}

export async function endFactor(tx: Tx, id: number): Promise<void> {
  await tx`
    update admin_users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null,
      recovery_codes = '[]', updated_at = now()
    where id = ${id}`
}

/** Returns the kind of a valid code and uses it up; null for an invalid code. */
export async function takeCode(
  tx: Tx,
  id: number,
  code: string,
  secrets: Secrets,
): Promise<'app' | 'recoveryCode' | null> {
  const factor = await readFactor(tx, id)
  const typed = code.replaceAll(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(typed)) {
    const step = stepOf(factor, id, typed, secrets)
    if (step === null) return null
    await tx`update admin_users set totp_last_step = ${step} where id = ${id}`
    return 'app'
  }
  const hash = hashOf(typed)
  if (!factor.recoveryCodes.includes(hash)) return null
  const left = factor.recoveryCodes.filter((one) => one !== hash)
  await tx`update admin_users set recovery_codes = ${tx.json(left)} where id = ${id}`
  return 'recoveryCode'
}

/** Returns null for a wrong code, and if a code of the same or a later step was used before. */
function stepOf(factor: Factor, id: number, code: string, secrets: Secrets): number | null {
  if (!factor.totpSecret) return null
  const totp = totpOf(factor.username, secrets.decrypt(factor.totpSecret, place(id)))
  const delta = totp.validate({ token: code, window: 1 })
  if (delta === null) return null
  const step = totp.counter() + delta
  return factor.totpLastStep !== null && step <= factor.totpLastStep ? null : step
}

function totpOf(username: string, secret: string): TOTP {
  return new TOTP({ issuer: 'Salento Transfer', label: username, secret: Secret.fromBase32(secret) })
}

async function readFactor(tx: Tx, id: number): Promise<Factor> {
  const [factor] = await tx<[Factor?]>`
    select username, totp_secret, totp_confirmed_at is not null as is_confirmed, totp_last_step, recovery_codes
    from admin_users where id = ${id} for update`
  if (!factor) throw new HttpError(401, 'Accesso richiesto.')
  return factor
}

function newRecoveryCode(): string {
  const text = Array.from({ length: recoveryCodeLetters }, () => letters[randomInt(letters.length)]).join('')
  return text.replace(/.{4}(?=.)/g, '$&-')
}

function hashOf(code: string): string {
  return createHash('sha256').update(code.replaceAll('-', '')).digest('base64url')
}
