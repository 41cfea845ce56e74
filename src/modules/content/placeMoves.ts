import { on } from '../../message.ts'
import { placeChanged } from '../catalog/contract.places.ts'
import { placePathOf } from '../catalog/queries.places.ts'
import { gone, moved } from './redirects.ts'

/** The address that a place left leads to its present one, or says that it is gone. */
export const redirectMovedPlace = on(
  'content:redirectMovedPlace',
  placeChanged,
  async ({ fromSlug, toSlug }, { write }) => {
    if (!fromSlug || fromSlug === toSlug) return
    await write.begin(async (tx) => {
      if (toSlug) await moved(tx, placePathOf(fromSlug), placePathOf(toSlug))
      else await gone(tx, placePathOf(fromSlug))
    })
  },
)
