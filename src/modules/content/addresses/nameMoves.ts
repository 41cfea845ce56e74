import { on } from '../../../kernel/message.ts'
import { placeNamesChanged } from '../../catalog/places/names.contract.ts'
import { renamedPaths } from '../../catalog/places/renames.queries.ts'
import { moveAll } from './moves.writes.ts'

/** Redirects the old paths of a place and its routes in the languages in which the place was renamed. */
export const redirectRenamedPlace = on(
  'content:redirectRenamedPlace',
  placeNamesChanged,
  async (change, { write }) => {
    await write.begin(async (tx) => {
      const moves = await renamedPaths(tx, change)
      if (moves.length > 0) await moveAll(tx, moves)
    })
  },
)
