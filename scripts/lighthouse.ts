import { execFile } from 'node:child_process'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { startedBrowser } from '../test/browser.ts'
import { templates } from '../test/templates.ts'
import { freePort } from './freePort.ts'

// `npm run lighthouse -- http://localhost:3000` measures the first visit of each public template on a simulated phone.
// With `--network` the phone has the full speed of the processor, so that FCP and LCP depend only on the network.
// `--page /prezzi/` measures only the template with this Italian path, and can be repeated.

const { values, positionals } = parseArgs({
  options: {
    language: { type: 'string', default: 'it' },
    network: { type: 'boolean', default: false },
    page: { type: 'string', multiple: true, default: [...templates] },
    runs: { type: 'string', default: '3' },
  },
  allowPositionals: true,
})
const [site = 'http://localhost:3000'] = positionals
// Lighthouse's default phone network, but without its slowdown of the processor.
const network = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
  cpuSlowdownMultiplier: 1,
}
const root = path.join(import.meta.dirname, '..')
const categories = ['performance', 'accessibility', 'best-practices', 'seo', 'agentic-browsing']
const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

console.log(
  '| page | performance | accessibility | best practices | SEO | agentic | FCP s | LCP s | TBT ms | CLS | KB |',
)
console.log('|---|---|---|---|---|---|---|---|---|---|---|')
let isPerfect = true
for (const template of values.page) {
  const url = await versionOf(site + template)
  const results: number[][] = []
  for (let run = 0; run < Number(values.runs); run++) results.push(await measured(url))
  const medians = Array.from({ length: results[0]?.length ?? 0 }, (_, index) =>
    median(results.map((one) => one[index] ?? 0)),
  )
  const scores = medians.slice(0, categories.length)
  if (scores.some((score) => score < 100)) isPerfect = false
  const [fcp = 0, lcp = 0, tbt = 0, cls = 0, bytes = 0] = medians.slice(categories.length)
  const figures = [
    (fcp / 1000).toFixed(2),
    (lcp / 1000).toFixed(2),
    Math.round(tbt),
    cls.toFixed(3),
    Math.round(bytes / 1024),
  ]
  console.log(`| ${[new URL(url).pathname, ...scores, ...figures].join(' | ')} |`)
}
process.exitCode = isPerfect ? 0 : 1

async function versionOf(url: string): Promise<string> {
  const html = await (await fetch(url)).text()
  const link = html.match(new RegExp(`hreflang="${values.language}" href="([^"]+)"`, 'i'))?.[1]
  if (!link) throw new Error(`${url} links to no version in the language ${values.language}`)
  return new URL(new URL(link).pathname, site).href
}

interface Report {
  categories: Record<string, { score: number | null } | undefined>
  audits: Record<string, { numericValue?: number } | undefined>
}

async function measured(url: string): Promise<number[]> {
  const port = await freePort()
  const browser = await startedBrowser(
    (options) => chromium.launch(options),
    `--remote-debugging-port=${port}`,
    // With this flag Chromium also reads the WebMCP annotations of forms, which are for AI assistants.
    '--enable-features=WebMCP',
    // Accepts the certificate of a local proxy with TLS and HTTP/2.
    '--ignore-certificate-errors',
  )
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        path.join(root, 'node_modules/.onDemand/lighthouse/node_modules/lighthouse/cli/index.js'),
        ...[url, `--port=${port}`, '--output=json', '--quiet', `--only-categories=${categories}`],
        ...(values.network
          ? Object.entries(network).map(([name, value]) => `--throttling.${name}=${value}`)
          : []),
      ],
      { maxBuffer: 100_000_000 },
    )
    const { categories: scores, audits }: Report = JSON.parse(stdout)
    return [
      ...categories.map((name) => Math.round((scores[name]?.score ?? 0) * 100)),
      ...timings.map((name) => audits[name]?.numericValue ?? 0),
      audits['total-byte-weight']?.numericValue ?? 0,
    ]
  } finally {
    await browser.close()
  }
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
