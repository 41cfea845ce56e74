import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'

/** Message if pgbench is not installed, otherwise null. */
export const noPgbench = spawnSync('pgbench', ['--version']).error
  ? 'pgbench is not installed (package postgresql-contrib, or postgresql)'
  : null

/** Returns transactions per second; each connection repeats the script. */
export async function pgbench(
  url: string,
  script: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-pgbench-'))
  try {
    const file = path.join(folder, 'script.sql')
    writeFileSync(file, script)
    const options = ['-n', '-M', 'prepared', '-c', connections, '-j', 2, '-T', seconds, '-f', file, url]
    const child = spawn('pgbench', options.map(String), { stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    const rate = out.match(/tps = ([\d.]+)/)?.[1]
    if (!rate) throw new Error(`pgbench: ${errors || out}`)
    return Number(rate)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
