/** Returns a Markdown table with aligned columns. The first row is its head. */
export function markdownTable(rows: string[][]): string {
  const [head = [], ...others] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n')
}
