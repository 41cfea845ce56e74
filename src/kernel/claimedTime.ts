import { type StringOptions, Type } from '@sinclair/typebox'

// A time stated by another device is a claim. Code that needs a moment must first check the claim.

declare const isClaim: unique symbol

/** A moment stated by the sender's device, whose clock may be wrong by years. Only `checkedTime` can read it. */
export interface ClaimedTime {
  readonly [isClaim]: true
}

export const ClaimedTime = (options: StringOptions = {}) =>
  Type.Unsafe<ClaimedTime>(Type.String({ ...options, format: 'date-time' }))

/** Returns the claim that a device sends. */
export const claimedTime = (moment: Date) => moment.toISOString() as unknown as ClaimedTime

/** Milliseconds by which a right clock may be fast. */
const fastMs = 120_000

export interface CheckedTime {
  at: Date
  /** True if the claim cannot be true, so that `at` is the time of receipt. */
  isReceipt: boolean
}

/** Returns the claimed moment if it is between `from` and the server's `now`, else the time of receipt, marked as such. */
export function checkedTime(claim: ClaimedTime, { from, now }: { from: Date; now: Date }): CheckedTime {
  const at = new Date(claim as unknown as string)
  if (at < from || at.getTime() > now.getTime() + fastMs) return { at: now, isReceipt: true }
  return { at: at > now ? now : at, isReceipt: false }
}
