import type { Secrets } from '../../../platform/secret.ts'

/** Returns the keyed hash of an e-mail address, from which nobody can recover the address. */
export function erasureHash(address: string, secrets: Secrets): string {
  return secrets.signatureOf(signedOf(address))
}

/** Whether the hashes of an erasure event include this e-mail address, under the current or an earlier SECRET_KEY. */
export function isErased(address: string, hashes: string[], secrets: Secrets): boolean {
  return hashes.some((hash) => secrets.isSignatureOf(signedOf(address), hash))
}

const signedOf = (address: string) => `erased ${address.toLowerCase()}`
