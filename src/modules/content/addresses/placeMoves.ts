import { joinAct } from '../../../kernel/bulkActCause.ts'
import { on } from '../../../kernel/message.ts'
import { pathsOfSlugs } from '../../../languages/addresses.ts'
import { placeChanged } from '../../catalog/places/contract.ts'
import { hasPlaceText, placePathOf } from '../../catalog/places/placePages.queries.ts'
import { gone, moved } from './moves.writes.ts'

/** Redirects the Italian path only: `redirectRenamedPlace` redirects the paths in the other languages. */
export const redirectMovedPlace = on(
  'content:redirectMovedPlace',
  placeChanged,
  async ({ fromSlug, toSlug, fromLocalSlugs, cause }, { write }) => {
    if (!fromSlug || fromSlug === toSlug) return
    await write.begin(async (tx) => {
      if (!(await joinAct(tx, cause))) return
      // The page may exist again, for example because staff undid the bulk act before this reaction ran.
      if (await hasPlaceText(tx, fromSlug)) return
      if (toSlug) return moved(tx, placePathOf(fromSlug), placePathOf(toSlug))
      for (const path of [placePathOf(fromSlug), ...pathsOfSlugs(fromLocalSlugs, placePathOf)])
        await gone(tx, path)
    })
  },
)
