import { loneUnitKeys, type PriceUnit } from '../../modules/catalog/prices/quote.contract.ts'
import { useLanguage } from '../ui/language.ts'
import { formatEuro, hasPrice } from '../ui/money.ts'

interface PriceTagProps {
  price: string | null
  unit?: PriceUnit | null
  label?: string
  size?: 'md' | 'lg' | 'xl'
}

const sizes = { md: 'text-2xl', lg: 'text-[min(1.875rem,8vw)]', xl: 'text-5xl' }
const wordSizes = { md: 'text-base', lg: 'text-lg', xl: 'text-2xl' }

export function PriceTag({ price, unit, label, size = 'md' }: PriceTagProps) {
  const { t } = useLanguage()
  const isKnown = hasPrice(price)
  return (
    <p className="leading-none">
      {label && isKnown && <span className="mb-1 block text-ink-soft text-sm">{label}</span>}
      <span
        className={`figures whitespace-nowrap font-semibold font-serif ${isKnown ? sizes[size] : wordSizes[size]}`}
      >
        {formatEuro(t, price)}
      </span>
      {unit && isKnown && (
        <span
          className={`text-ink-soft text-sm ${unit === 'persona' && size !== 'xl' ? 'mt-1 block text-balance leading-tight' : 'ml-1.5 inline-block'}`}
        >
          {t(loneUnitKeys[unit])}
        </span>
      )}
    </p>
  )
}
