import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { markdownTable } from '../scripts/markdownTable.ts'
import type { Row } from './row.ts'
import { machine } from './site.ts'

// `npm run bench` runs all measurements and prints their tables; names select some of them (`npm run bench --
// hotCalls`). `--write` updates the tables in docs/performance.md. Needs `npm run build`.

const document = 'docs/performance.md'

const files: Record<string, () => Promise<{ measure: () => Promise<Row[]> }>> = {
  hotCalls: () => import('./hotCalls.ts'),
  large: () => import('./large.ts'),
  growth: () => import('./growth.ts'),
  sitemap: () => import('./sitemap.ts'),
  fares: () => import('./fares.ts'),
  pages: () => import('./pages.ts'),
  nginx: () => import('./nginx.ts'),
  leads: () => import('./leads.ts'),
  manyLeads: () => import('./manyLeads.ts'),
  retention: () => import('./retention.ts'),
  bulkPrices: () => import('./bulkPrices.ts'),
  worker: () => import('./worker.ts'),
  tenYears: () => import('./tenYears.ts'),
  browser: () => import('./browser.ts'),
  officeDay: () => import('./officeDay.ts'),
  panelScreens: () => import('./panelScreens.ts'),
  liveUpdates: () => import('./liveUpdates.ts'),
}

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.find((name) => !files[name])
if (unknown) {
  console.error(`Unknown measurement ${unknown}; known: ${Object.keys(files).join(', ')}`)
  process.exit(2)
}

console.log(machine)
for (const [name, load] of Object.entries(files)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const { measure } = await load()
  const table = tableOf(await measure())
  console.log(`\n${name}\n\n${table}`)
  if (values.write) write(name, `${new Date().toISOString().slice(0, 10)}, ${machine}\n\n${table}`)
}

function tableOf(rows: Row[]): string {
  const head = ['Work', 'Ours', 'Reference', 'Ratio', 'Low to high', 'Goal', 'Met']
  const cells = rows.map(({ work, ours, reference = '', ratio, goal, met }) => [
    work,
    ours,
    reference,
    ratio ? ratio.median.toFixed(2) : '',
    ratio ? `${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)}` : '',
    goal,
    met ? 'yes' : 'no',
  ])
  return markdownTable([head, ...cells])
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function write(name: string, text: string): void {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const before = readFileSync(document, 'utf8')
  const [from, to] = [before.indexOf(start), before.indexOf(end)]
  // docs/scaling.md states the figures of `growth` and `manyLeads` in its own words.
  if (from < 0 || to < 0) {
    console.log(`${document} has no table of ${name}`)
    return
  }
  writeFileSync(document, `${before.slice(0, from + start.length)}\n\n${text}\n\n${before.slice(to)}`)
}
