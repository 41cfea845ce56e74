import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, sendCall } from './calls.ts'
import { type Differences, type Intended, intendedBy } from './differences.ts'
import { type Face, guestPage, isRecorded } from './faces.ts'
import { envOf } from './olderDatabase.ts'
import { type ReleaseProcess, runCommand, thisRelease } from './releaseProcess.ts'
import {
  type Difference,
  differencesBetween,
  factsOf,
  plain,
  type Shown,
  shown,
  shownText,
  visibleText,
} from './shown.ts'
import type { Cookies, Lead } from './world.ts'

/** Faces that are read at the same time. */
const lanes = 4
const tries = 3

/** The same database in the older release and, upgraded, in this one. */
export interface Pair {
  before: ReleaseProcess
  after: ReleaseProcess
  cookies: Cookies
  /** Milliseconds since 1970 when the database was copied. */
  copiedAt: number
}

interface Found extends Difference {
  call: string
  path: string
}

/** Commands of the operator that show or write what guests asked. */
const commands = [
  ['leads', 'export'],
  ['leads', 'export', '--status', 'confermata', '--kind', 'booking'],
  ['privacy', 'find', 'rossi'],
  ['privacy', 'export', '--phone', '+39 347 1234567'],
]

const cookieOf = ({ reader }: Face, { owner, drivers }: Cookies) =>
  reader === 'visitor' ? undefined : reader === 'owner' ? owner : drivers[reader]

const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 300)

/** Reads the faces of databases in an older release and in this one, and keeps the differences that are not intended. */
export class Comparison {
  /** Calls with the number of their faces that the older release showed. */
  readonly read = new Map<string, number>()
  private readonly found: Found[] = []
  private readonly used = new Set<Intended>()
  private readonly intended: Differences

  constructor(intended: Differences) {
    this.intended = intended
  }

  /** Reads the faces in lanes; those that are recorded one after the other, so that both releases record the same. */
  async compareFaces(faces: Face[], pair: Pair): Promise<void> {
    const { waiting = [], recorded = [] } = Object.groupBy(faces, ({ call }) =>
      isRecorded(call) ? 'recorded' : 'waiting',
    )
    const lane = async () => {
      for (let face = waiting.pop(); face; face = waiting.pop()) await this.compareFace(face, pair)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    for (const face of recorded) await this.compareFace(face, pair)
  }

  /** Reads a face from both releases. What depends on the clock is equal at the second or third time. */
  private async compareFace(face: Face, pair: Pair): Promise<void> {
    const { call, path } = face
    const cookie = cookieOf(face, pair.cookies)
    for (let n = 1; ; n++) {
      const [before, after] = await Promise.all([
        sendCall(pair.before.url, 'GET', path, { cookie }),
        sendCall(pair.after.url, 'GET', path, { cookie }),
      ])
      const is = this.asBefore(before, shown(call, after, pair))
      const found = this.unintended(face, differencesBetween(shown(call, before, pair), is))
      if (found.length > 0 && n < tries) {
        await sleep(200)
        continue
      }
      this.read.set(call, (this.read.get(call) ?? 0) + Number(before.status === 200))
      this.found.push(...found)
      return
    }
  }

  /** Returns what the page of a list shows without the page, if the older release sent the list alone. */
  private asBefore(before: Answer, after: Shown): Shown {
    const { items } = after.content as { items?: unknown }
    return this.intended.makesPages && Array.isArray(before.body) && items
      ? { ...after, content: items }
      : after
  }

  private unintended({ call, path }: Pick<Face, 'call' | 'path'>, all: Difference[]): Found[] {
    return all.flatMap((difference) => {
      const intended = intendedBy(this.intended, call, difference)
      if (intended) this.used.add(intended)
      return intended ? [] : [{ call, path, ...difference }]
    })
  }

  /** Compares what the commands of the operator print. */
  compareCommands(root: string, urls: { older: string; upgraded: string }, pair: Pair): void {
    for (const args of commands) {
      const call = `cli ${args.slice(0, 2).join(' ')}`
      const before = shownText(call, runCommand(root, args, envOf(urls.older)), pair)
      const after = shownText(call, runCommand(thisRelease, args, envOf(urls.upgraded)), pair)
      this.found.push(...this.unintended({ call, path: args.join(' ') }, differencesBetween(before, after)))
    }
  }

  /** Notes what the guest's page of the older release says and the page of this one lacks. Its sentences may differ. */
  async compareFacts({ statusPath, token, language }: Lead, pair: Pair): Promise<void> {
    if (statusPath === null) return
    const [request, before, after] = await Promise.all([
      sendCall(pair.before.url, 'GET', `/api/requests/${token}?lang=${language}`),
      sendCall(pair.before.url, 'GET', statusPath),
      sendCall(pair.after.url, 'GET', statusPath),
    ])
    if (request.status !== 200) return
    const [was = '', is = ''] = [before, after].map(({ bytes }) =>
      plain(visibleText(bytes.toString()).join(' ')),
    )
    const missing = factsOf(request.body).filter((fact) => was.includes(fact) && !is.includes(fact))
    const all = missing.map((before) => ({ at: 'fact', before, after: is }))
    this.found.push(...this.unintended({ call: guestPage, path: statusPath }, all))
  }

  /** Returns a line for each kind of difference, with one example. */
  get summary(): string[] {
    const kindOf = ({ call, at }: Found) =>
      `${call}, ${at.replaceAll(/(?<=^|\.)\d+(?=\.|$)|(?<=events\.)[^.]+/g, '*')}`
    return [...Map.groupBy(this.found, kindOf)].map(([kind, all]) => {
      const [example] = all.map(({ path, before, after }) => `${path}: ${short(before)} -> ${short(after)}`)
      return `${kind}: ${all.length} times, such as ${example}`
    })
  }

  /** Returns the calls that never showed anything, and the entries of the table that no difference needed. */
  get idle(): string[] {
    const calls = [...this.read].filter(([, count]) => count === 0).map(([call]) => call)
    const entries = this.intended.changes.filter((one) => !this.used.has(one))
    return [...calls, ...entries.map(({ call = '', at, reason }) => `${call} ${at}: ${reason}`)]
  }
}
