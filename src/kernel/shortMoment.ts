const format = new Intl.DateTimeFormat('it-IT', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Europe/Rome',
})

/** Returns for example `21/11/26, 08:05` in Rome. */
export const shortMoment = (moment: Date) => format.format(moment)
