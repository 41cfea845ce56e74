import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** 64 MiB and 3 passes, above OWASP's minimum for argon2id. A hash takes about 150 ms. */
const cost = { memory: 65_536, passes: 3, parallelism: 1, tagLength: 32 }

/** Returns an argon2id hash as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: password, nonce, ...cost })
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(Buffer.from(tag))}`
}

/** Compares in constant time. Returns false if `stored` is not a valid hash. */
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
