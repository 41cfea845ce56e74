import { Type } from '@sinclair/typebox'
import { Id } from '../../field.ts'
import { event } from '../../message.ts'

/** With its last slug: the row that knew it is gone. */
export const routeDeleted = event('catalog:routeDeleted', Type.Object({ routeId: Id, slug: Type.String() }))
/** Its address is another one now. */
export const routeMoved = event(
  'catalog:routeMoved',
  Type.Object({ routeId: Id, fromSlug: Type.String(), toSlug: Type.String() }),
)
