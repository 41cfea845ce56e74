import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refused } from '../../refused.ts'

const derive = promisify(argon2)

/** OWASP's second choice raised: 64 MiB, 3 passes, one lane; about 150 ms here. */
const cost = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 }

/** Passwords that every list of leaks begins with, twelve characters and more. */
const common = new Set(
  'password1234 passwordpassword 123456789012 1234567890123 qwertyuiop12 qwerty123456 administrator admin1234567 adminadminadmin iloveyou1234 welcome12345 changeme1234 letmein12345 salentotransfer transfersalento 111111111111 000000000000 abcdefghijkl abc123456789 password12345 qwertyqwerty'.split(
    ' ',
  ),
)

function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase()) || new Set(password).size < 4
}

/** argon2id as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: password, nonce, ...cost })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(Buffer.from(tag))}`
}

/** Compares in constant time; a stored text that is no hash fits nothing. */
export async function fitsPassword(password: string, stored: string): Promise<boolean> {
  const parts = stored.match(/^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/)
  if (!parts) return false
  const [, memory, passes, parallelism, nonce = '', expected = ''] = parts
  const tag = Buffer.from(expected, 'base64')
  const found = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tag.length,
  })
  return timingSafeEqual(tag, Buffer.from(found))
}

/** What the product asks of a new password, beyond the form's floor of 6 characters. Throws Refused 422. */
export function refuseWeak(password: string): void {
  const message =
    password.length < 12
      ? 'Scegli una password di almeno 12 caratteri'
      : isCommonPassword(password)
        ? 'Questa password è troppo comune: scegline un’altra'
        : null
  if (message) throw new Refused(422, `${message}.`, { errors: [{ path: 'password', message }] })
}
