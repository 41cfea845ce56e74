import { stripVTControlCharacters } from 'node:util'
import type { Run } from './project.ts'
import { type Row, titlePattern } from './rows.ts'

export interface Outcome {
  is: 'red' | 'green' | 'not run'
  /** First line of the failure, or why the row could not be run. */
  message: string
  /** Title of the test that failed. */
  test: string
}

/** Beginnings of the message of a failed expectation. Any other error may be the fault's own crash. */
const unmet = /^(AssertionError|Error: Test timed out|Error: expect)|Timeout \d+ms exceeded/

/** Returns the first line of a failure. The failure of a property reports the error of its example further below. */
function firstLineOf(message: string): string {
  const text = stripVTControlCharacters(message).trim()
  const [, ofExample] = text.match(/^Error: Property failed[\s\S]*?\nGot (.+)/) ?? []
  return ofExample?.replace(/^error: /, 'Error: ') ?? text.split('\n')[0] ?? ''
}

/** Judges the run of a row's tests with the fault planted. */
export function judge({ tests, trouble }: Run, row: Row): Outcome {
  const failed = tests.filter(({ status }) => status === 'failed')
  const named = failed.filter(({ file, title }) =>
    row.tests.some((one) => one.file === file && new RegExp(`^${titlePattern(one.name)}$`).test(title)),
  )
  const messages = named.map(({ title, message }) => ({ title, message: firstLineOf(message) }))
  const proof = messages.find(({ message }) => unmet.test(message))
  if (proof) return { is: 'red', message: proof.message, test: proof.title }
  const [crash] = messages
  if (crash) return { is: 'not run', message: crash.message, test: crash.title }
  if (trouble) return { is: 'not run', message: stripVTControlCharacters(trouble).trim(), test: '' }
  if (tests.some(({ status }) => status === 'passed')) return { is: 'green', message: '', test: '' }
  return { is: 'not run', message: 'no test of this name ran', test: '' }
}
