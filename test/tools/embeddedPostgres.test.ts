import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '../../scripts/postgres/embeddedPostgres.ts'
import { long } from '../length.ts'

const module = path.join(import.meta.dirname, '..', '..', 'scripts', 'postgres', 'embeddedPostgres.ts')

/** Creates a temporary folder. Disposal stops a server that still runs in the folder, and deletes the folder. */
function openFolder() {
  // The folder has mode 0700. If root runs the test, PostgreSQL's account enters it only with a capability.
  const parent = mkdtempSync(path.join(tmpdir(), 'salento-embedded-'))
  const dataDir = path.join(parent, 'made', 'on demand')
  return {
    dataDir,
    start: (fast = true) => startEmbedded({ dataDir, fast }),
    postmaster: () =>
      Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    async [Symbol.asyncDispose]() {
      await startEmbedded({ dataDir, fast: true }).then((server) => server.stop())
      rmSync(parent, { recursive: true, force: true })
    },
  }
}

/** Starts a process that prints the database's URL and runs until it is killed. */
async function starter(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const code = `import { startEmbedded } from ${JSON.stringify(module)}
    console.log((await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, fast: true })).url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = text(child.stderr)
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [null])])
  if (line === null) throw new Error(await said)
  return { child, url: String(line).trim() }
}

async function one<T>(url: string, statement: string): Promise<T | undefined> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    const [row] = await sql.unsafe<{ value: T }[]>(statement)
    return row?.value
  } finally {
    await sql.end()
  }
}

// These tests share a folder, because the first start in a folder takes seconds. Each test stops its server.
const folder = openFolder()
afterAll(() => folder[Symbol.asyncDispose]())

test(
  'a second start finds the data of the first at the same URL, and attaches while the database runs',
  long,
  async () => {
    const first = await folder.start()
    expect(first.isStartedHere).toBe(true)
    await one(first.url, 'create table kept as select 42 as value')

    const attached = await folder.start()
    expect(attached).toMatchObject({ isStartedHere: false, url: first.url })
    // A process that only attached may also stop the server.
    await attached.stop()
    expect(await first.isAlive()).toBe(false)

    const second = await folder.start()
    expect(second).toMatchObject({ isStartedHere: true, url: first.url })
    expect(await one(second.url, 'select value from kept')).toBe(42)
    expect(await one(second.url, "select lower('È') as value")).toBe('è')
    await second.stop()
  },
)

test('nobody connects without the password, which only its owner can read', async () => {
  const { url, stop } = await folder.start()
  expect(statSync(path.join(folder.dataDir, 'postgres.json')).mode & 0o777).toBe(0o600)
  expect(statSync(path.join(folder.dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(one(wrong.href, 'select 1 as value')).rejects.toMatchObject({ code: '28P01' })
  expect(await one(url, 'show listen_addresses')).toBeUndefined()
  expect(await one(url, "select current_setting('listen_addresses') as value")).toBe('127.0.0.1')
  await stop()
})

test('concurrent starts share one server, which outlives a killed starter', long, async () => {
  await using folder = openFolder()
  const starters = await Promise.all([1, 2, 3].map(() => starter(folder.dataDir)))
  expect(new Set(starters.map(({ url }) => url)).size).toBe(1)
  for (const { child } of starters) child.kill('SIGKILL')
  const attached = await folder.start()
  expect(attached).toMatchObject({ isStartedHere: false, url: starters[0]?.url })
})

test('a killed server is started again and has every committed row', long, async () => {
  const { url, isAlive } = await folder.start(false)
  await one(url, 'create table committed as select 42 as value')
  process.kill(folder.postmaster(), 'SIGKILL')
  const again = await folder.start()
  expect(again).toMatchObject({ isStartedHere: true, url })
  expect(await isAlive()).toBe(true)
  expect(await one(url, 'select value from committed')).toBe(42)
  await again.stop()
})

test('a port that another program took meanwhile is replaced by a free one', async () => {
  const first = await folder.start()
  await first.stop()
  const stranger = net
    .createServer((socket) => socket.end())
    .listen(Number(new URL(first.url).port), '127.0.0.1')
  await once(stranger, 'listening')
  try {
    const moved = await folder.start()
    expect(moved.url).not.toBe(first.url)
    expect(await one(moved.url, 'select 1 as value')).toBe(1)
    expect((await folder.start()).url).toBe(moved.url)
  } finally {
    stranger.close()
  }
})
