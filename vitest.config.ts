import path from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'src/**/*.test.ts'],
    exclude: ['test/fixtures/**', 'node_modules/**'],
    globalSetup: 'test/setup.ts',
    pool: 'forks',
    // Caches the compiled TypeScript of the processes that tests start.
    env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules', '.cache', 'node') },
    // One more than the cores of a small machine: tests wait for browsers, workers and timers more than they compute.
    maxWorkers: 3,
    // A busy machine may lose a race in the browser: a second try decides, and the summary names the test.
    retry: 1,
    testTimeout: 60_000,
    // Generous, because a busy machine is slow; tests wait for conditions and fail if they never hold.
    expect: { poll: { timeout: 10_000, interval: 50 } },
    hookTimeout: 60_000,
    reporters: ['default', './test/summary.ts'],
  },
})
