import { euro } from '../../kernel/money.ts'
import type { Translate } from '../../languages/translate.ts'

export const hasPrice = (price: string | null): price is string => Number(price) > 0

/** Returns for example `42,50 €`, or "Su richiesta" if there is no price above zero. */
export const formatEuro = (t: Translate, price: string | null) =>
  hasPrice(price) ? euro(t, price) : t('price.onRequest')
