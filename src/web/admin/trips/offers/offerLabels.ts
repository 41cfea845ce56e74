import type { Direction } from '../../../../modules/leads/lead/leg.contract.ts'
import type { OfferState } from '../../../../modules/trips/offers/contract.ts'

export const offerStates: Record<OfferState, { label: string; tone: 'info' | 'ok' | 'warn' | 'quiet' }> = {
  sent: { label: 'mandato', tone: 'info' },
  accepted: { label: 'accettato', tone: 'ok' },
  declined: { label: 'rifiutato', tone: 'warn' },
  withdrawn: { label: 'ritirato', tone: 'quiet' },
  expired: { label: 'scaduto', tone: 'warn' },
}

export const directionNames: Record<Direction, string> = { there: 'Andata', back: 'Ritorno' }
