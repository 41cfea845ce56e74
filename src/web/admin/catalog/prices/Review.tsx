import { Type } from '@sinclair/typebox'
import { type ReactNode, useState } from 'react'
import { type PriceWarning, UpdatePrices } from '../../../../modules/catalog/prices/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { LeaveButton } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { type ActParts, actForm, fieldRefusal, SendButton } from '../../kit/ActForm.tsx'
import { FormArea } from '../../kit/Form.tsx'
import { countOf, showNumber } from '../../kit/format.ts'
import { ChangeList, keyOf, type ListedChange } from './ChangeList.tsx'

interface ReviewProps {
  changes: ListedChange[]
  /** Warnings about the prices; undefined while the server computes them. */
  warnings: PriceWarning[] | undefined
  /** Returns whether the list of changes shows an error with this path. */
  shows?: (path: string) => boolean
  /** Label such as `Salva`, followed by the number of changes. */
  verb: string
  /** Ids of routes that keep their prices; omitted if no route can be excluded. */
  excluded?: ReadonlySet<number>
  onToggle?: (id: number) => void
  /** Applies the changes. Throws the error of the command. */
  onApply: (reason: string) => Promise<unknown>
  /** Goes back to the step before; omitted if the user leaves the dialog instead. */
  onBack?: () => void
  action?: (change: ListedChange) => ReactNode
}

/** Number of routes above which the list gets a search field. */
const searchedFrom = 12

const reasoned = { input: Type.Pick(UpdatePrices.input, ['reason']) }

/** Lists the changes with previous prices and warnings, and asks for a reason before saving. */
export const Review = actForm<typeof reasoned, ReviewProps>({
  asked: reasoned,
  valuesOf: () => ({ reason: '' }),
  send({ reason }, props) {
    if (!reason && keptOf(props).odd > 0)
      throw fieldRefusal('reason', 'Scrivi perché questi prezzi sono giusti')
    return props.onApply(reason ?? '')
  },
  shows: (path, { shows }) => shows?.(path) ?? false,
  className: 'grid gap-4',
  Fields,
})

/** Returns the changes that staff have not excluded, and how many of them have a warning. */
function keptOf({ changes, warnings, excluded }: ReviewProps) {
  const messages = new Map((warnings ?? []).map((warning) => [keyOf(warning), warning.message]))
  const kept = changes.filter(({ id, followsId }) => !excluded?.has(followsId ?? id))
  return { messages, kept, odd: kept.filter((change) => messages.has(keyOf(change))).length }
}

function Fields({ form, ...props }: ActParts<typeof reasoned, ReviewProps>) {
  const { changes, warnings, verb, excluded, onToggle, onBack, action } = props
  const [search, setSearch] = useState('')
  const [hasWarningsOnly, setHasWarningsOnly] = useState(false)
  const { messages, kept, odd } = keptOf(props)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const all = new Set(changes.map(({ id }) => id)).size
  const listed = changes
    .map((change) => ({ ...change, note: messages.get(keyOf(change)) ?? change.note }))
    .filter(
      ({ note, departure, destination }) =>
        (note !== undefined || !hasWarningsOnly) &&
        words.every((word) => `${departure} ${destination}`.toLowerCase().includes(word)),
    )
  return (
    <>
      <Summary kept={kept} all={all} isChecking={warnings === undefined} />
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
      <FormArea
        form={form}
        name="reason"
        rows={2}
        maxLength={300}
        {...(odd > 0 ? { 'aria-required': true } : {})}
        hint="Resta nella cronologia dei prezzi."
      />
      <div className="flex flex-wrap justify-end gap-2">
        <BackButton onBack={onBack}>Annulla</BackButton>
        <SendButton form={form} disabled={warnings === undefined || kept.length === 0}>
          {verb} {countOf(kept.length, ['prezzo', 'prezzi'])}
        </SendButton>
      </div>
    </>
  )
}

interface SummaryProps {
  kept: ListedChange[]
  /** Number of routes in the list, the excluded ones included. */
  all: number
  isChecking: boolean
}

function Summary({ kept, all, isChecking }: SummaryProps) {
  const routes = new Set(kept.map(({ id }) => id)).size
  const erased = kept.filter(({ from, to }) => from !== null && to === null).length
  return (
    <p>
      {countOf(kept.length, ['prezzo', 'prezzi'])} su {countOf(routes, ['tratta', 'tratte'])}.{' '}
      {all > routes && `${countOf(all - routes, ['tratta resta com’è', 'tratte restano come sono'])}. `}
      {erased > 0 && (
        <strong className="font-semibold text-brick">
          {countOf(erased, ['prezzo diventa', 'prezzi diventano'])} “su richiesta”.{' '}
        </strong>
      )}
      {isChecking && <span className="text-ink-soft">Controllo dei prezzi in corso…</span>}
    </p>
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
