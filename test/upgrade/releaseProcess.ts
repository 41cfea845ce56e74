import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

// Processes of a release, which run from a checkout of its own.

/** The commit that released 1.0.0. */
export const firstRelease = '9c27b736bc099517cfa851c0ca3c1efbfe4012d9'

export const thisRelease = path.join(import.meta.dirname, '..', '..')

/**
 * Checks out the commit into a temporary folder and builds its pages. It runs with the packages of this checkout, because
 * an installation of its own would need a registry.
 */
export function checkOut(commit: string) {
  const root = mkdtempSync(path.join(tmpdir(), 'salento-release-'))
  const archive = path.join(root, 'release.tar')
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: thisRelease })
  execFileSync('tar', ['-xf', archive, '-C', root])
  symlinkSync(path.join(thisRelease, 'node_modules'), path.join(root, 'node_modules'))
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}

/** Runs a file of the release until it ends, and throws if it fails. */
export function runFile(root: string, script: string, env: Record<string, string>): void {
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Runs a command of the release's operator and returns what it printed. */
export const runCommand = (root: string, args: string[], env: Record<string, string>): string =>
  execFileSync(process.execPath, ['scripts/cli.ts', ...args], {
    cwd: root,
    // Nothing listens there. The default port may belong to a running product, which the command would ask.
    env: { ...process.env, ...env, PORT: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

export interface ReleaseProcess {
  url: string
  /** Lines of warnings and errors. */
  said: string[]
  /** Stops the process as a deployment does, and returns its exit code. */
  stop(): Promise<number | null>
}

/** Starts a process and waits until it is ready. */
export async function startProcess(
  root: string,
  kind: 'api' | 'worker',
  env: Record<string, string>,
): Promise<ReleaseProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [`src/${kind}/main.ts`], {
    cwd: root,
    env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => said.push(...String(text).trim().split('\n')))
  const ended = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    ended.then(() => {
      throw new Error(`the ${kind} process of ${root} ended: ${said.join('\n')}`)
    }),
  ])
  return {
    url: `http://127.0.0.1:${port}`,
    said,
    async stop() {
      child.kill('SIGTERM')
      const [code] = await ended
      return code
    },
  }
}
