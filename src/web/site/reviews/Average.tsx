import type { ReactNode } from 'react'
import type { ReviewList } from '../../../modules/content/reviews/contract.ts'
import { useLanguage } from '../../ui/language.ts'

export function Average({ average, count }: Pick<ReviewList, 'average' | 'count'>) {
  const { t, rich } = useLanguage()
  const strong = (parts: ReactNode[]) => <strong className="figures font-serif text-3xl">{parts}</strong>
  const value = new Intl.NumberFormat(t.language, { maximumFractionDigits: 1 }).format(average ?? 0)
  return <>{rich('reviews.average', { value, count, strong })}</>
}
