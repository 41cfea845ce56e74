import type { Secrets } from '../../../platform/secret.ts'

/** Returns a keyed hash, from which nobody can recover the e-mail address. */
export function erasureHash(address: string, secrets: Secrets): string {
  return secrets.signatureOf(signedOf(address))
}

/** Returns whether an e-mail address has one of these hashes, made with the current or an earlier SECRET_KEY. */
export function isErased(address: string, hashes: string[], secrets: Secrets): boolean {
  return hashes.some((hash) => secrets.isSignatureOf(signedOf(address), hash))
}

const signedOf = (address: string) => `erased ${address.toLowerCase()}`
