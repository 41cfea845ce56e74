import { ActChoice } from './ActChoice.tsx'
import { type BulkActOptions, useBulkAct } from './useBulkAct.tsx'

/** Acts whose input is only their name. */
export function SimpleActs({ acts, ...options }: BulkActOptions & { acts: Record<string, string> }) {
  const { ask, dialog } = useBulkAct(options)
  return (
    <>
      <ActChoice acts={acts} onApply={(act, label) => ask({ label, input: { act } })} />
      {dialog}
    </>
  )
}
