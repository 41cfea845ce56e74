import { centsOf } from '../../../../modules/catalog/prices/cents.contract.ts'
import {
  ListPrices,
  type PriceChange,
  type PriceWarning,
} from '../../../../modules/catalog/prices/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { sentenceOf } from '../../kit/api.ts'
import { Waiting } from '../../kit/States.tsx'
import { Review } from './Review.tsx'

/** Queries that a price change makes outdated. */
export const proposalRenews = [ListPrices.http, 'GET /api/admin/route']

interface ProposalProps {
  of: { data: { changes?: PriceChange[]; warnings?: PriceWarning[] } | undefined; error: unknown }
  isPending: boolean
  verb: string
  nothing: string
  onApply: (reason: string) => void
  onClose: () => void
}

/** Shows the changes of a dry run, which staff apply or discard. */
export function Proposal({ of, isPending, verb, nothing, onApply, onClose }: ProposalProps) {
  const { changes = [], warnings = [] } = of.data ?? {}
  if (changes.length > 0)
    return (
      <Review
        changes={changes.map(({ from, to, ...change }) => ({
          ...change,
          from: centsOf(from) ?? null,
          to: centsOf(to) ?? null,
        }))}
        warnings={warnings}
        isPending={isPending}
        verb={verb}
        onApply={onApply}
        onClose={onClose}
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
        <Button look="plain" onClick={onClose}>
          Chiudi
        </Button>
      </div>
    </div>
  )
}
