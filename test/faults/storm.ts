import { setTimeout as sleep } from 'node:timers/promises'
import { dayAfter, romanDay, romanMoment } from '../../src/kernel/romanDay.ts'
import { isNight } from '../../src/modules/trips/reminders/due.contract.ts'
import { remindOfTrips } from '../../src/modules/trips/reminders/reminders.ts'
import { openMailbox } from '../providers/smtp.ts'
import { randomOf } from '../random.ts'
import { remindNow } from './rideSteps.ts'
import { driveRide } from './rides.ts'
import { deathsOf, type System } from './system.ts'
import { configure, Ledger, logIn, savePrice, sendLead, switchRoute } from './traffic.ts'
import { type Arrived, judge, settled, stuckEffects, type Verdict } from './verdict.ts'

export interface StormOptions {
  commands: number
  kills: number
  seed: number
  clients?: number
  /** How many of ten commands begin a ride, at most eight; by default one. */
  rides?: number
  /** After this many minutes the storm skips the remaining kills and commands. */
  minutes?: number
  /** Maximum of the random pause before each kill, in milliseconds. */
  pauseMs?: number
  /** Called every five seconds while the storm waits at its end, with the numbers of open events, effects and mails. */
  onWaiting?: (open: object) => void
  onProgress?: (report: { commands: number; kills: number; statuses: string }) => void
  /** Called at the end with a function that judges the tables again, as they are in `sql` then. */
  onVerdict?: (judgeAgain: (sql: System['sql']) => Promise<Verdict>) => Promise<void>
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
  const { onVerdict, onWaiting } = options
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
  try {
    const { counted, endedAt } = await rage(system, { ...options, ledger, mailbox, cookie })
    const sweptAt = new Date()
    await remindNow({ system, ledger }, { cookie })
    await settled(system, settleMsMax, onWaiting)
    const settledMs = Date.now() - endedAt
    const movesSweptAt = await announceMoves(system, onWaiting)
    const stuck = await stuckEffects(system)
    // Leaves time for mails wrongly sent twice.
    await sleep(500)
    tally()
    const judgeIn = (sql: System['sql']) =>
      judge({ ...system, sql }, ledger, { arrived, sweptAt, movesSweptAt })
    const verdict = await judgeIn(system.sql)
    await onVerdict?.(judgeIn)
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

/** Minutes after which every moved ride has rested long enough to be announced. */
const restMinutes = 6

/** Announces the moved rides as the worker will some minutes later or, by night, next morning. Returns that time. */
async function announceMoves(system: System, onWaiting: StormOptions['onWaiting']): Promise<Date> {
  const soon = new Date(Date.now() + restMinutes * 60_000)
  const today = romanDay(soon)
  const mornings = [today, dayAfter(today)].map((day) => romanMoment(day, '07:30'))
  const now = isNight(soon) ? (mornings.find((morning) => morning > soon) ?? soon) : soon
  await remindOfTrips(system.sql, now)
  await settled(system, settleMsMax, onWaiting)
  return now
}

type Scene = StormOptions & {
  ledger: Ledger
  mailbox: { mails: unknown[] }
  cookie: string
}

/** Sends the commands and kills. Returns the number of kills of each kind, and the time of the last one. */
async function rage(system: System, scene: Scene) {
  const { kills, seed, clients = 12, minutes = 60, pauseMs = 1_000, ledger, onProgress } = scene
  const random = randomOf(seed)
  const counted: Record<string, number> = {}
  const progress = { commands: scene.commands, sent: 0, killed: 0 }
  const routes = await system.sql<{ id: number }[]>`
    select id from route_prices where is_active order by id limit ${2 * clients}`

  async function client(number: number): Promise<void> {
    const own = { priced: routes[2 * number]?.id ?? 0, switched: routes[2 * number + 1]?.id ?? 0, round: 0 }
    for (; ; own.round++) {
      // Spreads the commands over all kills.
      const isEarly = () => progress.sent > (progress.commands * (progress.killed + 1)) / (kills + 1)
      while (progress.sent < progress.commands && isEarly()) await sleep(20)
      if (progress.sent >= progress.commands) return
      await sendOne(system, scene, { ...own, index: progress.sent++ })
    }
  }

  async function killer(): Promise<number> {
    const end = Date.now() + minutes * 60_000
    for (; progress.killed < kills; progress.killed++) {
      await sleep(random() * pauseMs)
      if (Date.now() > end) {
        progress.commands = progress.sent
        break
      }
      const fault = faults[Math.floor(random() * faults.length)] ?? faults[0]
      await commit(fault, system, { ...scene, random })
      counted[fault] = (counted[fault] ?? 0) + 1
      // Waits only for some seconds, so that the next kill sometimes hits a process that is starting.
      await Promise.race([system.ready(), sleep(startMs)])
      onProgress?.({
        commands: ledger.commands,
        kills: progress.killed + 1,
        statuses: JSON.stringify(Object.fromEntries(ledger.statuses)),
      })
    }
    return Date.now()
  }

  const numbers = Array.from({ length: clients }, (_, number) => number)
  const [endedAt] = await Promise.all([killer(), ...numbers.map(client)])
  return { counted, endedAt }
}

interface Turn {
  index: number
  /** Routes whose price or switch only this client changes. */
  priced: number
  switched: number
  /** Number of commands that this client has sent. */
  round: number
}

async function sendOne(
  system: System,
  { ledger, cookie, rides = 1 }: Scene,
  { index, priced, switched, round }: Turn,
): Promise<void> {
  const turn = index % 10
  if (turn === 8) {
    const value = (100 + round / 100).toFixed(2)
    await savePrice(system, ledger, { routeId: priced, value, index, cookie })
  } else if (turn === 9) {
    const isActive = ledger.switches.get(switched)?.isActive === false
    await switchRoute(system, ledger, { routeId: switched, isActive, index, cookie })
  } else if (turn >= 8 - rides) await driveRide(system, ledger, { index, cookie })
  else await sendLead(system, ledger, index)
}

async function commit(
  fault: Fault,
  system: System,
  { random, ledger, mailbox }: Scene & { random: () => number },
): Promise<void> {
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
