import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { DeleteView, ListSavedViews, SaveView } from '../../../modules/settings/views/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copyText.ts'
import { Dialog, LeaveButton } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import type { PlainPath } from './adminPath.ts'
import { useCommandCall, useQueryCall } from './api.ts'
import { RowAction } from './RowAction.tsx'
import { useRights } from './rights.ts'
import { CommandForm } from './UnshownErrors.tsx'

interface View {
  name: string
  query: string
}

export interface SavedViewsProps {
  section: PlainPath
  /** Views that everyone has. */
  views?: readonly View[]
}

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
      {isNaming && <NameDialog section={section} query={here} onClose={() => setNaming(false)} />}
    </div>
  )
}

function NameDialog({ section, query, onClose }: { section: string; query: string; onClose: () => void }) {
  const save = useCommandCall(SaveView, {
    done: ({ name }) => `Vista «${name}» salvata`,
    failed: 'Impossibile salvare la vista',
    renews,
    onDone: onClose,
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name && !save.isPending) save.mutate({ section, name, query })
  }
  return (
    <Dialog title="Salva questa vista" onClose={onClose}>
      <CommandForm error={save.error} onSubmit={onSubmit} className="grid gap-4">
        <TextField
          label="Nome"
          name="name"
          required
          maxLength={60}
          hint="Ricorda filtro, ordine e colonne. Una vista con lo stesso nome viene sostituita."
        />
        <div className="flex justify-end gap-2">
          <LeaveButton>Annulla</LeaveButton>
          <Button type="submit" look="sea" aria-busy={save.isPending}>
            Salva
          </Button>
        </div>
      </CommandForm>
    </Dialog>
  )
}

/** Returns a query string without page and job, in a fixed order, so that equal views have equal texts. */
function viewOf(query: string): string {
  const params = new URLSearchParams(query)
  for (const name of ['page', 'job']) params.delete(name)
  params.sort()
  return params.toString()
}
