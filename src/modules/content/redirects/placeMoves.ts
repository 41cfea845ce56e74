import { joinAct } from '../../../kernel/bulkActCause.ts'
import { on } from '../../../kernel/message.ts'
import { pathsOfSlugs } from '../../../languages/addresses.ts'
import { placeChanged } from '../../catalog/places/contract.ts'
import { hasPlaceText, placePathOf } from '../../catalog/places/queries.ts'
import { gone, moved } from './queries.ts'

/**
 * Redirects a place's old path to its new path, or marks the old paths as gone in every language if the place has no
 * page any more. `redirectRenamedPlace` redirects the paths of a renamed place in the other languages.
 */
export const redirectMovedPlace = on(
  'content:redirectMovedPlace',
  placeChanged,
  async ({ fromSlug, toSlug, fromLocalSlugs, cause }, { write }) => {
    if (!fromSlug || fromSlug === toSlug) return
    await write.begin(async (tx) => {
      if (!(await joinAct(tx, cause))) return
      // The page may be back, for example because the act was undone before this reaction ran.
      if (await hasPlaceText(tx, fromSlug)) return
      if (toSlug) return moved(tx, placePathOf(fromSlug), placePathOf(toSlug))
      for (const path of [placePathOf(fromSlug), ...pathsOfSlugs(fromLocalSlugs, placePathOf)])
        await gone(tx, path)
    })
  },
)
