import { Button } from '../ui/Button.tsx'
import { useCompany } from './company.ts'
import type { ListState } from './useRouteList.ts'

const texts = {
  loading: 'Caricamento prezzi...',
  error: 'Errore nel caricamento dei prezzi',
  empty: 'Nessun dato disponibile',
}

export function PricesMissing({ state, onReload }: { state: Exclude<ListState, 'ready'>; onReload(): void }) {
  const { phone, tel } = useCompany()
  return (
    <div className="wrap py-16">
      <p role="status" className="text-center font-serif text-2xl">
        {texts[state]}
      </p>
      {state === 'loading' ? (
        <Skeleton />
      ) : (
        <div className="mt-5 grid justify-items-center gap-4">
          <p className="text-ink-soft">
            I prezzi te li diciamo anche a voce:{' '}
            <a href={tel} className="whitespace-nowrap font-semibold text-sea underline">
              {phone}
            </a>
          </p>
          {state === 'error' && (
            <Button look="plain" onClick={onReload}>
              Ricarica Pagina
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
