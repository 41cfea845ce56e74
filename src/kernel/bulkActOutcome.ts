import type { BulkOutcome } from './selection.ts'

export type Outcome = Omit<BulkOutcome, 'title'>

/** Maximum numbers in a response: `listedMax` refused rows, and `reasonsMax` reasons with `examplesMax` names each. */
export const listedMax = 50
const reasonsMax = 20
const examplesMax = 3

export const goneReason = 'Non c’è più.'

/** Summarizes what an act changed, or would change, and groups the refused rows by reason, the most frequent first. */
export function outcomeOf(total: number, changed: number, refused: BulkOutcome['refused']): Outcome {
  const reasons = [...Map.groupBy(refused, ({ reason }) => generalReason(reason))]
    .map(([reason, rows]) => ({
      reason,
      count: rows.length,
      examples: rows.slice(0, examplesMax).map(({ name }) => name),
    }))
    .sort((one, other) => other.count - one.count)
  return {
    total,
    changed,
    refused: refused.slice(0, listedMax),
    refusedTotal: refused.length,
    reasons: reasons.slice(0, reasonsMax),
    actId: null,
    jobId: null,
  }
}

/** Leaves out the details in parentheses, which differ from row to row and would split one reason into many. */
const generalReason = (reason: string) => reason.replace(/ \(.*\)/, '')
