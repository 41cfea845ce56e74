import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { DeleteView, ListSavedViews, SaveView } from '../../../modules/settings/views/contract.ts'
import { copyText } from '../../ui/copyText.ts'
import type { PlainPath } from './adminPath.ts'
import { useCommandCall, useQueryCall } from './api.ts'
import { laterPart } from './laterPart.tsx'
import { RowAction } from './RowAction.tsx'
import { useRights } from './rights.ts'

interface View {
  name: string
  query: string
}

export interface SavedViewsProps {
  section: PlainPath
  /** Views that everyone has. */
  views?: readonly View[]
}

const ViewName = laterPart(async () => (await import('./ViewName.tsx')).ViewName)

const renews = [ListSavedViews.http]

/** Links to views of a list. Staff save the current filter, order and columns under a name. */
export function SavedViews({ section, views = [] }: SavedViewsProps) {
  const { search } = useLocation()
  const { may } = useRights()
  const own = useQueryCall(ListSavedViews, { section }, { enabled: may(ListSavedViews) })
  const [isNaming, setNaming] = useState(false)
  const remove = useCommandCall(DeleteView, {
    done: 'Vista eliminata',
    failed: 'Impossibile eliminare la vista',
    renews,
  })
  const here = viewOf(search)
  const mine = own.data?.items.find(({ query }) => viewOf(query) === here)
  const isKnown = mine !== undefined || views.some(({ query }) => viewOf(query) === here)
  if (views.length === 0 && !own.data?.total && here === '') return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1.5 in-[search]:mb-0">
      <nav aria-label="Viste salvate" className="flex flex-wrap gap-1.5">
        {[...views, ...(own.data?.items ?? [])].map(({ name, query }) => (
          <Link
            key={`${name} ${query}`}
            to={`?${query}`}
            aria-current={viewOf(query) === here ? 'page' : undefined}
            className="inline-flex min-h-(--target) items-center rounded-full border border-line px-3.5 text-sm hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-white"
          >
            {name}
          </Link>
        ))}
      </nav>
      {may(SaveView) && here !== '' && !isKnown && (
        <RowAction onClick={() => setNaming(true)}>Salva questa vista</RowAction>
      )}
      {mine && <RowAction onClick={() => remove.mutate({ id: mine.id })}>Elimina questa vista</RowAction>}
      {here !== '' && (
        <RowAction onClick={() => void copyText(`${location.origin}${location.pathname}?${here}`)}>
          Copia l’indirizzo
        </RowAction>
      )}
      {isNaming && <ViewName section={section} query={here} onClose={() => setNaming(false)} />}
    </div>
  )
}

/** Returns a query string without page and job, in a fixed order, so that equal views have equal texts. */
function viewOf(query: string): string {
  const params = new URLSearchParams(query)
  for (const name of ['page', 'job']) params.delete(name)
  params.sort()
  return params.toString()
}
