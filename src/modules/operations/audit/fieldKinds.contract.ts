import { subjects } from '../../leads/lead/subject.contract.ts'

/** Fields that always differ or repeat another field: the panel hides them, and a restore ignores them. */
export const quietFields = new Set([
  ...['id', 'createdAt', 'updatedAt', 'departureLocationId', 'destinationLocationId', 'transferTypeId'],
  ...[
    'hits',
    'lastHitAt',
    'ricerche',
    'message',
    'promptText',
    'warnings',
    'googlePositionAt',
    'postCount',
    'changes',
  ],
])

/** A restore does not set these fields to their old values, because every save sets them. */
export const saveMarks = new Set(['distanceSource', 'isDemo', 'isIndexed', 'gateReasons', 'publishedAt'])

/** Fields that contain ids: the table whose names staff read instead, and the Italian word for no record. */
export const referenceFields: Record<string, { table: string; none: string }> = {
  adminUserId: { table: 'admin_users', none: 'nessuno' },
  destinationIds: { table: 'locations', none: 'nessuna' },
  excludeLocationIds: { table: 'locations', none: 'nessuna' },
  hubId: { table: 'locations', none: 'nessuna' },
  promptId: { table: 'ai_prompts', none: 'nessuno' },
  routeId: { table: 'route_prices', none: 'nessuna' },
  assignedTo: { table: 'admin_users', none: 'nessuno' },
  driverId: { table: 'drivers', none: 'nessuno' },
  joined: { table: 'trips', none: 'nessuno' },
  joinedId: { table: 'customers', none: 'nessuno' },
  mainRouteId: { table: 'route_prices', none: 'nessuna' },
  placeId: { table: 'locations', none: 'nessuna' },
  split: { table: 'trips', none: 'nessuno' },
  toPlaceId: { table: 'locations', none: 'nessuna' },
  vehicleId: { table: 'vehicles', none: 'nessuno' },
}

const leadTables: Record<string, string> = subjects

/** Returns the table of the records to whose ids a field refers; null if the field contains no id. */
export const tableOfField = (field: string, { leadKind }: Record<string, unknown>): string | null =>
  field === 'leadId' ? (leadTables[String(leadKind)] ?? null) : (referenceFields[field]?.table ?? null)
