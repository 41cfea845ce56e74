import { setTimeout as sleep } from 'node:timers/promises'
import { openMailbox } from '../providers/smtp.ts'
import { randomOf } from '../random.ts'
import { driveRide, remindNow } from './rides.ts'
import { deathsOf, type System } from './system.ts'
import { configure, Ledger, logIn, savePrice, sendLead, switchRoute } from './traffic.ts'
import { type Arrived, judge, settled, stuckEffects, type Verdict } from './verdict.ts'

export interface StormOptions {
  commands: number
  kills: number
  seed: number
  clients?: number
  /** After this many minutes the storm skips the remaining kills and commands. */
  minutes?: number
  /** Maximum of the random pause before each kill, in milliseconds. */
  pauseMs?: number
  /** Called every five seconds while the storm waits at its end, with the numbers of open events, effects and mails. */
  onWaiting?: (open: object) => void
  onProgress?: (report: { commands: number; kills: number; statuses: string }) => void
}

const startMs = 4_000
const settleMsMax = 200_000

const faults = [
  'API, at random',
  'API, a moment after it was asked',
  'worker, at random',
  'worker, while a mail server answers',
  'database, at random',
  'database, a moment after a command',
] as const
export type Fault = (typeof faults)[number]

export interface Figures {
  commands: number
  calls: number
  statuses: Record<string, number>
  slowestMs: number
  odd: string[]
  kills: Record<string, number>
  /** Milliseconds from the last kill until no event, effect or mail was open. */
  settledMs: number
  ownDeaths: ReturnType<typeof deathsOf>
  seconds: number
  stuck: Awaited<ReturnType<typeof stuckEffects>>
  verdict: Verdict
}

/** Kills processes and the database while many clients send commands, then compares results and tables. */
export async function storm(system: System, options: StormOptions): Promise<Figures> {
  const { kills, seed, clients = 12, minutes = 60, pauseMs = 1_000, onProgress, onWaiting } = options
  let { commands } = options
  const random = randomOf(seed)
  const startedAt = Date.now()
  await using mailbox = await openMailbox()
  const cookie = await logIn(system)
  await configure(system, cookie, mailbox.port)

  const arrived: Arrived = new Map()
  const tally = () => {
    for (const { messageId } of mailbox.mails.splice(0))
      arrived.set(messageId, (arrived.get(messageId) ?? 0) + 1)
  }
  const tallying = setInterval(tally, 500)
  const ledger = new Ledger()
  const counted: Record<string, number> = {}
  let killed = 0
  let sent = 0

  const routes = await system.sql<{ id: number }[]>`
    select id from route_prices where is_active order by id limit ${2 * clients}`
  async function client(number: number): Promise<void> {
    const priced = routes[2 * number]?.id ?? 0
    const switched = routes[2 * number + 1]?.id ?? 0
    for (let own = 0; ; own++) {
      // Spreads the commands over all kills.
      while (sent < commands && sent > (commands * (killed + 1)) / (kills + 1)) await sleep(20)
      if (sent >= commands) return
      const index = sent++
      if (index % 10 === 7) await driveRide(system, ledger, { index, cookie })
      else if (index % 10 === 8)
        await savePrice(system, ledger, {
          routeId: priced,
          value: (100 + own / 100).toFixed(2),
          index,
          cookie,
        })
      else if (index % 10 === 9)
        await switchRoute(system, ledger, {
          routeId: switched,
          isActive: ledger.switches.get(switched)?.isActive === false,
          index,
          cookie,
        })
      else await sendLead(system, ledger, index)
    }
  }

  async function killer(): Promise<void> {
    const end = Date.now() + minutes * 60_000
    for (; killed < kills; killed++) {
      await sleep(random() * pauseMs)
      if (Date.now() > end) {
        commands = sent
        return
      }
      const fault = faults[Math.floor(random() * faults.length)] ?? faults[0]
      await commit(fault, system, { random, ledger, mailbox })
      counted[fault] = (counted[fault] ?? 0) + 1
      // Waits only for some seconds, so that the next kill sometimes hits a process that is starting.
      await Promise.race([system.ready(), sleep(startMs)])
      onProgress?.({
        commands: ledger.commands,
        kills: killed + 1,
        statuses: JSON.stringify(Object.fromEntries(ledger.statuses)),
      })
    }
  }

  try {
    let lastKill = 0
    await Promise.all([
      killer().then(() => {
        lastKill = Date.now()
      }),
      ...Array.from({ length: clients }, (_, number) => client(number)),
    ])
    const sweptAt = new Date()
    await remindNow(system, ledger, { cookie })
    await settled(system, settleMsMax, onWaiting)
    const settledMs = Date.now() - lastKill
    const stuck = await stuckEffects(system)
    // Leaves time for mails wrongly sent twice.
    await sleep(500)
    tally()
    const verdict = await judge(system, ledger, { arrived, sweptAt })
    return {
      commands: ledger.commands,
      calls: ledger.calls,
      statuses: Object.fromEntries(ledger.statuses),
      slowestMs: ledger.slowestMs,
      odd: ledger.odd,
      kills: counted,
      settledMs,
      ownDeaths: deathsOf(system),
      seconds: Math.round((Date.now() - startedAt) / 1000),
      stuck,
      verdict,
    }
  } finally {
    clearInterval(tallying)
  }
}

interface Scene {
  random: () => number
  ledger: Ledger
  mailbox: { mails: unknown[] }
}

async function commit(fault: Fault, system: System, { random, ledger, mailbox }: Scene): Promise<void> {
  const api = system.api[Math.floor(random() * system.api.length)]
  const worker = system.worker[Math.floor(random() * system.worker.length)]
  const [who, step] = fault.split(', ')
  if (step?.startsWith('a moment after')) {
    await changed(() => ledger.calls)
    await sleep(random() * 8)
  }
  // Waits until the mail server has a mail whose confirmation is still on the way.
  if (step?.startsWith('while a mail')) await changed(() => mailbox.mails.length)
  if (who === 'API') api?.kill('SIGKILL')
  if (who === 'worker') worker?.kill('SIGKILL')
  if (who === 'database') {
    system.database.kill()
    await system.database.start()
  }
}

/** Waits until the count changes, at most about half a second. */
async function changed(count: () => number): Promise<void> {
  const before = count()
  for (let tries = 0; tries < 500 && count() === before; tries++) await sleep(1)
}
