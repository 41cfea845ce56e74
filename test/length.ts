/** True in `npm run test:full`, which takes the long forms: every width, every kill, every generated value. */
const isFull = process.env.TEST_LENGTH === 'full'

/** What `npm test` does, and what `npm run test:full` does instead. */
export const inFull = <T>(short: T, full: T): T => (isFull ? full : short)

/** The options of a test that only `npm run test:full` runs: `test('…', long, …)`. */
export const long = { tags: ['long'] }
