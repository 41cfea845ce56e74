import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useCompany } from '../parts/company.ts'
import type { ListState } from './useRouteList.ts'

const texts = {
  loading: 'price.loading',
  error: 'price.failed',
  empty: 'price.none',
} as const

export function PricesMissing({ state, onReload }: { state: Exclude<ListState, 'ready'>; onReload(): void }) {
  const { t, rich } = useLanguage()
  const { phone, tel } = useCompany()
  const link = (parts: ReactNode[]) => (
    <a href={tel} className="whitespace-nowrap font-semibold text-sea underline">
      {parts}
    </a>
  )
  return (
    <div className="wrap py-16">
      <p role="status" className="text-center font-serif text-2xl">
        {t(texts[state])}
      </p>
      {state === 'loading' ? (
        <Skeleton />
      ) : (
        <div className="mt-5 grid justify-items-center gap-4">
          <p className="text-ink-soft">{rich('price.byPhone', { phone, link })}</p>
          {state === 'error' && (
            <Button look="plain" onClick={onReload}>
              {t('price.reload')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Skeleton() {
  return (
    <div aria-hidden="true" className="mt-8 grid gap-3">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row} className="h-14 rounded-field bg-panel motion-safe:animate-pulse" />
      ))}
    </div>
  )
}
