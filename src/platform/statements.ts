/** A statement of a file, with the number of its first line. */
export interface Statement {
  text: string
  line: number
}

/** Matches comments, quoted texts and names, and bodies between dollar signs, in which a semicolon ends nothing. */
const opaque = /--[^\n]*|\/\*|'|"|\$(?:[A-Za-z_]\w*)?\$|;/g

/** Splits a file into its statements, as psql does. Leaves out comments between statements. */
export function statementsOf(file: string): Statement[] {
  const found: Statement[] = []
  let start = 0
  opaque.lastIndex = 0
  for (let match = opaque.exec(file); match; match = opaque.exec(file)) {
    const [sign] = match
    if (sign === ';') {
      add(found, file, start, match.index)
      start = match.index + 1
    } else if (!sign.startsWith('--')) {
      const end = endOf(file, sign, match.index + sign.length)
      opaque.lastIndex = end
    }
  }
  add(found, file, start, file.length)
  return found
}

/** Returns the position after the part that `sign` opens. */
function endOf(file: string, sign: string, from: number): number {
  if (sign === '/*') return endOfComment(file, from)
  const end = file.indexOf(sign, from)
  // In a quoted part, a doubled quote stands for one; the second one begins another quoted part.
  return end === -1 ? file.length : end + sign.length
}

/** PostgreSQL's block comments contain each other. */
function endOfComment(file: string, from: number): number {
  let depth = 1
  const sign = /\/\*|\*\//g
  sign.lastIndex = from
  for (let match = sign.exec(file); match; match = sign.exec(file)) {
    depth += match[0] === '/*' ? 1 : -1
    if (depth === 0) return sign.lastIndex
  }
  return file.length
}

function add(found: Statement[], file: string, start: number, end: number): void {
  const blank = /^(?:\s|--[^\n]*(?:\n|$))*/.exec(file.slice(start, end))?.[0].length ?? 0
  const text = file.slice(start + blank, end).trimEnd()
  if (text) found.push({ text, line: file.slice(0, start + blank).split('\n').length })
}
