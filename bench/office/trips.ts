import { dayAfter, romanDay, romanMoment } from '../../src/kernel/romanDay.ts'
import type { Site } from '../site.ts'
import { until } from './hands.ts'

/** Adds a trip for tomorrow, without vehicle and driver. */
export async function addTrip({ db }: Site, place: string, hour: number): Promise<void> {
  const day = dayAfter(romanDay(new Date()), 1)
  await db.write`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags)
    values ('Lecce', ${place}, ${romanMoment(day, `${hour}:00`)}, ${romanMoment(day, `${hour}:40`)}, 2, 1)`
}

export const isAssigned = ({ db }: Site, place: string) =>
  until(`the trip to ${place} is assigned`, async () => {
    const [row] = await db.read`select state from trips where to_place = ${place} order by id desc limit 1`
    return row?.state === 'assigned'
  })
