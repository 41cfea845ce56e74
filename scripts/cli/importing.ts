import { HttpError } from '../../src/kernel/httpError.ts'
import { foldedText } from '../../src/kernel/pasted.ts'
import { AlreadyReported, listed, printOutcome, quoted, UsageError } from './output.ts'
import { type Session, withSession } from './session.ts'

type State = 'created' | 'changed' | 'unchanged'

export interface Imported {
  state: State
  note?: string
}

interface Line extends Omit<Imported, 'state'> {
  where: string
  state: State | 'refused'
}

export interface Item {
  /** Place in the input, such as a line or a file. */
  where: string
  bring(session: Session): Promise<Imported>
}

/**
 * Imports all items in one transaction. If an item is refused, imports none and throws AlreadyReported. Makes a dry run
 * without `isKept`.
 */
export function importAll(
  itemsOf: (session: Session) => Promise<Item[]>,
  { isKept = false }: { isKept?: boolean | undefined },
): Promise<void> {
  return withSession(async (session) => {
    const items = await itemsOf(session)
    const lines = await session.inOneTransaction(async (inner) => {
      const value: Line[] = []
      for (const item of items) value.push(await bringOne(inner, item))
      return { isKept: isKept && !value.some(({ state }) => state === 'refused'), value }
    })
    const count = (state: Line['state']) => lines.filter((line) => line.state === state).length
    const counts = {
      created: count('created'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      refused: count('refused'),
    }
    const isDone = isKept && counts.refused === 0
    const changedLines = lines.filter(({ state }) => state !== 'unchanged').map(lineText)
    const sums = Object.entries(counts).map(([state, number]) => `${number} ${state}`)
    const isStopped = isKept && !isDone
    const end = isStopped ? ['Nothing was changed: correct what was refused and import it again.'] : []
    const text = [...(changedLines.length > 0 ? [listed(changedLines)] : []), sums.join(', '), ...end].join(
      '\n',
    )
    printOutcome({ ...counts, lines }, isDone, text, isKept)
    if (counts.refused > 0) throw new AlreadyReported()
  })
}

/** Imports one item in a savepoint, which is rolled back if the item changes nothing. */
async function bringOne(session: Session, { where, bring }: Item): Promise<Line> {
  try {
    return await session.inOneTransaction(async (inner) => {
      const imported = await bring(inner)
      return { isKept: imported.state !== 'unchanged', value: { where, ...imported } }
    })
  } catch (error) {
    if (error instanceof UsageError) return { where, state: 'refused', note: error.message }
    if (!(error instanceof HttpError)) throw error
    const faults = error.errors.map(({ path, message }) => `${path}: ${quoted(message)}`)
    return { where, state: 'refused', note: faults.join('; ') || quoted(error.message) }
  }
}

/**
 * Compares two rows without what an import folds: kinds of line breaks, invisible characters, blanks at the ends. An empty
 * text is as good as null.
 */
export function isSame(before: object, after: object): boolean {
  const contentOf = (row: object) => JSON.stringify({ ...row, updatedAt: null }, (_, value) => folded(value))
  return contentOf(before) === contentOf(after)
}

const folded = (value: unknown) =>
  typeof value === 'string' ? foldedText(value.replaceAll(/\r\n?/g, '\n')).trim() : (value ?? '')

/** Returns whether a value of YAML is a list of fields with values. */
export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function lineText({ where, state, note }: Line): string {
  return `${where}  ${state}${note ? `: ${note}` : ''}`
}
