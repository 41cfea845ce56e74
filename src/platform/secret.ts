import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { type Config, deriveKey } from './config.ts'

/** Place of an encrypted text. Encryption includes the place, so a copy in another place cannot be decrypted. */
export interface SecretPlace {
  table: string
  column: string
  rowId: number
}

interface Key {
  /** Identifies the key without revealing it. */
  id: string
  key: Buffer
  linkKey: Buffer
}

type Keys = Pick<Config, 'secretKey' | 'previousSecretKeys'>

/** Encrypts, signs and hashes with SECRET_KEY. Also decrypts texts and verifies signatures of earlier keys. */
export class Secrets {
  readonly #current: Key
  readonly #all: Key[]
  /** Created once, because creating a key object takes six times as long as a hash. */
  readonly #hashKey: KeyObject

  constructor({ secretKey, previousSecretKeys }: Keys) {
    this.#current = keyOf(secretKey)
    this.#all = [this.#current, ...previousSecretKeys.map(keyOf)]
    this.#hashKey = createSecretKey(secretKey)
  }

  /** Encrypts with AES-256-GCM. Returns `<key id>:<iv>:<tag>:<data>`; the parts after the key id are base64url. */
  encrypt(text: string, place: SecretPlace): string {
    const { id, key } = this.#current
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    cipher.setAAD(Buffer.from(placeName(place)))
    const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return [id, ...[iv, cipher.getAuthTag(), data].map((part) => part.toString('base64url'))].join(':')
  }

  /** Throws if the key is unknown, or if the text was altered or copied from another place. */
  decrypt(encrypted: string, place: SecretPlace): string {
    const [keyId, iv, tag, data] = encrypted.split(':')
    const known = this.#all.find(({ id }) => id === keyId)
    if (!known || iv === undefined || tag === undefined || data === undefined)
      throw new Error(`${placeName(place)} was encrypted with another SECRET_KEY`)
    const decipher = createDecipheriv('aes-256-gcm', known.key, Buffer.from(iv, 'base64url'), {
      authTagLength: 16,
    })
    decipher.setAAD(Buffer.from(placeName(place)))
    decipher.setAuthTag(Buffer.from(tag, 'base64url'))
    return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8')
  }

  /** Returns dots and the last four characters. Returns only dots if the secret is short or cannot be decrypted. */
  mask(encrypted: string, place: SecretPlace): string {
    let secret = ''
    try {
      secret = this.decrypt(encrypted, place)
    } catch {}
    return `••••${secret.length >= 12 ? secret.slice(-4) : ''}`
  }

  /** Returns whether the current key encrypted the text. */
  isCurrent(encrypted: string): boolean {
    return encrypted.startsWith(`${this.#current.id}:`)
  }

  /** Returns whether the current or an earlier key encrypted the text. */
  isKnown(encrypted: string): boolean {
    return this.#all.some(({ id }) => encrypted.startsWith(`${id}:`))
  }

  /** Returns the secret part of a link: 128 bits in base64url that only this installation can compute. */
  signatureOf(text: string): string {
    return signatureWith(this.#current, text)
  }

  /** Returns whether the signature is valid under the current or an earlier key. Compares in constant time. */
  isSignatureOf(text: string, signature: string): boolean {
    const given = Buffer.from(signature)
    return this.#all
      .map((key) => Buffer.from(signatureWith(key, text)))
      .some((right) => given.length === right.length && timingSafeEqual(given, right))
  }

  /** Returns a short keyed hash of a value that must not be stored. */
  fingerprint(value: string): string {
    return createHmac('sha256', this.#hashKey).update(value).digest('base64url').slice(0, 22)
  }
}

function keyOf(secret: Buffer): Key {
  const key = deriveKey(secret, 'stored secrets')
  const id = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return { id, key, linkKey: deriveKey(secret, 'signed links') }
}

function signatureWith({ linkKey }: Key, text: string): string {
  return createHmac('sha256', linkKey).update(text).digest().subarray(0, 16).toString('base64url')
}

function placeName({ table, column, rowId }: SecretPlace): string {
  return `${table}:${column}:${rowId}`
}
