import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/freePort.ts'

const site = path.join(import.meta.dirname, '..', 'deploy', 'nginx', 'site.conf')

/** Names of the folders for which nginx needs write access. */
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

interface Options {
  apiPort: number
  /** True to remove the limits by IP address, because a load generator has only one. */
  isUnlimited?: boolean
  /** More `server` blocks for the block `http`. `FOLDER` in the text is replaced by nginx's folder. */
  more?: string
  start?: (command: string[]) => ChildProcess
}

const started = ([file = '', ...args]: string[]) => spawn(file, args, { stdio: 'ignore' })

/**
 * Starts nginx with the shipped configuration, but without TLS and on a free port. Returns null if nginx is not on the
 * PATH. Throws with nginx's log if nginx refuses to start.
 */
export async function startNginx({ apiPort, isUnlimited = false, more = '', start = started }: Options) {
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-nginx-'))
  // nginx's worker runs as `nobody` if root starts nginx.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const config = path.join(folder, 'nginx.conf')
  const [before = '', , tls = ''] = readFileSync(site, 'utf8').split(/^server \{$/m)
  const shipped = `${before}server {${tls}`
    .replaceAll(/^ *listen .*$/gm, '')
    .replaceAll(/^ *ssl_.*$/gm, '')
    .replace('server_tokens off;', `server_tokens off; listen 127.0.0.1:${port};`)
    .replace('/var/cache/salento', `${folder}/cache`)
    .replace('/var/log/nginx/access.log salento', `${folder}/access.log salento`)
    .replaceAll(/^ *limit_(req|conn) .*$/gm, (line) => (isUnlimited ? '' : line))
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/log; events { worker_connections 1024; }
    http { default_type text/html; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
    ${isUnlimited ? 'access_log off;' : ''}
    ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
    upstream salento_api { zone salento_api 64k; server 127.0.0.1:${apiPort} max_fails=0; keepalive 32; }
    ${isUnlimited ? shipped.replace(/^ *access_log .*$/m, '') : shipped}
    ${more.replaceAll('FOLDER', folder)} }`,
  )
  const nginx = start(['nginx', '-e', `${folder}/log`, '-c', config])
  const origin = `http://127.0.0.1:${port}`
  const ended = once(nginx, 'exit').then(
    () => false,
    () => false,
  )
  async function stop(): Promise<void> {
    if (nginx.exitCode === null && nginx.pid !== undefined) {
      nginx.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const isThere = await Promise.race([ended, answers(`${origin}/metrics`)])
  if (!isThere) {
    const reason = existsSync(`${folder}/log`) ? readFileSync(`${folder}/log`, 'utf8') : ''
    await stop()
    if (reason) throw new Error(reason)
    return null
  }
  return { origin, folder, pid: nginx.pid ?? 0, [Symbol.asyncDispose]: stop }
}

/** Waits until nginx answers `url`, which needs no API. */
async function answers(url: string): Promise<true> {
  for (;;) {
    const reply = await fetch(url).catch(() => null)
    await reply?.arrayBuffer()
    if (reply) return true
    await sleep(20)
  }
}
