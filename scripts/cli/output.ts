import { once } from 'node:events'
import { open, readFile, rename, rm } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { InvalidArgumentError } from 'commander'
import { byteOrderMark } from '../../src/kernel/sheet.ts'
import { codeOf } from '../../src/platform/log.ts'
import { plainReason } from '../reason.ts'

/** Wrong usage; exit code 2. */
export class UsageError extends Error {}

/** The command has printed the reason. Exit code 1. */
export class AlreadyReported extends Error {}

/** The user pressed Ctrl-C. Exit code 130. */
export class Interrupted extends Error {}

/** Standard streams and environment variables, for example those of `process`. */
export interface Terminal {
  stdin: Readable
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
  env: Record<string, string | undefined>
}

export let terminal: Terminal = process
let isJson = false

export function attachTerminal(used: Terminal, printsJson: boolean): void {
  terminal = used
  isJson = printsJson
}

/** Prints to standard output, for people or as JSON. */
export function print(value: unknown, line: string): void {
  terminal.stdout.write(`${isJson ? JSON.stringify(value) : line}\n`)
}

/** Puts an Italian message of the product, without its full stop, into quotation marks for an English line. */
export const quoted = (text: string) => `“${text.replace(/\.$/, '')}”`

/** Prints to standard error, which scripts do not read. Prints nothing with `--json`. */
export function printProgress(line: string): void {
  if (!isJson) terminal.stderr.write(`${line}\n`)
}

/** `isDone` is false for a dry run and for a refused command; `isAsked` only for a dry run. */
export function printOutcome(value: object, isDone: boolean, line: string, isAsked = isDone): void {
  print(
    { ...value, done: isDone, dryRun: !isAsked },
    isAsked ? line : `${line}\nDry run: nothing was changed. Add --yes to apply it.`,
  )
}

const linesMax = 30

/** With `--json` a command prints all lines. */
export function listed(lines: string[]): string {
  const shown = lines.slice(0, linesMax).map((line) => `  ${line}`)
  const more = lines.length - shown.length
  return [...shown, ...(more > 0 ? [`  … and ${more} more (--json lists all)`] : [])].join('\n')
}

/** Reads the file, or standard input if `file` is `-`. Throws UsageError if the file cannot be read. */
export async function readInput(file: string): Promise<Buffer> {
  if (file === '-') return buffer(terminal.stdin)
  try {
    return await readFile(file)
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${plainReason(error)}`)
  }
}

/** Writes atomically. Only the owner can read the file. Throws UsageError if the file cannot be written. */
export async function writeWhole(file: string, data: string): Promise<void> {
  await writeParts(file, (send) => send(data))
}

type Send = (part: string | Uint8Array) => Promise<void>

async function writeParts<T>(file: string, make: (send: Send) => Promise<T>): Promise<T> {
  const unfinished = `${file}.part`
  const refused = (error: unknown) => {
    throw new UsageError(`${file} cannot be written: ${plainReason(error)}`)
  }
  try {
    const out = await open(unfinished, 'w', 0o600).catch(refused)
    const done = await make((part) => out.writeFile(part).catch(refused)).finally(() => out.close())
    await rename(unfinished, file).catch(refused)
    return done
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Writes the table that `make` sends in parts to a file or to standard output. `make` returns the number of its rows. */
export async function putSheet(
  make: (send: Send) => Promise<number>,
  file: string | undefined,
): Promise<void> {
  if (file) {
    const lines = await writeParts(file, async (send) => {
      await send(byteOrderMark)
      return make(send)
    })
    return print({ file, lines }, `${lines} lines written to ${file}`)
  }
  if (!isJson) return printParts(make)
  const parts: (string | Uint8Array)[] = []
  const lines = await make(async (part) => {
    parts.push(part)
  })
  print({ lines, csv: parts.join('') }, '')
}

/** Ends without an error if nobody reads standard output any more, as after `| head`. */
async function printParts(make: (send: Send) => Promise<number>): Promise<void> {
  const { stdout } = terminal
  let failure: unknown = null
  const onError = (error: unknown) => {
    failure ??= error
  }
  stdout.on('error', onError)
  try {
    stdout.write(byteOrderMark)
    await make(async (part) => {
      if (!failure && !stdout.write(part)) await once(stdout, 'drain')
      if (failure) throw failure
    })
    if (failure) throw failure
  } catch (error) {
    if (!failure) throw error
    if (codeOf(failure) !== 'EPIPE')
      throw new UsageError(`the output cannot be written: ${plainReason(failure)}`)
  } finally {
    stdout.off('error', onError)
  }
}

export function wholeNumber(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('a whole number is needed')
  return Number(value)
}

/** Parses names or ids such as `Otranto,4`. The option may be repeated. */
export function listOfNames(value: string, before: string[] = []): string[] {
  return [...before, ...value.split(',').map((one) => one.trim())].filter(Boolean)
}

export function decimal(value: string): number {
  const number = Number(value.replace(',', '.'))
  if (!/^[+-]?\d+([.,]\d+)?$/.test(value)) throw new InvalidArgumentError('a number is needed')
  return number
}
