import type { Secrets } from '../../../platform/secret.ts'

/** An e-mail address in the fact of an erasure: whoever holds addresses finds it again, nobody else can. */
export function erasureHash(address: string, secrets: Secrets): string {
  return secrets.signatureOf(signedOf(address))
}

/** Whether the address is one of those in the fact of an erasure, whichever SECRET_KEY was in force then. */
export function isErased(address: string, hashes: string[], secrets: Secrets): boolean {
  return hashes.some((hash) => secrets.isSignatureOf(signedOf(address), hash))
}

const signedOf = (address: string) => `erased ${address.toLowerCase()}`
