import type { PriceChange, PriceWarning } from '../../../../modules/catalog/prices/contract.ts'
import { ChangeList, keyOf, listedOf } from './ChangeList.tsx'

interface PlainChangesProps {
  changes: PriceChange[]
  warnings: PriceWarning[]
}

export function PlainChanges({ changes, warnings }: PlainChangesProps) {
  const notes = new Map(warnings.map((warning) => [keyOf(warning), warning.message]))
  return <ChangeList changes={changes.map((change) => listedOf(change, notes.get(keyOf(change))))} />
}
