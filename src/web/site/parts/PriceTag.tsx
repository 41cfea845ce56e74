import { loneUnitKeys, type PriceUnit } from '../../../modules/catalog/prices/quote.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { formatEuro, hasPrice } from '../../ui/money.ts'

interface PriceTagProps {
  price: string | null
  unit?: PriceUnit | null
  label?: string
  size?: 'sm' | 'md' | 'lg' | 'xl'
}

const sizes = { sm: 'text-base', md: 'text-2xl', lg: 'text-[min(1.875rem,8vw)]', xl: 'text-5xl' }
const wordSizes = { sm: 'text-sm', md: 'text-base', lg: 'text-lg', xl: 'text-2xl' }

/** The starting price of a route. If the total for the party is known, `PartyPrice` shows it above. */
export function PriceTag({ price, unit, label, size = 'md' }: PriceTagProps) {
  const { t } = useLanguage()
  const isKnown = hasPrice(price)
  const isOneLine = size === 'sm'
  return (
    <p className={isOneLine ? 'leading-snug' : 'leading-none'}>
      {label && isKnown && (
        <span className={`text-ink-soft text-sm ${isOneLine ? 'mr-1.5' : 'mb-1 block'}`}>{label}</span>
      )}
      <span
        className={`figures whitespace-nowrap font-semibold font-serif ${isKnown ? sizes[size] : wordSizes[size]}`}
      >
        {formatEuro(t, price)}
      </span>
      {unit && isKnown && (
        <span
          className={`text-ink-soft text-sm ${size !== 'xl' && !isOneLine ? 'mt-1 block text-balance leading-tight' : 'ml-1.5 inline-block'}`}
        >
          {t(loneUnitKeys[unit])}
        </span>
      )}
    </p>
  )
}
