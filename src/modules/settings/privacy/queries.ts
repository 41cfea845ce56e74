import type { Secrets } from '../../../platform/secret.ts'

/** Returns the keyed hash of an e-mail address for an erasure event: only a holder of the address can match it. */
export function erasureHash(address: string, secrets: Secrets): string {
  return secrets.signatureOf(signedOf(address))
}

/** Whether the erasure event names this address, under any SECRET_KEY that was valid then. */
export function isErased(address: string, hashes: string[], secrets: Secrets): boolean {
  return hashes.some((hash) => secrets.isSignatureOf(signedOf(address), hash))
}

const signedOf = (address: string) => `erased ${address.toLowerCase()}`
