import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startNginx } from '../test/nginx.ts'
import { answerOf, compared, inPasses, inTurn, Load } from './against.ts'
import { cpuMs, onCore, serverCore } from './cores.ts'
import { headers, pages } from './pages.ts'
import type { Row } from './row.ts'
import { openSite } from './site.ts'

/**
 * Compares a file served by nginx with two other ways to send the same page: the product without nginx, and the cache
 * of the product's nginx configuration.
 */
export async function measure(): Promise<Row[]> {
  await using site = await openSite({ core: serverCore })
  using load = new Load()
  const port = 3416
  const nginx = await startNginx({
    apiPort: Number(new URL(site.origin).port),
    isUnlimited: true,
    more: `server { listen 127.0.0.1:${port}; root FOLDER/pages; open_file_cache max=10; add_header content-encoding br; }`,
    start: (command) => onCore(serverCore, command),
  })
  if (!nginx) {
    console.log('skipped: no nginx')
    return []
  }
  await using _ = nginx
  mkdirSync(path.join(nginx.folder, 'pages'))
  for (const [index, page] of pages.entries()) {
    const { body } = await answerOf(site.origin + page, headers)
    writeFileSync(path.join(nginx.folder, 'pages', String(index)), body)
  }
  const workers = readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    // Leaves out the processes that nginx runs for its cache. One of them ends after a minute.
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker process'))
  const all = await inPasses([...pages.entries()], ([index, page]) => {
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
