import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/freePort.ts'

// A real Postfix with its own configuration, queue and port, so the Postfix of the machine is left alone.

/** Postfix starts its processes under other accounts, so only root can run it. */
export const hasPostfix = () =>
  process.getuid?.() === 0 && spawnSync('postconf', ['mail_version']).status === 0

const services = `
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
`

/** Starts Postfix, which forwards each mail that it accepts to the port `forwardTo` of this machine. */
export async function openPostfix({ forwardTo }: { forwardTo: number }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-postfix-'))
  chmodSync(folder, 0o755)
  const [port, etc, queue, data] = [
    await freePort(),
    ...['etc', 'queue', 'data'].map((name) => path.join(folder, name)),
  ] as [number, string, string, string]
  for (const one of [etc, queue, data]) mkdirSync(one)
  spawnSync('chown', ['postfix', data])
  writeFileSync(path.join(etc, 'master.cf'), `127.0.0.1:${port} inet n - n - - smtpd${services}`)
  const fixed = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: data,
    maillog_file: path.join(folder, 'log'),
    maillog_file_prefixes: folder,
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    myhostname: 'mx.salento.example',
    mydestination: '',
    alias_maps: '',
    mynetworks: '127.0.0.1/32',
    relayhost: `[127.0.0.1]:${forwardTo}`,
    smtp_host_lookup: 'native',
  }
  let master: number | null = null

  async function stop(): Promise<void> {
    if (master === null) return
    process.kill(master, 'SIGTERM')
    while (isAlive(master)) await sleep(20)
    master = null
  }

  /** Restarts Postfix with these settings in addition to the fixed ones. A reload would keep open connections. */
  async function configure(settings: Record<string, string>): Promise<void> {
    await stop()
    const lines = Object.entries({ ...fixed, ...settings }).map(([name, value]) => `${name} = ${value}`)
    writeFileSync(path.join(etc, 'main.cf'), `${lines.join('\n')}\n`)
    const { status, stderr } = spawnSync('postfix', ['-c', etc, 'start'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status !== 0) throw new Error(`Postfix did not start: ${stderr}`)
    while (!(await answers(port))) await sleep(20)
    master = Number(readFileSync(path.join(queue, 'pid', 'master.pid'), 'utf8'))
  }

  await configure({})
  return {
    port,
    configure,
    async [Symbol.asyncDispose]() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Returns whether Postfix sends its greeting. */
async function answers(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  try {
    await once(socket, 'data')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
