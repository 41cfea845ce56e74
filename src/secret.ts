import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { deriveKey } from './config.ts'

/** Where a secret lives. Sealed text is bound to it, so that a value copied to another row does not open. */
export interface SecretPlace {
  table: string
  column: string
  rowId: number
}

let current: { id: string; key: Buffer; linkKey: Buffer } | null = null

/** The process sets SECRET_KEY once, at its start. */
export function setSecretKey(secretKey: Buffer): void {
  const key = deriveKey(secretKey, 'stored secrets')
  // Names the key without telling anything of it.
  const id = createHash('sha256').update(key).digest('hex').slice(0, 8)
  current = { id, key, linkKey: deriveKey(secretKey, 'signed links') }
}

/** Text as it is stored: AES-256-GCM, `<key id>:<iv>:<tag>:<data>` in base64url. */
export function seal(text: string, place: SecretPlace): string {
  const { id, key } = readKey()
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(nameOf(place)))
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [id, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join(':')
}

/** The text that was sealed. Throws when the key is another one, or the value was altered or moved. */
export function open(sealed: string, place: SecretPlace): string {
  const { id, key } = readKey()
  const [keyId, iv, tag, data] = sealed.split(':')
  if (keyId !== id || iv === undefined || tag === undefined || data === undefined)
    throw new Error(`${nameOf(place)} was sealed with another SECRET_KEY`)
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(nameOf(place)))
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8')
}

/** 128 bits in base64url that only this installation can make for `text`: the secret part of a link. */
export function signatureOf(text: string): string {
  return createHmac('sha256', readKey().linkKey).update(text).digest().subarray(0, 16).toString('base64url')
}

/** What staff see of a secret: its last four characters, of a short one none. */
export function masked(secret: string): string {
  return `••••${secret.length >= 12 ? secret.slice(-4) : ''}`
}

/** A mask that a form sends back: the secret stays as it is. */
export function isMask(text: string): boolean {
  return text.startsWith('••••')
}

function readKey() {
  if (!current) throw new Error('setSecretKey must be called at the start of the process')
  return current
}

function nameOf({ table, column, rowId }: SecretPlace): string {
  return `${table}:${column}:${rowId}`
}
