import { type ReactNode, useState } from 'react'
import type { PriceWarning } from '../../../../modules/catalog/prices/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextArea } from '../../../ui/Field.tsx'
import { showNumber } from '../../kit/format.ts'
import { ChangeList, type ListedChange } from './ChangeList.tsx'

interface ReviewProps {
  changes: ListedChange[]
  /** Warnings about the prices; undefined while the server computes them. */
  warnings: PriceWarning[] | undefined
  isPending: boolean
  /** Label such as `Salva`, to which the number of changes is appended. */
  verb: string
  onApply: (reason: string) => void
  onClose: () => void
  action?: (change: ListedChange) => ReactNode
}

/** Lists the changes with previous prices and warnings, and asks for a reason before saving. */
export function Review({ changes, warnings, isPending, verb, onApply, onClose, action }: ReviewProps) {
  const [reason, setReason] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const [hasWarningsOnly, setHasWarningsOnly] = useState(false)
  const messages = new Map((warnings ?? []).map(({ id, field, message }) => [`${id}.${field}`, message]))
  const listed = changes
    .map((change) => ({ ...change, note: messages.get(`${change.id}.${change.field}`) ?? change.note }))
    .filter(({ note }) => note !== undefined || !hasWarningsOnly)
  const routes = new Set(changes.map(({ id }) => id)).size
  const needsReason = messages.size > 0 && reason.trim() === ''
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (needsReason) setIsAsked(true)
        else onApply(reason.trim())
      }}
    >
      <p>
        {count(changes.length, 'prezzo', 'prezzi')} su {count(routes, 'tratta', 'tratte')}.{' '}
        {warnings === undefined && <span className="text-ink-soft">Controllo dei prezzi in corso…</span>}
      </p>
      {messages.size > 0 && (
        <div role="status" className="rounded-field border border-brick/40 bg-brick-pale px-4 py-3">
          <p className="font-medium">
            {messages.size === 1
              ? 'Un prezzo sembra fuori misura.'
              : `${showNumber(messages.size)} prezzi sembrano fuori misura.`}{' '}
            Se sono giusti, scrivi perché.
          </p>
          <label className="mt-1 flex min-h-8 items-center gap-2 text-sm">
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
      <ChangeList changes={listed} {...(action ? { action } : {})} />
      <TextArea
        label="Motivo"
        rows={2}
        maxLength={300}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        {...(messages.size > 0 ? { 'aria-required': true } : {})}
        error={isAsked && needsReason ? 'Scrivi perché questi prezzi sono giusti' : undefined}
        hint="Resta nella cronologia dei prezzi."
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="plain" onClick={onClose}>
          Annulla
        </Button>
        <Button
          look="sea"
          type="submit"
          aria-busy={isPending}
          disabled={isPending || warnings === undefined || changes.length === 0}
        >
          {verb} {count(changes.length, 'prezzo', 'prezzi')}
        </Button>
      </div>
    </form>
  )
}

const count = (n: number, one: string, many: string) => `${showNumber(n)} ${n === 1 ? one : many}`
