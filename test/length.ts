/** True in `npm run test:full`, which runs every width, every kill and every generated value. */
const isFull = process.env.TEST_LENGTH === 'full'

/** Returns `short` in `npm test` and `full` in `npm run test:full`. */
export const inFull = <T>(short: T, full: T): T => (isFull ? full : short)

/** Returns the first two cases in `npm test`, and all in `npm run test:full`. */
export const fewCases = <T>(all: readonly T[]): readonly T[] => inFull(all.slice(0, 2), all)

/** Options of a test that only `npm run test:full` runs: `test('…', long, …)`. */
export const long = { tags: ['long'] }
