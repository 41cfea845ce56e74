// Formats of texts that only staff read.

const moment = new Intl.DateTimeFormat('it-IT', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Rome',
})
// By default, the Italian format separates thousands only in numbers of five or more digits.
const number = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })

/** Returns for example `21/11/26, 08:05` in Rome. */
export const shortMoment = (at: Date) => moment.format(at)

/** Returns for example `1.234`. */
export const numberText = (value: number) => number.format(value)
