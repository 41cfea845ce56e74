import { useState } from 'react'
import { centsOf } from '../../../../modules/catalog/prices/cents.contract.ts'
import type { PriceChange, PriceWarning } from '../../../../modules/catalog/prices/contract.ts'
import { sentenceOf } from '../../kit/api.ts'
import { Waiting } from '../../kit/States.tsx'
import { keyOf, listedOf } from './ChangeList.tsx'
import { priceWords } from './GridRow.tsx'
import { BackButton, Review } from './Review.tsx'

interface Plan {
  changes?: PriceChange[]
  warnings?: PriceWarning[]
  plan?: string
}

/** The user's decision about a plan. The server refuses the decision if prices changed after the plan was computed. */
export interface Decision {
  reason: string
  plan?: string
  excludedIds: number[]
}

interface ProposalProps {
  of: { data: Plan | undefined; error: unknown }
  verb: string
  nothing: string
  /** True if the user may exclude routes. */
  canExclude?: boolean
  /** Applies the plan. Throws the error of the command. */
  onApply: (decision: Decision) => Promise<unknown>
  /** Goes back to the step before; omitted if the user leaves the dialog instead. */
  onBack?: () => void
}

const noNotes: ReadonlyMap<string, string> = new Map()

/** Shows the changes of a dry run. Staff apply or discard the changes. */
export function Proposal({ of, verb, nothing, canExclude = false, onApply, onBack }: ProposalProps) {
  // After the server refuses a plan, the exclusions stay. Notes mark the prices that changed between the first
  // and the second dry run.
  const [shown, setShown] = useState<{ plan: Plan | undefined; notes: ReadonlyMap<string, string> }>({
    plan: undefined,
    notes: noNotes,
  })
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set())
  if (of.data && of.data !== shown.plan)
    setShown({ plan: of.data, notes: shown.plan ? notesOf(shown.plan, of.data) : noNotes })
  const { changes = [], warnings = [], plan } = shown.plan ?? {}

  if (changes.length > 0)
    return (
      <Review
        changes={changes.map((change) => listedOf(change, shown.notes.get(keyOf(change))))}
        warnings={warnings}
        verb={verb}
        onApply={(reason) => onApply({ reason, ...(plan ? { plan } : {}), excludedIds: [...excluded] })}
        {...(onBack ? { onBack } : {})}
        {...(canExclude
          ? { excluded, onToggle: (id: number) => setExcluded(excluded.symmetricDifference(new Set([id]))) }
          : {})}
      />
    )
  return (
    <div className="grid gap-4">
      {!of.data && !of.error && <Waiting rows={4} />}
      {of.data !== undefined && <p role="status">{nothing}</p>}
      {of.error !== null && of.error !== undefined && (
        <p role="alert" className="font-medium text-brick">
          {sentenceOf(of.error)}
        </p>
      )}
      <div className="flex justify-end">
        <BackButton onBack={onBack}>Chiudi</BackButton>
      </div>
    </div>
  )
}

/** Returns a note for each change in `after` whose old price differs from the one in `before`, by key of the change. */
function notesOf(before: Plan, after: Plan): Map<string, string> {
  const seen = new Map(before.changes?.map((change) => [keyOf(change), change.from]))
  return new Map(
    (after.changes ?? []).flatMap((change): [string, string][] => {
      const was = seen.get(keyOf(change))
      if (was === change.from) return []
      const old = was === undefined ? '' : `, prima era ${priceWords(centsOf(was) ?? null)}`
      return [[keyOf(change), `Cambiato da un’altra persona mentre guardavi${old}.`]]
    }),
  )
}
