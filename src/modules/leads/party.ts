import type { Party } from '../catalog/prices/quote.contract.ts'

/** Only a plain number can be quoted, not "1-4" or "due valigie e un passeggino". */
export function partyOf({
  passengers,
  luggage,
}: {
  passengers: string | null
  luggage?: string | null | undefined
}): Party | null {
  if (!/^\d{1,2}$/.test(passengers ?? '') || !/^\d{0,2}$/.test(luggage ?? '')) return null
  return { passengers: Number(passengers), bags: Number(luggage ?? '') }
}
