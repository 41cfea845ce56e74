import type { FareAnswer } from './contract.ts'

/** `indicative`: the price is an estimate. `toConfirm`: the price is no estimate, but staff must confirm the ride. */
export type Certainty = 'fixed' | 'indicative' | 'toConfirm'

export function certaintyOf({ source, offers }: Pick<FareAnswer, 'source' | 'offers'>): Certainty {
  if (!offers.some(({ isIndicative }) => isIndicative)) return 'fixed'
  return source === 'estimated' ? 'indicative' : 'toConfirm'
}
