import type ts from 'typescript'

/**
 * Returns the fields of which a comment above the template or its statement says why they are never null, such as
 * `// vehicleId and driverId are never null: trips_check2 demands both of a trip in these states.`
 */
export function vouchedAbove(node: ts.Node): string[] {
  const lines = node.getSourceFile().text.split('\n')
  const lineOf = (one: ts.Node) => one.getSourceFile().getLineAndCharacterOfPosition(one.getStart()).line
  const starts = new Set<number>()
  for (let one = node; one.parent && lineOf(one) >= lineOf(node) - 3; one = one.parent)
    starts.add(lineOf(one))
  return [...starts].flatMap((start) => {
    const comment: string[] = []
    for (let line = start - 1; lines[line]?.trim().startsWith('//'); line -= 1)
      comment.unshift(lines[line]?.trim().slice(2) ?? '')
    const [, names = ''] = /([\w, ]+?) (?:is|are) never null: \S/.exec(comment.join(' ')) ?? []
    return names
      .split(/,| and /)
      .map((name) => name.trim())
      .filter((name) => name !== '')
  })
}
