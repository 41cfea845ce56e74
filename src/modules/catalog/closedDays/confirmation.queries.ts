import { minutesOf, readClock } from '../../../kernel/clockTime.ts'
import { readModel } from '../../../kernel/readModel.ts'
import type { DatedWhen } from '../../../kernel/romanDay.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { ClosedDay } from './contract.ts'

type Limited = Pick<ClosedDay, 'day' | 'maxTripsPerHour'> & {
  /** Hours in Rome, such as 14, in which no more trips may begin. */
  fullHours: number[]
}

const limitedDays = readModel(['closed_days'], async (read) => {
  const rows = await read<Limited[]>`select day, max_trips_per_hour, full_hours from closed_days`
  return new Map(rows.map((row) => [row.day, row]))
})

export type MustConfirm = (when: DatedWhen) => boolean

/** Returns whether staff must confirm a ride: without a time, they must if any hour of the day is full. */
export async function mustConfirm(read: Sql | Tx): Promise<MustConfirm> {
  const days = await limitedDays(read)
  return ({ day, time }) => {
    const limited = days.get(day)
    if (!limited) return false
    if (limited.maxTripsPerHour === 0) return true
    const clock = readClock(time)
    return clock
      ? limited.fullHours.includes(Math.floor(minutesOf(clock) / 60))
      : limited.fullHours.length > 0
  }
}
