import { afterAll } from 'vitest'

/**
 * Returns a function that sets the time zone of this process, in which the server runs too; without a zone the machine's.
 * After the tests of the file, the zone is the machine's.
 */
export function openZone(): (zone?: string) => void {
  const ownZone = process.env.TZ
  const setZone = (zone = ownZone) => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
  afterAll(() => setZone())
  return setZone
}
