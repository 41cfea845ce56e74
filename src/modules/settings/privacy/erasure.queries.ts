import type { Secrets } from '../../../platform/secret.ts'

/** Returns a keyed hash from which the e-mail address cannot be recovered. */
export function erasureHash(address: string, secrets: Secrets): string {
  return secrets.signatureOf(signedOf(address))
}

/** Returns whether one of the hashes belongs to the e-mail address, under the current or an earlier SECRET_KEY. */
export function isErased(address: string, hashes: string[], secrets: Secrets): boolean {
  return hashes.some((hash) => secrets.isSignatureOf(signedOf(address), hash))
}

const signedOf = (address: string) => `erased ${address.toLowerCase()}`
