import { signatureOf } from '../../secret.ts'

/** An e-mail address in the fact of an erasure: whoever holds addresses finds it again, nobody else can. */
export function erasureHash(address: string): string {
  return signatureOf(`erased ${address.toLowerCase()}`)
}
