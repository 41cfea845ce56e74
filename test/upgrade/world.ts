import { dayIn } from '../given.ts'
import { randomOf } from '../random.ts'
import { type Answer, sendCall } from './calls.ts'

// Acts of visitors and staff before an upgrade: random acts, sent to a process of the older release, whose code and
// triggers store the rows.

export type Kind = 'availability_request' | 'booking' | 'contact'

/** Segment of the URL of each kind, for visitors and staff. */
export const pathOf = {
  availability_request: 'availability-requests',
  booking: 'bookings',
  contact: 'contacts',
} as const

export interface Lead {
  kind: Kind
  id: number
  language: string
  /** Path of the guest's page; null for a lead that staff wrote down. */
  statusPath: string | null
  token: string | null
  phone: string
  email: string | null
}

/** Who calls: the owner and an operator in the office, and drivers. */
export interface Cookies {
  owner: string
  operator: string
  drivers: string[]
}

type Body = Record<string, unknown>

export class World {
  readonly leads: Lead[] = []
  readonly taps: string[] = []
  /** Calls, such as `POST /api/bookings`, with the number of those that were not refused. */
  readonly accepted = new Map<string, number>()
  readonly faults: string[] = []
  readonly cookies: Cookies
  readonly origin: string
  private readonly random: () => number
  private count = 0

  constructor(origin: string, cookies: Cookies, seed: number) {
    this.origin = origin
    this.cookies = cookies
    this.random = randomOf(seed)
  }

  /** Returns a number from 0 to `below` - 1. */
  die(below: number): number {
    return Math.floor(this.random() * below)
  }

  chance(percent: number): boolean {
    return this.random() * 100 < percent
  }

  one<const L extends readonly [unknown, ...unknown[]]>(list: L): L[number]
  one<T>(list: readonly T[]): T | undefined
  one<T>(list: readonly T[]): T | undefined {
    return list[this.die(list.length)]
  }

  next(): number {
    this.count += 1
    return this.count
  }

  /** Returns a day from `first` to `last` days from today. */
  day(first: number, last: number): string {
    return dayIn(first + this.die(last - first + 1))
  }

  /** A refusal is a right answer to a random act. An error is not. */
  async send(method: string, path: string, body?: Body, cookie?: string): Promise<Answer> {
    const reply = await sendCall(this.origin, method, path, { body, cookie })
    const pattern = path.replace(/\?.*/, '').replace(/[2-9A-Z]{6}-[\w-]{22}/, ':token')
    const key = `${method} ${pattern.replace(/\d+/g, ':id')}`
    this.accepted.set(key, (this.accepted.get(key) ?? 0) + Number(reply.status < 300))
    if (reply.status >= 500)
      this.faults.push(`${method} ${path} ${JSON.stringify(body)}: ${reply.status} ${reply.bytes.toString()}`)
    return reply
  }

  /** Sends a call of the owner or the operator. */
  office(method: string, path: string, body?: Body): Promise<Answer> {
    const { owner, operator } = this.cookies
    return this.send(method, path, body, this.chance(50) ? owner : operator)
  }

  owner(method: string, path: string, body?: Body): Promise<Answer> {
    return this.send(method, path, body, this.cookies.owner)
  }

  /** Returns one of the leads, rather a late one. */
  get lead(): Lead | undefined {
    return this.chance(50) ? this.leads.at(-1) : this.one(this.leads)
  }
}

/** Something that happens in a world. */
export type Act = (world: World) => Promise<unknown>

/** Runs as many random acts; an act that is listed twice happens twice as often. */
export async function happen(world: World, acts: readonly Act[], count: number): Promise<void> {
  for (let done = 0; done < count; done++) await world.one(acts)?.(world)
}
