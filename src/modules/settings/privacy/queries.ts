import type { Secrets } from '../../../platform/secret.ts'

/** Nobody can recover the e-mail address from this keyed hash. */
export function erasureHash(address: string, secrets: Secrets): string {
  return secrets.signatureOf(signedOf(address))
}

/** Accepts hashes made with the current or an earlier SECRET_KEY. */
export function isErased(address: string, hashes: string[], secrets: Secrets): boolean {
  return hashes.some((hash) => secrets.isSignatureOf(signedOf(address), hash))
}

const signedOf = (address: string) => `erased ${address.toLowerCase()}`
