import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import path from 'node:path'
import { startNginx } from '../test/nginx.ts'
import { compared, inPasses, inTurn, Load, lastingAnswerOf } from './against.ts'
import { cpuMs, onCore, serverCore } from './cores.ts'
import { headers, pages } from './pages.ts'
import type { Row } from './row.ts'
import { openSite, type Site } from './site.ts'

/** Headers not to copy: nginx writes most itself, and a copied request id would never change. */
const ownHeaders = new Set([
  ...['connection', 'content-length', 'content-type', 'date', 'etag', 'keep-alive', 'x-request-id'],
])

/**
 * Compares the product with a file served by nginx, without TLS. Compares the cache of the product's nginx
 * configuration with a file served by nginx, both with the TLS of that configuration. `BENCH_PAGES` sets the number of
 * pages, `BENCH_PASSES` that of passes.
 */
export async function measure(): Promise<Row[]> {
  await using site = await openSite({ core: serverCore })
  using load = new Load()
  const measured = pages.slice(0, Number(process.env.BENCH_PAGES ?? pages.length))
  const answers = await Promise.all(measured.map((page) => lastingAnswerOf(site.origin + page, headers)))
  await using plain = await openNginx(site, answers, { port: 3416, isSecure: false })
  await using secure = await openNginx(site, answers, { port: 3417, isSecure: true })
  if (!plain || !secure) {
    console.log('skipped: no nginx')
    return []
  }
  const orderAt = (url: string) => ({ url, headers, status: 200 })
  const all = await inPasses([...measured.entries()], async ([index, page]) => ({
    plain: await inTurn(load, {
      ours: { order: orderAt(site.origin + page), cpuMs: site.cpuMs },
      reference: { order: orderAt(plain.fileUrl(index)), cpuMs: plain.cpuMs },
    }),
    secure: await inTurn(load, {
      ours: { order: orderAt(secure.origin + page), cpuMs: secure.cpuMs },
      reference: { order: orderAt(secure.fileUrl(index)), cpuMs: secure.cpuMs },
    }),
  }))
  return all.flatMap(({ work: [, page], found }) => [
    compared(
      `${page} compared with a file served by nginx`,
      found.flatMap(({ plain }) => plain),
      0.5,
    ),
    compared(
      `${page} kept by nginx compared with a file served by nginx, both with TLS`,
      found.flatMap(({ secure }) => secure),
      0.9,
    ),
  ])
}

/**
 * Starts the shipped nginx, with a server on `port` that sends `answers` from files, with the same headers. Returns null
 * if nginx is not on the PATH.
 */
async function openNginx(
  site: Site,
  answers: { body: Buffer; headers: IncomingHttpHeaders }[],
  { port, isSecure }: { port: number; isSecure: boolean },
) {
  const locations = answers.map(({ headers }, index) => {
    const lines = Object.entries(headers)
      .filter(([name]) => !ownHeaders.has(name))
      .map(([name, value]) => `add_header ${name} '${String(value).replaceAll("'", "\\'")}';`)
    return `location = /${index} { ${lines.join(' ')} add_header x-request-id $request_id; }`
  })
  const nginx = await startNginx({
    apiPort: Number(new URL(site.origin).port),
    isUnlimited: true,
    isSecure,
    more: `server { listen 127.0.0.1:${port}${isSecure ? ' ssl http2' : ''}; root FOLDER/pages; open_file_cache max=10;
    ${locations.join('\n')} }`,
    start: (command) => onCore(serverCore, command),
  })
  if (!nginx) return null
  mkdirSync(path.join(nginx.folder, 'pages'))
  for (const [index, { body }] of answers.entries())
    writeFileSync(path.join(nginx.folder, 'pages', String(index)), body)
  const workers = readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    // Leaves out the processes that nginx runs for its cache. One of them ends after a minute.
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker process'))
  return {
    ...nginx,
    fileUrl: (index: number) => `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}/${index}`,
    cpuMs: () => cpuMs(workers),
  }
}
