import type { Static } from '@sinclair/typebox'
import type { CreateBulkRoutes } from '../../../../modules/catalog/generator/contract.ts'
import { countOf } from '../../kit/format.ts'

type Families = NonNullable<Static<typeof CreateBulkRoutes.output>['families']>

/** States what a run does with related routes that exist already or were deleted. */
export function FamilyPlan({ adopted, restored, left, leftTotal }: Families) {
  const words = ['tratta', 'tratte'] as const
  return (
    <>
      {adopted > 0 && `Correlate che esistono già e vengono collegate: ${countOf(adopted, words)}. `}
      {restored > 0 && `Correlate eliminate che tornano: ${countOf(restored, words)}. `}
      {leftTotal > 0 && (
        <span className="block">
          {`Non collegate: ${countOf(leftTotal, words)}. `}
          {left.slice(0, 3).map(({ name, reason }) => `${name} ${reason}. `)}
          {leftTotal > 3 && '…'}
        </span>
      )}
    </>
  )
}
