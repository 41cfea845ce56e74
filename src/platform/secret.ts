import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { type Config, deriveKey } from './config.ts'

/** Where a secret lives. Sealed text is bound to it, so that a value copied to another row does not open. */
export interface SecretPlace {
  table: string
  column: string
  rowId: number
}

interface Key {
  /** Names the key without telling anything of it. */
  id: string
  key: Buffer
  linkKey: Buffer
}

/** The first one seals and signs; all of them open and recognise. */
let keys: Key[] = []

/** The process sets SECRET_KEY and the ones before it once, at its start. */
export function setSecretKeys({
  secretKey,
  previousSecretKeys,
}: Pick<Config, 'secretKey' | 'previousSecretKeys'>): void {
  keys = [secretKey, ...previousSecretKeys].map((secret) => {
    const key = deriveKey(secret, 'stored secrets')
    const id = createHash('sha256').update(key).digest('hex').slice(0, 8)
    return { id, key, linkKey: deriveKey(secret, 'signed links') }
  })
}

/** Text as it is stored: AES-256-GCM, `<key id>:<iv>:<tag>:<data>` in base64url. */
export function seal(text: string, place: SecretPlace): string {
  const { id, key } = currentKey()
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(nameOf(place)))
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [id, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join(':')
}

/** The text that was sealed. Throws when its key is none of ours, or the value was altered or moved. */
export function open(sealed: string, place: SecretPlace): string {
  const [keyId, iv, tag, data] = sealed.split(':')
  const known = keys.find(({ id }) => id === keyId)
  if (!known || iv === undefined || tag === undefined || data === undefined)
    throw new Error(`${nameOf(place)} was sealed with another SECRET_KEY`)
  const decipher = createDecipheriv('aes-256-gcm', known.key, Buffer.from(iv, 'base64url'), {
    authTagLength: 16,
  })
  decipher.setAAD(Buffer.from(nameOf(place)))
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8')
}

/** 128 bits in base64url that only this installation can make for `text`: the secret part of a link. */
export function signatureOf(text: string): string {
  return signatureWith(currentKey(), text)
}

/** Whether this installation made the signature for `text`, under this key or an earlier one; in constant time. */
export function isSignatureOf(text: string, signature: string): boolean {
  const given = Buffer.from(signature)
  return keys
    .map((key) => Buffer.from(signatureWith(key, text)))
    .some((right) => given.length === right.length && timingSafeEqual(given, right))
}

/** Whether the text is sealed with the present SECRET_KEY, not with one before it. */
export function isSealedNow(sealed: string): boolean {
  return sealed.startsWith(`${currentKey().id}:`)
}

function signatureWith({ linkKey }: Key, text: string): string {
  return createHmac('sha256', linkKey).update(text).digest().subarray(0, 16).toString('base64url')
}

/** What staff see of a secret: its last four characters, of a short one none. */
export function masked(secret: string): string {
  return `••••${secret.length >= 12 ? secret.slice(-4) : ''}`
}

function currentKey(): Key {
  const [current] = keys
  if (!current) throw new Error('setSecretKeys must be called at the start of the process')
  return current
}

function nameOf({ table, column, rowId }: SecretPlace): string {
  return `${table}:${column}:${rowId}`
}
