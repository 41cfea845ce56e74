import { type ReactNode, useState } from 'react'
import type { PriceWarning } from '../../../../modules/catalog/prices/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { LeaveButton } from '../../../ui/Dialog.tsx'
import { TextArea, TextField } from '../../../ui/Field.tsx'
import { countOf, showNumber } from '../../kit/format.ts'
import { CommandForm } from '../../kit/UnshownErrors.tsx'
import { ChangeList, keyOf, type ListedChange } from './ChangeList.tsx'

interface ReviewProps {
  changes: ListedChange[]
  /** Warnings about the prices; undefined while the server computes them. */
  warnings: PriceWarning[] | undefined
  isPending: boolean
  /** Error of the command that applies the changes; null before its first failure. */
  error: unknown
  /** Returns whether the list of changes shows an error with this path. */
  shows?: (path: string) => boolean
  /** Label such as `Salva`, followed by the number of changes. */
  verb: string
  /** Ids of routes that keep their prices; omitted if no route can be excluded. */
  excluded?: ReadonlySet<number>
  onToggle?: (id: number) => void
  onApply: (reason: string) => void
  /** Goes back to the step before; omitted if the user leaves the dialog instead. */
  onBack?: () => void
  action?: (change: ListedChange) => ReactNode
}

/** Number of routes above which the list gets a search field. */
const searchedFrom = 12

/** Lists the changes with previous prices and warnings, and asks for a reason before saving. */
export function Review({
  changes,
  warnings,
  isPending,
  error,
  shows,
  verb,
  excluded,
  onToggle,
  onApply,
  onBack,
  action,
}: ReviewProps) {
  const [reason, setReason] = useState('')
  const [search, setSearch] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const [hasWarningsOnly, setHasWarningsOnly] = useState(false)
  const messages = new Map((warnings ?? []).map((warning) => [keyOf(warning), warning.message]))
  const noted = changes.map((change) => ({
    ...change,
    note: messages.get(keyOf(change)) ?? change.note,
  }))
  const isKept = ({ id, followsId }: ListedChange) => !excluded?.has(followsId ?? id)
  const kept = noted.filter(isKept)
  const routes = new Set(kept.map(({ id }) => id)).size
  const all = new Set(changes.map(({ id }) => id)).size
  const erased = kept.filter(({ from, to }) => from !== null && to === null).length
  const odd = kept.filter((change) => messages.has(keyOf(change))).length
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const listed = noted.filter(
    ({ note, departure, destination }) =>
      (note !== undefined || !hasWarningsOnly) &&
      words.every((word) => `${departure} ${destination}`.toLowerCase().includes(word)),
  )
  const needsReason = odd > 0 && reason.trim() === ''
  return (
    <CommandForm
      error={error}
      shows={shows}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (needsReason) setIsAsked(true)
        else onApply(reason.trim())
      }}
    >
      <p>
        {countOf(kept.length, ['prezzo', 'prezzi'])} su {countOf(routes, ['tratta', 'tratte'])}.{' '}
        {all > routes && `${countOf(all - routes, ['tratta resta com’è', 'tratte restano come sono'])}. `}
        {erased > 0 && (
          <strong className="font-semibold text-brick">
            {countOf(erased, ['prezzo diventa', 'prezzi diventano'])} “su richiesta”.{' '}
          </strong>
        )}
        {warnings === undefined && <span className="text-ink-soft">Controllo dei prezzi in corso…</span>}
      </p>
      {odd > 0 && (
        <div role="status" className="rounded-field border border-brick/40 bg-brick-pale px-4 py-3">
          <p className="font-medium">
            {odd === 1
              ? 'Un prezzo sembra fuori misura.'
              : `${showNumber(odd)} prezzi sembrano fuori misura.`}{' '}
            Se sono giusti, scrivi perché.
          </p>
          <label className="mt-1 flex min-h-(--target) items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-5 accent-sea"
              checked={hasWarningsOnly}
              onChange={({ target }) => setHasWarningsOnly(target.checked)}
            />
            Mostra solo questi
          </label>
        </div>
      )}
      {excluded && (
        <p className="text-ink-soft text-sm">Togli la spunta alle tratte che non devono cambiare.</p>
      )}
      {all > searchedFrom && (
        <TextField
          label="Cerca nell’elenco"
          type="search"
          aria-required
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // Ignores Enter, because Enter would submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <ChangeList
        changes={listed}
        {...(action ? { action } : {})}
        choice={excluded && onToggle ? { isChosen: (id) => !excluded.has(id), onToggle } : undefined}
      />
      <TextArea
        label="Motivo"
        name="reason"
        rows={2}
        maxLength={300}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        {...(odd > 0 ? { 'aria-required': true } : {})}
        error={isAsked && needsReason ? 'Scrivi perché questi prezzi sono giusti' : undefined}
        hint="Resta nella cronologia dei prezzi."
      />
      <div className="flex flex-wrap justify-end gap-2">
        <BackButton onBack={onBack}>Annulla</BackButton>
        <Button
          look="sea"
          type="submit"
          aria-busy={isPending}
          disabled={isPending || warnings === undefined || kept.length === 0}
        >
          {verb} {countOf(kept.length, ['prezzo', 'prezzi'])}
        </Button>
      </div>
    </CommandForm>
  )
}

/** Shows a button that goes back to the step before, or leaves the dialog if there is none. */
export function BackButton({ onBack, children }: { onBack: (() => void) | undefined; children: string }) {
  if (!onBack) return <LeaveButton>{children}</LeaveButton>
  return (
    <Button look="plain" onClick={onBack}>
      {children}
    </Button>
  )
}
