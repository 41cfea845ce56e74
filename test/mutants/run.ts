import { openCopy, type Run } from '../planted/project.ts'
import { type Fault, faults } from './faults.ts'

// If no test fails with a planted fault, the tests do not prove the behaviour that the fault breaks. `npm run mutants
// -- totp mail` plants only faults whose file or description contains one of the words.

const words = process.argv.slice(2)
const chosen = faults.filter(
  ({ file, what }) => words.length === 0 || words.some((word) => `${file} ${what}`.includes(word)),
)

let caught = 0
{
  await using copy = await openCopy()
  // A test that fails without a fault cannot catch one.
  const sound = failedIn(await copy.run([...new Set(chosen.flatMap(({ tests }) => tests))], {}))
  for (const fault of chosen) {
    const isPlanted = copy.plant({ file: fault.file, find: fault.from, replace: fault.to })
    const red = fault.tests.find((one) => sound.has(one))
    const outcome = !isPlanted
      ? 'NOT PLANTED: its text is not there once'
      : red
        ? `NOT JUDGED: without the fault, this test fails: ${sound.get(red)}`
        : await verdict(fault)
    copy.restore()
    console.log(`| ${fault.what} | \`${fault.file}\` | ${outcome} |`)
  }

  /** Returns the title of the test that catches the fault, or that none does. */
  async function verdict({ tests, only }: Fault): Promise<string> {
    const run = await copy.run(tests, { ...(only ? { only } : {}), options: ['--bail=1'] })
    const [catcher] = failedIn(run).values()
    const passed = run.tests.filter(({ status }) => status === 'passed').length
    if (catcher) caught += 1
    return catcher ?? `NOT CAUGHT by ${passed} tests`
  }
}
console.log(`\n${caught} of ${chosen.length} faults caught`)
process.exit(caught === chosen.length ? 0 : 1)

/** Returns the title of a failed test by file, or the trouble of a run without a failed test. */
function failedIn({ tests, trouble }: Run): Map<string, string> {
  const failed = tests.filter(({ status }) => status === 'failed')
  if (failed.length === 0 && trouble) return new Map([['', trouble.split('\n')[0] ?? '']])
  return new Map(failed.map(({ file, title }) => [file, title]))
}
