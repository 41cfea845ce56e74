import { joinAct } from '../../../kernel/bulkAct.ts'
import { on } from '../../../kernel/message.ts'
import { placeChanged } from '../../catalog/places/contract.ts'
import { placePathOf } from '../../catalog/places/queries.ts'
import { gone, moved } from './queries.ts'

/** Redirects a place's old path to its new path, or marks the old path as gone if the place has no page any more. */
export const redirectMovedPlace = on(
  'content:redirectMovedPlace',
  placeChanged,
  async ({ fromSlug, toSlug, cause }, { write }) => {
    if (!fromSlug || fromSlug === toSlug) return
    await write.begin(async (tx) => {
      await joinAct(tx, cause)
      if (toSlug) await moved(tx, placePathOf(fromSlug), placePathOf(toSlug))
      else await gone(tx, placePathOf(fromSlug))
    })
  },
)
