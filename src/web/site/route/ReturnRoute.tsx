import type { ReactNode } from 'react'
import type { RouteListEntry } from '../../../modules/catalog/search/contract.ts'
import { Arrowed } from '../../ui/Arrowed.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Icon } from '../parts/icons.tsx'
import { PriceTag } from '../parts/PriceTag.tsx'
import { routePath } from '../parts/paths.ts'
import { withChoice } from '../trip/choice.ts'
import { useRequests } from '../trip/useRequests.ts'

interface ReturnRouteProps {
  route: RouteListEntry
  discountPercent: number
}

export function ReturnRoute({ route, discountPercent }: ReturnRouteProps) {
  const { t, rich, path: localPath } = useLanguage()
  const { choice } = useRequests()
  const strong = (parts: ReactNode[]) => <strong className="font-semibold">{parts}</strong>
  const path = localPath(routePath(route.slug))
  const back = choice && { ...choice, day: choice.returnDay ?? choice.day, isReturn: false, returnDay: null }
  return (
    <section className="rounded-card border border-line bg-card p-5 sm:p-6">
      <h2 className="text-xl">{t('return.title')}</h2>
      <a
        href={back ? withChoice(path, back) : path}
        className="group mt-3 flex items-center justify-between gap-4"
      >
        <span>
          <span className="block font-semibold text-sea underline decoration-1 underline-offset-4 group-hover:decoration-2">
            <Arrowed text={route.name} />
          </span>
          <span className="mt-2 block">
            <PriceTag price={route.price} unit={route.unit} label={t('price.from')} />
          </span>
        </span>
        <Icon name="swap" className="size-8 rotate-90 text-sea" />
      </a>
      {discountPercent > 0 && (
        <p className="mt-4 rounded-field bg-sea-pale px-3.5 py-2.5 text-sm">
          {rich('return.discount', { percent: discountPercent, strong })}
        </p>
      )}
    </section>
  )
}
