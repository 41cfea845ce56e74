import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Gates, Turn } from '../../../kernel/gate.ts'

const derive = promisify(argon2)

/** 64 MiB and 3 passes, above OWASP's minimum for argon2id. A hash takes about 150 ms. */
const cost = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 }

const session: Turn = { rank: 'session' }

/** Hash that no password fits, for accounts that are unknown or have no password. */
const nobodysPassword = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Groups: memory, passes, parallelism, nonce and tag. */
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Returns an argon2id hash as a PHC string. */
export async function hashPassword(gates: Gates, password: string): Promise<string> {
  const nonce = randomBytes(16)
  const work = () => derive('argon2id', { message: password, nonce, ...cost })
  const tag = await gates.password.run(session, work)
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(Buffer.from(tag))}`
}

/**
 * Compares in constant time. Returns false if `stored` is not a hash, such as `-` of an account without a password or
 * `null` of an unknown one, after the same work as for a wrong password: the time must not reveal which accounts exist.
 * Throws HttpError 503 while too many passwords are checked.
 */
export async function fitsPassword(
  gates: Gates,
  password: string,
  stored: string | null,
  turn = session,
): Promise<boolean> {
  const own = stored?.match(phc)
  const parts = own ?? nobodysPassword.match(phc) ?? []
  const [, memory, passes, parallelism, nonce = '', expected = ''] = parts
  const tag = Buffer.from(expected, 'base64')
  const work = () =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(nonce, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: tag.length,
    })
  const found = await gates.password.run(turn, work)
  return timingSafeEqual(tag, Buffer.from(found)) && Boolean(own)
}

/** Returns a text that changes with the password. It reveals nothing, because `stored` contains 16 random bytes. */
export function passwordStamp(stored: string): string {
  return createHash('sha256').update(stored).digest('base64url').slice(0, 22)
}
