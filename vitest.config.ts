import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { seedOfCommit } from './test/seedOfCommit.ts'
import { SlowEarly } from './test/slowEarly.ts'

export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts', 'src/**/*.test.ts'],
    exclude: ['test/fixtures/**', 'node_modules/**'],
    globalSetup: 'test/setup.ts',
    setupFiles: 'test/perFile.ts',
    pool: 'forks',
    // A worker loads the product once for all its files. Each test has its own database, and nothing is mocked.
    isolate: false,
    // Runs the built pages as they are.
    server: { deps: { external: [/\/dist\/server\//] } },
    env: {
      // Caches the compiled TypeScript of the processes that tests start.
      NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules', '.cache', 'node'),
      FAST_CHECK_SEED: String(seedOfCommit()),
      TEST_LENGTH: mode === 'full' ? 'full' : 'short',
    },
    tags: [{ name: 'long', description: 'Runs in npm run test:full only.' }],
    ...(mode === 'full' ? {} : { tagsFilter: ['!long'] }),
    // More than a small machine has cores, because tests mostly wait for browsers, workers and timers.
    maxWorkers: 4,
    sequence: { sequencer: SlowEarly },
    retry: 0,
    // Milliseconds; generous, because a busy machine is slow. Tests wait for conditions. At a load of 20 on two cores, the
    // longest test takes four minutes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 90_000, interval: 50 } },
    reporters: ['default', './test/summary.ts'],
  },
}))
