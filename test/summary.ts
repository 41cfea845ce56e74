import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** CI reads the last line of the run. */
export default class Summary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    // An error outside any test (a file that does not load, an unhandled rejection) counts as one failed test.
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 }
    for (const module of modules) {
      const suites = [...module.children.allSuites()]
      counts.failed += [module, ...suites].filter((one) => one.errors().length > 0).length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        // A test that did not run counts as failed, because an aborted run must not look successful.
        counts[state === 'pending' ? 'failed' : state] += 1
      }
    }
    // Vitest fails a run without tests, so the line must show a failure.
    if (modules.length === 0) counts.failed += 1
    const line = `\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
    // The line is printed at the exit, so that no other reporter prints a later line.
    process.once('exit', () => console.log(line))
  }
}
