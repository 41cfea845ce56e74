import { Button } from '../../ui/Button.tsx'
import { countOf, showNumber } from './format.ts'

interface PagesProps {
  /** Name of the list, because a page may show several. */
  name: string
  page: number
  totalPages: number
  total: number
  /** Opens a page; omitted for a list whose page is not in the URL. */
  onPage: ((page: number) => void) | undefined
}

export function Pages({ name, page, totalPages, total, onPage }: PagesProps) {
  return (
    <nav aria-label={`Pagine: ${name}`} className="figures flex flex-wrap items-center gap-2">
      <span className="flex-1 text-ink-soft text-sm">
        {countOf(total, ['elemento', 'elementi'])}
        {totalPages > 1 && ` · pagina ${showNumber(page)} di ${showNumber(totalPages)}`}
      </span>
      {totalPages > 1 && onPage && (
        <>
          <Button look="plain" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Precedente
          </Button>
          <Button look="plain" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
            Successiva
          </Button>
        </>
      )}
    </nav>
  )
}
