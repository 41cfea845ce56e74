import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { InvalidArgumentError } from 'commander'
import { parse } from 'csv/sync'
import { byteOrderMark } from '../../src/kernel/sheet.ts'
import { reasonOf } from '../../src/platform/log.ts'

/** What was typed cannot be carried out: exit code 2. */
export class UsageError extends Error {}

/** The work ended badly, as has been told: exit code 1 and no more words. */
export class Told extends Error {}

/** Ctrl-C: exit code 130. */
export class Interrupted extends Error {}

const how = { isJson: false }

export function printJson(isJson: boolean): void {
  how.isJson = isJson
}

/** The outcome on standard output: a line for people, or one of JSON. */
export function print(value: unknown, line: string): void {
  console.log(how.isJson ? JSON.stringify(value) : line)
}

/** What people may want to know on the way; scripts read nothing of it. */
export function tell(line: string): void {
  if (!how.isJson) console.error(line)
}

/** The outcome of a command that writes: what was done, or what `--yes` would do, or that it could not. */
export function printOutcome(value: object, isDone: boolean, line: string, isAsked = isDone): void {
  print(
    { ...value, done: isDone, dryRun: !isAsked },
    isAsked ? line : `${line}\nDry run: nothing was changed. Add --yes to do it.`,
  )
}

const linesMax = 30

/** A long list, cut for a person; `--json` has all of it. */
export function listed(lines: string[]): string {
  const shown = lines.slice(0, linesMax).map((line) => `  ${line}`)
  const more = lines.length - shown.length
  return [...shown, ...(more > 0 ? [`  … and ${more} more (--json has them all)`] : [])].join('\n')
}

/** A file's bytes, or those of standard input for `-`. */
export async function readInput(file: string): Promise<Buffer> {
  if (file === '-') return buffer(process.stdin)
  try {
    return await readFile(file)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${reasonOf(error)}`)
  }
}

/** Into a file that only its owner may read and that appears whole or not at all. */
export async function writeWhole(file: string, data: string): Promise<void> {
  const part = `${file}.part`
  try {
    await writeFile(part, data, { mode: 0o600 })
    await rename(part, file)
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${reasonOf(error)}`)
  } finally {
    await rm(part, { force: true })
  }
}

/** A sheet to a file, or to standard output where none is named. */
export async function putSheet(csv: string, file: string | undefined): Promise<void> {
  // Without the heading; a note may hold line ends of its own.
  const lines = parse(csv, { delimiter: ';' }).length - 1
  if (file) {
    await writeWhole(file, byteOrderMark + csv)
    print({ file, lines }, `${lines} lines written to ${file}`)
  } else if (how.isJson) print({ lines, csv }, '')
  else process.stdout.write(byteOrderMark + csv)
}

export function wholeNumber(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('a whole number is needed')
  return Number(value)
}

/** `4,10 482` as numbers; may be given several times. */
export function wholeNumbers(value: string, before: number[] = []): number[] {
  return [
    ...before,
    ...value
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(wholeNumber),
  ]
}

export function decimal(value: string): number {
  const number = Number(value.replace(',', '.'))
  if (!/^[+-]?\d+([.,]\d+)?$/.test(value)) throw new InvalidArgumentError('a number is needed')
  return number
}
