import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startEmbedded } from '../src/embeddedPostgres.ts'
import { eventually } from './app.ts'
import { freePort } from './freePort.ts'

const root = path.join(import.meta.dirname, '..')

/** `npm start` on a folder of its own, in a process group of its own as a terminal would make one. */
function start(dataDir: string, port: number) {
  const { DATABASE_URL: _, ...rest } = process.env
  const child = spawn(process.execPath, ['-r', './scripts/node24.cjs', 'scripts/start.ts'], {
    cwd: root,
    env: { ...rest, DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'development', LOG_LEVEL: 'silent' },
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
    ready: () => eventually(() => expect(said.text).toContain('Pronto: '), 25_000),
  }
}

/** The two processes that a start runs, by their parent. */
function childrenOf(pid: number): number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return listed ? listed.split(' ').map(Number) : []
}

const isRunning = (pid: number) => existsSync(`/proc/${pid}`)

test('one command brings everything up, keeps it up, and leaves nothing running and nothing lost', async () => {
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
    await eventually(isUp, 15_000)

    // Whoever starts it a second time is told, and disturbs nothing.
    const second = start(dataDir, port)
    expect(await second.ended).toBe(1)
    expect(second.said.text.trim()).toBe(`PORT ${port} of 127.0.0.1 is in use: free it or set another PORT`)
    await isUp()

    const pids = childrenOf(running.pid)
    const postmaster = Number(
      readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    // Ctrl-C, pressed twice, reaches the whole group.
    process.kill(-running.pid, 'SIGINT')
    process.kill(-running.pid, 'SIGINT')
    expect(await running.ended).toBe(0)
    await eventually(() => expect([...pids, postmaster].filter(isRunning)).toEqual([]))

    // Killed outright: the children notice, the database is found again with all it held.
    running = start(dataDir, port)
    await running.ready()
    const orphans = childrenOf(running.pid)
    process.kill(running.pid, 'SIGKILL')
    await eventually(() => expect(orphans.filter(isRunning)).toEqual([]), 12_000)
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
}, 90_000)
