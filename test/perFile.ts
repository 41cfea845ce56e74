import fc from 'fast-check'
import { closeOpenApps } from './app.ts'
import { watchCommands } from './everyWrite.ts'

// Runs before each test file.

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED) })
// Vitest calls no `afterAll` in a file whose tests are all skipped.
await closeOpenApps()

watchCommands()
