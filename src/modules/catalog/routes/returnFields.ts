import type { RouteRow } from './rows.ts'

/** Fields that a return route takes from its main route. It takes all fields of a group, or none of them. */
const fieldGroups = [
  ['distanceKm', 'distanceSource'],
  ['estimatedDuration'],
  ['longDescription'],
  ['touristInfo'],
] as const

export type ReturnField = (typeof fieldGroups)[number][number]

/** Returns the fields that a return route has taken from its main route and that nobody has changed there since. */
export function takenFields(back: RouteRow, main: RouteRow): ReturnField[] {
  return fieldGroups.filter((group) => group.every((field) => back[field] === main[field])).flat()
}

export function withFields(back: RouteRow, main: RouteRow, fields: readonly ReturnField[]): RouteRow {
  return { ...back, ...Object.fromEntries(fields.map((field) => [field, main[field]])) }
}

/** Returns the columns that a return route copies. It copies no prices but uses those of its outbound route. */
export function returnColumns(main: Pick<RouteRow, ReturnField>) {
  return {
    distance_km: main.distanceKm,
    distance_source: main.distanceSource,
    estimated_duration: main.estimatedDuration,
    long_description: main.longDescription,
    tourist_info: main.touristInfo,
  }
}
