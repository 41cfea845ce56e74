import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Ends the run with the plain line that CI reads, alone. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    // What fails outside any test (a file that does not load, a promise nobody awaited) counts as one each.
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 }
    for (const module of modules) {
      const suites = [...module.children.allSuites()]
      counts.failed += [module, ...suites].filter((one) => one.errors().length > 0).length
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (test.diagnostic()?.flaky)
          console.log(`passed at its second try: ${test.fullName} (${errors?.[0]?.message})`)
        // A test that never ran has not passed: an aborted run must not read as a green one.
        counts[state === 'pending' ? 'failed' : state] += 1
      }
    }
    // Vitest itself fails a run that found no test.
    if (modules.length === 0) counts.failed += 1
    const line = `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
    // Later than every other reporter: this is the last line.
    process.once('exit', () => console.log(line))
  }
}
