import type { Sql, Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../lead/contract.ts'

interface Key {
  kind: LeadKind
  id: number
}

const nameOf = ({ kind, id }: Key) => `${kind} ${id}`

/** Returns a function that returns how often the ride of a lead has changed: its state, places, times or party. */
export async function rideVersions(read: Sql | Tx, leads: Key[]): Promise<(lead: Key) => number> {
  const versions = new Map<string, number>()
  for (const [kind, ofKind] of Map.groupBy(leads, (lead) => lead.kind)) {
    const ids = ofKind.map(({ id }) => id)
    const rows = await read<{ id: number; version: number }[]>`
      select id, version from ride_versions where kind = ${kind} and id = any(${ids})`
    for (const { id, version } of rows) versions.set(nameOf({ kind, id }), version)
  }
  return (lead) => versions.get(nameOf(lead)) ?? 0
}

export const rideVersionOf = async (read: Sql | Tx, lead: Key): Promise<number> =>
  (await rideVersions(read, [lead]))(lead)
