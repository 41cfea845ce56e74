import { HttpError } from '../../../kernel/httpError.ts'
import type { Tx } from '../../../platform/db.ts'

export function shown<Row extends { createdAt: Date; updatedAt: Date }>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}

/** Throws HttpError 409 if the vehicle or driver is assigned to a trip. */
export async function refuseUsed(
  tx: Tx,
  column: 'vehicle_id' | 'driver_id',
  id: number,
  subject: string,
): Promise<void> {
  const [{ trips }] = await tx<[{ trips: number }]>`
    select count(*) as trips from trips where ${tx(column)} = ${id}`
  if (trips > 0)
    throw new HttpError(
      409,
      `${subject} a ${trips === 1 ? 'un viaggio' : `${trips} viaggi`}: disattivalo invece di eliminarlo.`,
    )
}
