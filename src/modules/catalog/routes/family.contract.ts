import { Type } from '@sinclair/typebox'
import { Id, titled } from '../../../kernel/field.ts'
import { act, command } from '../../../kernel/message.ts'
import { Cause } from '../../../kernel/selection.ts'

const member = Type.Object({ id: Id, routeId: titled('Tratta', Id) })

/** The act, which staff can undo; missing if the routes already were as wanted. */
const Linking = Type.Object({ actId: Type.Optional(Id) })

const ofFamily = Type.Object({ routeId: Id, mainRouteId: Id })

/** A route that existed has become a related route. */
export const routeLinked = act('catalog:routeLinked', 'Tratta collegata a una principale', {
  fields: { mainRouteId: 'Tratta Principale' },
  payload: ofFamily,
})

/** `id` is the main route. The route keeps its texts, prices and slug. */
export const LinkRoute = command(
  'PUT /api/admin/correlated-routes/:id/routes/:routeId',
  'admin',
  member,
  Linking,
  {
    acts: [routeLinked],
    refusesUnknownKeys: true,
    summary: 'Makes an existing route a related route of a main route, and changes nothing else of it',
  },
)

/** A related route has become a route without a main route. */
export const routeUnlinked = act('catalog:routeUnlinked', 'Tratta scollegata dalla principale', {
  fields: { mainRouteId: 'Tratta Principale' },
  payload: ofFamily,
})

export const UnlinkRoute = command(
  'DELETE /api/admin/correlated-routes/:id/routes/:routeId',
  'admin',
  member,
  Linking,
  {
    acts: [routeUnlinked],
    refusesUnknownKeys: true,
    summary:
      'Ends the relation of a related route to its main route; the route stays; 404 for a related route of another one',
  },
)

/** Result of the job that completes the related routes of a main route. */
export interface FamilyOutcome {
  created: number
  adopted: number
  restored: number
  /** Existing routes that it left as they are, with the reason in Italian. */
  left: { name: string; reason: string }[]
}

/** A deleted route has come back, with its id. Emitted after `catalog:routeCreated`, which the route emits too. */
export const routeRestored = act('catalog:routeRestored', 'Tratta eliminata che torna', {
  payload: Type.Object({ routeId: Id, cause: Type.Optional(Cause) }),
})
