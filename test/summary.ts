import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Prints the line that CI reads, as the last line of the run. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    // A failure outside any test (a file that does not load, an unhandled rejection) counts as one failed test.
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 }
    for (const module of modules) {
      const suites = [...module.children.allSuites()]
      counts.failed += [module, ...suites].filter((one) => one.errors().length > 0).length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        // A test that did not run has not passed: an aborted run must not look green.
        counts[state === 'pending' ? 'failed' : state] += 1
      }
    }
    // Vitest fails a run without tests.
    if (modules.length === 0) counts.failed += 1
    const line = `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
    // After every other reporter: this is the last line.
    process.once('exit', () => console.log(line))
  }
}
