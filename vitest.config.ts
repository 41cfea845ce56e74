import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'src/**/*.test.ts'],
    exclude: ['test/fixtures/**', 'node_modules/**'],
    globalSetup: 'test/setup.ts',
    pool: 'forks',
    // The processes that tests start read their TypeScript once, not each time.
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules', '.cache', 'node') },
    // One more than the cores of a small machine: tests wait for browsers, workers and clocks more than they compute.
    maxWorkers: 3,
    // A machine under load may lose a race in the browser: a second try decides, and the summary names the test.
    retry: 1,
    testTimeout: 60_000,
    // A loaded machine takes its time: what is waited for is there at last, or the test fails.
    expect: { poll: { timeout: 10_000, interval: 50 } },
    hookTimeout: 60_000,
    reporters: ['default', './test/summary.ts'],
  },
})
