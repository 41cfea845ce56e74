import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/freePort.ts'

export type PoolMode = 'session' | 'transaction'

export const hasPgBouncer = () => spawnSync('pgbouncer', ['--version']).status === 0

/** Starts PgBouncer in front of a server. The returned `url` is the server's URL with the port of PgBouncer. */
export async function openPgBouncer(serverUrl: string, mode: PoolMode) {
  const { port: serverPort, username, password } = new URL(serverUrl)
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-pgbouncer-'))
  const port = await freePort()
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  const users = file('users.txt', `"${username}" "${password}"\n`)
  const config = file(
    'pgbouncer.ini',
    `[databases]
* = host=127.0.0.1 port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 100 : 20}
max_client_conn = 300
`,
  )
  // PgBouncer refuses to run as root, so root runs it as `nobody`, who must be able to read this folder.
  chmodSync(folder, 0o755)
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn('pgbouncer', ['-q', ...account, config], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer exited: ${said}`)
    await sleep(50)
  }
  const url = new URL(serverUrl)
  url.port = String(port)
  return {
    url: url.href,
    async stop() {
      if (child.exitCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGKILL')
        await exited
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
