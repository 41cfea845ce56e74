import type { Gap, TripGaps } from './contract.ts'

const words: Record<Exclude<Gap, 'flightTime'>, string> = {
  driver: 'Il viaggio non ha un autista.',
  flight: 'Manca il numero di volo, treno o nave.',
}

/** Returns what is missing, as Italian sentences. */
export const gapWords = ({ missing, warning }: Pick<TripGaps, 'missing' | 'warning'>): string[] =>
  missing.map((gap) => (gap === 'flightTime' ? warning : words[gap]))
