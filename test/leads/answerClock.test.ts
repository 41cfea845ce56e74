import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutesOf, timeOf } from '../../src/kernel/clockTime.ts'
import { clockOf, dayAfter, romanDay, romanMoment } from '../../src/kernel/romanDay.ts'
import { dueAt, isLate, isOpen, standardHours } from '../../src/modules/leads/inbox/answerClock.contract.ts'
import { promisedMinutes } from '../../src/modules/settings/company/sentences.contract.ts'

const moments = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2030-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const hours = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
  .filter(([from, to]) => from < to)
  .map(([from, to]) => ({ from, to }))

test.each([
  ['2026-12-01T09:00:00Z', '2026-12-01T09:15:00Z', 'by day: fifteen minutes later'],
  ['2026-12-01T02:30:00Z', '2026-12-01T05:15:00Z', 'at night in winter: at 06:15 in Rome'],
  ['2026-07-01T01:00:00Z', '2026-07-01T04:15:00Z', 'at night in summer: at 06:15 in Rome'],
  ['2026-12-01T04:59:59Z', '2026-12-01T05:15:00Z', 'a second before the opening'],
  ['2026-12-01T05:00:00Z', '2026-12-01T05:15:00Z', 'at the opening'],
  ['2026-12-01T22:55:00Z', '2026-12-01T23:10:00Z', 'just before midnight: what was promised then holds'],
  ['2026-12-01T23:00:00Z', '2026-12-02T05:15:00Z', 'at midnight: the next morning'],
  ['2027-03-28T00:30:00Z', '2027-03-28T04:15:00Z', 'in the night when the clocks go forward'],
  ['2026-10-25T00:30:00Z', '2026-10-25T05:15:00Z', 'in the night when the clocks go back'],
])('a lead of %s is due at %s (%s)', (arrived, due) => {
  expect(dueAt(new Date(arrived), promisedMinutes).toISOString()).toBe(new Date(due).toISOString())
})

test('a lead is never due before its minutes have passed, nor after a day, and the count starts in opening hours', () => {
  fc.assert(
    fc.property(moments, hours, fc.integer({ min: 0, max: 120 }), (arrived, opening, minutes) => {
      const due = dueAt(arrived, minutes, opening)
      const started = new Date(due.getTime() - minutes * 60_000)
      expect(started.getTime()).toBeGreaterThanOrEqual(arrived.getTime())
      expect(started.getTime() - arrived.getTime()).toBeLessThanOrEqual(25 * 3_600_000)
      if (isOpen(arrived, opening)) expect(started).toEqual(arrived)
      else expect(minutesOf(clockOf(started))).toBeGreaterThanOrEqual(opening.from)
    }),
  )
})

test('a later lead is never due earlier', () => {
  fc.assert(
    fc.property(moments, moments, hours, (one, other, opening) => {
      const [first, second] = one <= other ? [one, other] : [other, one]
      expect(dueAt(first, 15, opening).getTime()).toBeLessThanOrEqual(dueAt(second, 15, opening).getTime())
    }),
  )
})

test('local time in Rome and the instant correspond, also in the nights of the clock change', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      const [day, time] = [romanDay(moment), clockOf(moment)]
      const back = romanMoment(day, time)
      expect([romanDay(back), clockOf(back)]).toEqual([day, time])
      // In the hour that the change to winter time repeats, both moments are right.
      expect(Math.abs(back.getTime() - moment.getTime())).toBeLessThanOrEqual(3_660_000)
    }),
  )
  // A time in the hour that the change to summer time skips counts as an hour later.
  expect(romanMoment('2027-03-28', '02:30').toISOString()).toBe('2027-03-28T01:30:00.000Z')
})

test('an answer after the promised time is late, one in time is not, and no answer is late from then on', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: -600, max: 600 }), (createdAt, seconds) => {
      const at = new Date(dueAt(createdAt, promisedMinutes).getTime() + seconds * 1000)
      expect(isLate({ createdAt, answeredAt: at }, new Date('2040-01-01'))).toBe(seconds > 0)
      expect(isLate({ createdAt, answeredAt: null }, at)).toBe(seconds > 0)
    }),
  )
})

test('the default hours are 6 to 24, and days continue over the end of a year', () => {
  expect(standardHours).toEqual({ from: 360, to: 1440 })
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  expect(dayAfter('2028-02-28')).toBe('2028-02-29')
})

test('the office is open at its first minute and closed at its last', () => {
  const hours = { from: 8 * 60, to: 20 * 60 }
  const at = (minutes: number) => isOpen(romanMoment('2026-06-10', timeOf(minutes)), hours)
  expect([8 * 60 - 1, 8 * 60, 20 * 60 - 1, 20 * 60].map(at)).toEqual([false, true, true, false])
})
