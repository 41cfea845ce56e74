import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import lighthouse from 'lighthouse'
import { unpackedChromium } from '../test/browser.ts'
import { templates } from '../test/templates.ts'

// `npm run lighthouse -- http://localhost:3000`: runs Lighthouse for each public template on a simulated phone, first
// visit, and prints the median of three runs as a Markdown table. `--network` does not slow down the processor, so
// FCP and LCP show only the network.

const { values, positionals } = parseArgs({
  options: { network: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [site = 'http://localhost:3000'] = positionals
// Lighthouse's default simulated phone, except the processor.
const network = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
  cpuSlowdownMultiplier: 1,
}
const runs = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

console.log(
  '| page | performance | accessibility | best practices | SEO | FCP s | LCP s | TBT ms | CLS | KB |',
)
console.log('|---|---|---|---|---|---|---|---|---|---|')
let isPerfect = true
for (const template of templates) {
  const results: number[][] = []
  for (let run = 0; run < runs; run++) results.push(await measured(site + template))
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
  console.log(`| ${[template, ...scores, ...figures].join(' | ')} |`)
}
process.exitCode = isPerfect ? 0 : 1

async function measured(url: string): Promise<number[]> {
  const port = await freePort()
  const profile = mkdtempSync(path.join(tmpdir(), 'lighthouse-'))
  const chrome = await startChromium(port, profile)
  try {
    const outcome = await lighthouse(url, {
      port,
      output: 'json',
      onlyCategories: categories,
      logLevel: 'silent',
      ...(values.network ? { throttling: network } : {}),
    })
    if (!outcome) throw new Error(`no result for ${url}`)
    const { lhr } = outcome
    return [
      ...categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
      ...timings.map((name) => lhr.audits[name]?.numericValue ?? 0),
      lhr.audits['total-byte-weight']?.numericValue ?? 0,
    ]
  } finally {
    chrome.kill('SIGKILL')
    await sleep(200)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function startChromium(port: number, profile: string): Promise<ChildProcess> {
  const { executablePath, env } = unpackedChromium()
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync']
  const chrome = spawn(
    executablePath,
    [...flags, ...quiet, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`],
    { env, stdio: 'ignore' },
  )
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`http://127.0.0.1:${port}/json/version`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return chrome
    await sleep(100)
  }
  throw new Error('Chromium does not answer')
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
