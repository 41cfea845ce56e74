import fc from 'fast-check'
import { closeOpenApps } from './app.ts'
import { watchCommands } from './everyWrite.ts'

// Runs before each test file.

fc.configureGlobal({
  seed: Number(process.env.FAST_CHECK_SEED),
  // `npm run planted` reads in the report whether an expectation was unmet.
  includeErrorInReport: process.env.TEST_PATIENCE_MS !== undefined,
})
// Vitest calls no `afterAll` in a file whose tests are all skipped.
await closeOpenApps()

watchCommands()
