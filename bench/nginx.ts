import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startNginx } from '../test/nginx.ts'
import { compared, inPasses, inTurn, Load, lastingAnswerOf } from './against.ts'
import { cpuMs, onCore, serverCore } from './cores.ts'
import { headers, pages } from './pages.ts'
import type { Row } from './row.ts'
import { openSite } from './site.ts'

/** Headers not to copy: nginx writes most itself, and a copied request id would never change. */
const ownHeaders = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'etag', 'keep-alive', 'x-request-id'],
])

/**
 * Compares a file served by nginx with the product, and with the cache of the product's nginx configuration.
 * `BENCH_PAGES` sets the number of pages, `BENCH_PASSES` that of passes.
 */
export async function measure(): Promise<Row[]> {
  await using site = await openSite({ core: serverCore })
  using load = new Load()
  const port = 3416
  const measured = pages.slice(0, Number(process.env.BENCH_PAGES ?? pages.length))
  const answers = await Promise.all(measured.map((page) => lastingAnswerOf(site.origin + page, headers)))
  const locations = answers.map(({ headers }, index) => {
    const lines = Object.entries(headers)
      .filter(([name]) => !ownHeaders.has(name))
      .map(([name, value]) => `add_header ${name} '${String(value).replaceAll("'", "\\'")}';`)
    return `location = /${index} { ${lines.join(' ')} add_header x-request-id $request_id; }`
  })
  const nginx = await startNginx({
    apiPort: Number(new URL(site.origin).port),
    isUnlimited: true,
    more: `server { listen 127.0.0.1:${port}; root FOLDER/pages; open_file_cache max=10; ${locations.join('\n')} }`,
    start: (command) => onCore(serverCore, command),
  })
  if (!nginx) {
    console.log('skipped: no nginx')
    return []
  }
  await using _ = nginx
  mkdirSync(path.join(nginx.folder, 'pages'))
  for (const [index, { body }] of answers.entries())
    writeFileSync(path.join(nginx.folder, 'pages', String(index)), body)
  const workers = readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    // Leaves out the processes that nginx runs for its cache. One of them ends after a minute.
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker process'))
  const all = await inPasses([...measured.entries()], ([index, page]) => {
    const orderAt = (url: string) => ({ url, headers, status: 200 })
    const ofNginx = () => cpuMs(workers)
    return inTurn(load, {
      ours: { order: orderAt(site.origin + page), cpuMs: site.cpuMs },
      kept: { order: orderAt(nginx.origin + page), cpuMs: ofNginx },
      reference: { order: orderAt(`http://127.0.0.1:${port}/${index}`), cpuMs: ofNginx },
    })
  })
  return all.flatMap(({ work: [, page], found }) => [
    compared(`${page} compared with a file served by nginx`, found.flat(), 0.5),
    compared(
      `${page} kept by nginx compared with a file served by nginx`,
      found.flat().map(({ kept, reference }) => ({ ours: kept, reference })),
      0.9,
    ),
  ])
}
