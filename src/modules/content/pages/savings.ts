import { euro } from '../../../kernel/money.ts'
import type { Translate } from '../../../languages/translate.ts'
import { type BandPrices, sharedSavings } from '../../catalog/prices/quote.contract.ts'

/**
 * Returns a sentence such as `Rispetto al privato risparmiate 30 € in 2 e 20 € in 4; in 3 viaggiate in privato allo
 * stesso prezzo.` Empty if no prices can be compared.
 */
export function savingWords(t: Translate, prices: BandPrices): string {
  const savings = sharedSavings(prices)
  const cheaper = Map.groupBy(
    savings.filter(({ saving }) => saving !== '0'),
    ({ saving }) => saving,
  )
  const equal = savings.filter(({ saving }) => saving === '0').map(({ passengers }) => String(passengers))
  if (cheaper.size === 0) return ''
  const amounts = [...cheaper].map(
    ([saving, parties]) =>
      `${euro(t, saving)} in ${either(parties.map(({ passengers }) => String(passengers)))}`,
  )
  const rest = equal.length > 0 ? `; in ${either(equal)} non conviene, viaggiate in privato` : ''
  return `Rispetto al privato risparmiate ${joined(amounts, 'e')}${rest}.`
}

const either = (numbers: string[]) => joined(numbers, 'o')

const joined = (parts: string[], word: 'e' | 'o') =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(` ${word} `)
