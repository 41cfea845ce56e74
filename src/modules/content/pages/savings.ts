import { euro } from '../../../kernel/money.ts'
import type { Translate } from '../../../languages/translate.ts'
import { type BandPrices, sharedSavings } from '../../catalog/prices/quote.contract.ts'

/** Returns `Rispetto al privato risparmiate 30 € in 2 e 20 € in 4; …`, or '' without comparable prices. */
export function savingWords(t: Translate, prices: BandPrices): string {
  const savings = sharedSavings(prices)
  const cheaper = Map.groupBy(
    savings.filter(({ saving }) => saving !== '0'),
    ({ saving }) => saving,
  )
  const equal = savings.filter(({ saving }) => saving === '0')
  if (cheaper.size === 0) return ''
  const either = (parties: { passengers: number }[]) =>
    new Intl.ListFormat(t.language, { type: 'disjunction' }).format(
      parties.map(({ passengers }) => String(passengers)),
    )
  const amounts = [...cheaper].map(([saving, parties]) =>
    t('saving.amount', { amount: euro(t, saving), people: either(parties) }),
  )
  return t('saving.all', {
    amounts: new Intl.ListFormat(t.language).format(amounts),
    rest: equal.length > 0 ? t('saving.none', { people: either(equal) }) : '',
  })
}
