import { centsOf } from '../../../../modules/catalog/prices/cents.contract.ts'
import type { PriceChange, PriceWarning } from '../../../../modules/catalog/prices/contract.ts'
import { ChangeList } from './ChangeList.tsx'

interface PlainChangesProps {
  changes: PriceChange[]
  warnings: PriceWarning[]
}

export function PlainChanges({ changes, warnings }: PlainChangesProps) {
  const notes = new Map(warnings.map(({ id, field, message }) => [`${id}.${field}`, message]))
  return (
    <ChangeList
      changes={changes.map(({ from, to, ...change }) => ({
        ...change,
        from: centsOf(from) ?? null,
        to: centsOf(to) ?? null,
        note: notes.get(`${change.id}.${change.field}`),
      }))}
    />
  )
}
