import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Prints the numbers of passed, failed and skipped tests in the last line, which CI reads. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    // An error outside any test (a file that does not load, an unhandled rejection) counts as one failed test.
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 }
    for (const module of modules) {
      const suites = [...module.children.allSuites()]
      counts.failed += [module, ...suites].filter((one) => one.errors().length > 0).length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        // A test that did not run counts as failed, so that an aborted run does not look successful.
        counts[state === 'pending' ? 'failed' : state] += 1
      }
    }
    // Vitest fails a run without tests, so the line must show a failure.
    if (modules.length === 0) counts.failed += 1
    const line = `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
    // Prints the line at exit, so that it is the last.
    process.once('exit', () => console.log(line))
  }
}
