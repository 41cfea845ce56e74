import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../src/platform/migrate.ts'
import { openBalancer } from './balancer.ts'
import type { System } from './system.ts'
import { type Answer, addressOf, call, counts } from './traffic.ts'

export interface Outage {
  calls: number
  statuses: Record<string, number>
  slowestMs: number
  /** Calls that got no response, or a response that is neither a success nor a 503 or 504 with Retry-After. */
  odd: number
  /** Milliseconds from the end of the fault to the first success, or Infinity; null if no call got a 503. */
  backMs: number | null
  /** Acknowledged leads that are not in the table. */
  lost: number
}

let visitors = 0x10000

export async function sendContact(origin: string, mark: string): Promise<Answer> {
  const person = { name: mark, phone: '347 1234567', email: 'anna@example.com' }
  return call(origin, 'POST', '/api/contacts', person, { 'x-forwarded-for': addressOf(visitors++) })
}

/** Sends calls of visitors and staff continuously, while `fault` starts the fault and `repair` ends it. */
export async function during(
  system: System,
  cookie: string,
  { fault, repair, faultMs }: { fault: () => unknown; repair: () => unknown; faultMs: number },
): Promise<Outage> {
  const { origins, sql } = system
  const answers: { answer: Answer; endedAt: number; mark: string | null }[] = []
  let isOver = false
  let repairedAt = Number.POSITIVE_INFINITY
  const asking = async (index: number) => {
    for (let own = 0; !isOver; own++) {
      const origin = origins[own % origins.length] ?? ''
      const mark = index % 3 === 0 ? null : `Ugo ${index} ${own} ${visitors}`
      // A staff call needs two queries: one for its session, one for its response.
      const answer = mark
        ? await sendContact(origin, mark)
        : await call(origin, 'GET', '/api/admin/session', undefined, { cookie })
      answers.push({ answer, endedAt: Date.now(), mark })
      await sleep(20)
    }
  }
  const askers = Array.from({ length: 9 }, (_, index) => asking(index))
  await sleep(300)
  await fault()
  await sleep(faultMs)
  await repair()
  repairedAt = Date.now()
  const isYes = ({ answer, endedAt }: (typeof answers)[number]) =>
    endedAt > repairedAt && answer.status >= 200 && answer.status < 300
  while (answers.filter(isYes).length < 20 && Date.now() - repairedAt < 20_000) await sleep(50)
  isOver = true
  await Promise.all(askers)
  const firstYes = answers.find(isYes)
  const hadTrouble = answers.some(({ answer }) => answer.status === 503)
  const wellBehaved = ({ answer: { status, retryAfter } }: (typeof answers)[number]) =>
    (status >= 200 && status < 300) || ((status === 503 || status === 504) && retryAfter !== null)
  const stored = new Set((await sql<{ name: string }[]>`select name from contacts`).map(({ name }) => name))
  return {
    calls: answers.length,
    statuses: counts(answers.map(({ answer }) => answer.status)),
    slowestMs: Math.max(...answers.map(({ answer }) => answer.ms)),
    odd: answers.filter((one) => !wellBehaved(one)).length,
    backMs: hadTrouble ? (firstYes?.endedAt ?? Number.POSITIVE_INFINITY) - repairedAt : null,
    lost: answers.filter(({ answer, mark }) => mark && answer.status === 201 && !stored.has(mark)).length,
  }
}

export const databaseGone = (system: System, cookie: string, faultMs: number) =>
  during(system, cookie, {
    faultMs,
    fault: () => system.database.stop(),
    repair: () => system.database.start(),
  })

/** Suspends the database, as a hanging disk or lost network would. */
export const databaseDeaf = (system: System, cookie: string, faultMs: number) =>
  during(system, cookie, {
    faultMs,
    fault: () => system.database.signal('SIGSTOP'),
    repair: () => system.database.signal('SIGCONT'),
  })

/** Locks the table of contact messages, into which all leads of this test are written. */
export async function tableLocked(system: System, cookie: string, faultMs: number): Promise<Outage> {
  const holder = await system.sql.reserve()
  try {
    return await during(system, cookie, {
      faultMs,
      // The lock must last longer than a transaction may be idle.
      fault: () =>
        holder.unsafe(
          'set idle_in_transaction_session_timeout = 0; begin; lock table leads in access exclusive mode',
        ),
      repair: () => holder.unsafe('rollback'),
    })
  } finally {
    holder.release()
  }
}

/** Mounts a small disk that the test can fill. Returns null if mounting fails; mounting needs Linux and root. */
export function smallDisk(megabytes: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill() {
      try {
        for (let part = 0; ; part++) writeFileSync(`${ballast}${part}`, Buffer.alloc(256 * 1024))
      } catch {}
    },
    empty() {
      execFileSync('sh', ['-c', `rm -f ${ballast}*`])
    },
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Sends `requests` HTTP requests per second through a proxy while `work` runs. Counts failures. */
async function underLoad(
  system: System,
  requests: number,
  work: (origin: string) => Promise<unknown>,
  isBlind = false,
): Promise<{ requests: number; failures: Record<string, number>; slowestMs: number }> {
  await using balancer = await openBalancer(system.origins, isBlind)
  const answers: Promise<Answer>[] = []
  const timer = setInterval(() => {
    const count = answers.length
    // The first HTTP request of each interval writes; the others read a list of prices or the state of a process.
    for (let index = 0; index < requests / 20; index++)
      answers.push(
        index === 0
          ? sendContact(balancer.origin, `Lea ${count}`)
          : call(balancer.origin, 'GET', index % 2 ? '/api/routes/pricing-table' : '/healthz', undefined, {
              'x-forwarded-for': addressOf(visitors++),
            }),
      )
  }, 50)
  try {
    await work(balancer.origin)
  } finally {
    clearInterval(timer)
  }
  const ended = await Promise.all(answers)
  const failed = ended.filter(({ status }) => status < 200 || status >= 300)
  return {
    requests: ended.length,
    failures: counts(failed.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)),
    slowestMs: Math.max(...ended.map(({ ms }) => ms)),
  }
}

/** Restarts the processes one after the other. With `isBlind`, the proxy ignores `/readyz`. */
export async function rollingRestart(
  system: System,
  { requests, times, isBlind }: { requests: number; times: number; isBlind: boolean },
) {
  let stopMs = 0
  const work = async () => {
    await sleep(500)
    for (let time = 0; time < times; time++)
      for (const api of system.api) {
        const { pid } = api
        const startedAt = performance.now()
        api.kill('SIGTERM')
        while (api.pid === pid) await sleep(20)
        stopMs = Math.max(stopMs, Math.round(performance.now() - startedAt))
        while (!api.isUp()) await sleep(50)
        await system.ready()
        // Gives the proxy time to check the restarted process.
        await sleep(1_500)
      }
  }
  const figures = await underLoad(system, requests, work, isBlind)
  return { restarts: times * system.api.length, ...figures, slowestStopMs: stopMs }
}

/** Adds a column to each of six tables in use, while a slow reader locks one of the tables. */
export async function rollingMigration(system: System, requests: number) {
  const dir = mkdtempSync(path.join(tmpdir(), 'salento-sql-'))
  mkdirSync(dir, { recursive: true })
  cpSync(path.join(import.meta.dirname, '..', '..', 'sql'), dir, { recursive: true })
  const tables = ['leads', 'trips', 'outbox', 'effects', 'email_messages', 'route_prices']
  writeFileSync(
    path.join(dir, '900_faults.sql'),
    tables.map((table) => `alter table ${table} add column faults_note text;\n`).join(''),
  )
  const reader = await system.sql.reserve()
  try {
    let applied: string[] = []
    const load = await underLoad(system, requests, async () => {
      await reader.unsafe('begin; select count(*) from contacts')
      const migrating = migrate(system.url, { dir })
      // The reader holds its lock longer than a migration waits, so the migration must retry.
      await sleep(3_000)
      await reader.unsafe('rollback')
      applied = await migrating
      await system.ready()
      await sleep(300)
    })
    return { ...load, applied }
  } finally {
    reader.release()
    rmSync(dir, { recursive: true, force: true })
  }
}
