import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/freePort.ts'

const shippedFolder = path.join(import.meta.dirname, '..', 'deploy', 'nginx')

/** Name of the site on which nginx answers at port 80. */
export const siteName = 'www.salento.example'

/** Names of the folders for which nginx needs write access. */
const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

interface Options {
  apiPort: number
  /** True to remove the limits by IP address, because a load generator has only one. */
  isUnlimited?: boolean
  /** True to keep TLS and HTTP/2 as shipped, with a certificate that `openssl` makes for `127.0.0.1`. */
  isSecure?: boolean
  /** More `server` blocks for the block `http`. `FOLDER` in the text is replaced by nginx's folder. */
  more?: string
  start?: (command: string[]) => ChildProcess
}

const started = ([file = '', ...args]: string[]) => spawn(file, args, { stdio: 'ignore' })

/**
 * Starts nginx with the shipped configuration on a free port, without TLS unless `isSecure`, and its redirects to HTTPS on
 * `plainPort`. Returns null if nginx is not on the PATH. Throws with nginx's log if nginx refuses to start.
 */
export async function startNginx({
  apiPort,
  isUnlimited = false,
  isSecure = false,
  more = '',
  start = started,
}: Options) {
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-nginx-'))
  // nginx's worker runs as `nobody` if root starts nginx.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const plainPort = await freePort()
  const config = path.join(folder, 'nginx.conf')
  const site = readFileSync(path.join(shippedFolder, 'site.conf'), 'utf8')
  const [before = '', plain = '', tls = ''] = site.split(/^server \{$/m)
  execFileSync('sh', [path.join(shippedFolder, 'names.sh'), `${folder}/names.conf`], {
    env: { ...process.env, SITE_URL: `https://${siteName}` },
  })
  const secureLines = isSecure
    ? [...tls.matchAll(/^ *ssl_.*$/gm)].join('\n').replaceAll('/etc/nginx/tls', folder)
    : ''
  if (isSecure) makeCertificate(folder)
  const shipped = `${before}server {${tls}`
    .replaceAll(/^ *listen .*$/gm, '')
    .replaceAll(/^ *ssl_.*$/gm, '')
    .replace(
      'server_tokens off;',
      `server_tokens off; listen 127.0.0.1:${port}${isSecure ? ' ssl http2' : ''};`,
    )
    .replace('/var/cache/salento', `${folder}/cache`)
    .replace('/var/log/nginx/access.log salento', `${folder}/access.log salento`)
    .replaceAll(/^ *limit_(req|conn) .*$/gm, (line) => (isUnlimited ? '' : line))
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/log; events { worker_connections 1024; }
    http { default_type text/html; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
    ${isUnlimited ? 'access_log off;' : ''}
    ${secureLines}
    ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
    include ${folder}/names.conf;
    server {${plain.replaceAll(/^ *listen .*$/gm, '').replace('access_log off;', `listen 127.0.0.1:${plainPort}; access_log off;`)}
    upstream salento_api { zone salento_api 64k; server 127.0.0.1:${apiPort} max_fails=0; keepalive 32; }
    ${isUnlimited ? shipped.replace(/^ *access_log .*$/m, '') : shipped}
    ${more.replaceAll('FOLDER', folder)} }`,
  )
  const nginx = start(['nginx', '-e', `${folder}/log`, '-c', config])
  const origin = `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`
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
  const isThere = await Promise.race([ended, accepts(port)])
  if (!isThere) {
    const reason = existsSync(`${folder}/log`) ? readFileSync(`${folder}/log`, 'utf8') : ''
    await stop()
    if (reason) throw new Error(reason)
    return null
  }
  return { origin, plainPort, folder, pid: nginx.pid ?? 0, [Symbol.asyncDispose]: stop }
}

/** Writes a certificate to the names that the shipped configuration uses. Throws if `openssl` is missing or fails. */
function makeCertificate(folder: string): void {
  const files = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=127.0.0.1', ...files],
    { stdio: 'ignore' },
  )
}

/** Waits until a server accepts connections on `port`. */
async function accepts(port: number): Promise<true> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return true
    await sleep(20)
  }
}
