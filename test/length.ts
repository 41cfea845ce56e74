/** True in `npm run test:full`, which runs every width, every kill and every generated value. */
const isFull = process.env.TEST_LENGTH === 'full'

/** Returns `short` in `npm test` and `full` in `npm run test:full`. */
export const inFull = <T>(short: T, full: T): T => (isFull ? full : short)

/** Options of a test that only `npm run test:full` runs: `test('…', long, …)`. */
export const long = { tags: ['long'] }
