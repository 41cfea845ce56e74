/** Returns the known names that differ from the text in at most a third of the letters, nearest first. */
export function nearest(text: string, known: readonly string[]): string[] {
  const written = text.toLowerCase().slice(0, 60)
  const ranked = known
    .map((name) => ({ name, distance: editDistance(written, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.ceil(Math.max(written.length, name.length) / 3))
  return ranked.sort((a, b) => a.distance - b.distance).map(({ name }) => name)
}

/** Returns the Levenshtein distance, computed one row of the table at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1]
    for (let to = 1; to <= b.length; to++)
      next.push(
        Math.min(
          (next[to - 1] ?? 0) + 1,
          (row[to] ?? 0) + 1,
          (row[to - 1] ?? 0) + (letter === b[to - 1] ? 0 : 1),
        ),
      )
    row = next
  }
  return row[b.length] ?? 0
}
