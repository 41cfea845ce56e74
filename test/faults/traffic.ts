import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Direction } from '../../src/modules/leads/lead/leg.contract.ts'
import { type System, staff } from './system.ts'

export interface Answer {
  status: number
  ms: number
  retryAfter: string | null
  body: Record<string, unknown>
  cookie: string
}

/** Sends a call. Status 0 means a refused or broken connection, or no complete response within 20 s. */
export async function call(
  origin: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const startedAt = performance.now()
  const took = () => Math.round(performance.now() - startedAt)
  try {
    const reply = await fetch(origin + path, {
      method,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    const text = await reply.text()
    const [cookie = ''] = reply.headers.getSetCookie()
    return {
      status: reply.status,
      ms: took(),
      retryAfter: reply.headers.get('retry-after'),
      body: reply.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : {},
      cookie: cookie.slice(0, cookie.indexOf(';')),
    }
  } catch {
    return { status: 0, ms: took(), retryAfter: null, body: {}, cookie: '' }
  }
}

/** Returns an IP address for each index, so that calls with different indexes share no limit. */
export function addressOf(index: number): string {
  return `2001:db8:${((index >> 16) & 0xffff).toString(16)}:${(index & 0xffff).toString(16)}::1`
}

export const counts = (values: (string | number)[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, { length }]) => [value, length]))

/** For the share 0.95, 95 % of the figures are not higher than the returned figure. */
export function percentile(figures: number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

const kinds = ['availability-requests', 'contacts', 'bookings'] as const
export type LeadKind = (typeof kinds)[number]

export interface AcknowledgedLead {
  kind: LeadKind
  id: number
  /** Name in the stored row, unique for each command. */
  mark: string
  /** Ways that the customer asked for. */
  directions: Direction[]
}

/** One way of a request, as it was last acknowledged. */
export interface AcknowledgedWay {
  direction: Direction
  pickupAt: Date
  address: string
  tripId: number | null
  /** Null before the assignment, and after staff have moved the request, which ends the assignment. */
  vehicleId: number | null
  /** Number of changes of the confirmed pick-up. */
  moves: number
}

/** Acknowledged steps of a request with its rides, from the booking to the review or the cancellation. */
export interface AcknowledgedRide {
  leadId: number
  mark: string
  /** Token of the customer's page. */
  token: string
  /** Null for rides that staff confirmed without an offer. */
  offerId: number | null
  ways: AcknowledgedWay[]
  /** Address that the request states; a trip may have another one. */
  address: string
  /** Change for which the customer asked; empty without one. */
  wish: string
  cancelledBy: 'guest' | 'staff' | null
  /** Requests that share the trip of the way there. */
  sharesWith: number[]
  /** When the last command that moved a confirmed ride was sent. */
  movedAt: Date
  /** Keys of the driver's reports. */
  reports: string[]
  isFinished: boolean
  reviewId: number | null
}

/** Acknowledged commands, and the results of all calls. */
export class Ledger {
  readonly leads: AcknowledgedLead[] = []
  /** Acknowledged prices by route, in order. */
  readonly prices = new Map<number, string[]>()
  /** Last acknowledged state of each route, and the number of its acknowledged switches. */
  readonly switches = new Map<number, { isActive: boolean; times: number }>()
  readonly rides: AcknowledgedRide[] = []
  /** Number of rides whose course has begun. */
  courses = 0
  /** Pairs of a vehicle and a driver. Each pair serves several rides. */
  readonly pairs = new Map<number, Promise<Record<'vehicle' | 'driver', Record<string, unknown>>>>()
  readonly statuses = new Map<number, number>()
  /** The first 50 responses that are neither a success nor a 503 or 504 with Retry-After. */
  readonly odd: string[] = []
  slowestMs = 0
  commands = 0
  calls = 0

  note(what: string, { status, ms, retryAfter, body }: Answer): void {
    this.calls++
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    // Calls without a response are not timed: a suspended process never responds.
    if (status !== 0) this.slowestMs = Math.max(this.slowestMs, ms)
    const isExpected =
      status === 0 || (status >= 200 && status < 300) || ((status === 503 || status === 504) && retryAfter)
    if (!isExpected && this.odd.length < 50) this.odd.push(`${what}: ${status} ${JSON.stringify(body)}`)
  }
}

interface Command {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** By default true: all attempts of the command send one Idempotency-Key. If false, they send no key. */
  isKeyed?: boolean
}

/** Repeats a command after a 503, and after a 504 or without a response, when nobody knows whether it is done. Returns the body, or null after any other error. */
export async function insist(
  { origins }: System,
  ledger: Ledger,
  command: Command,
): Promise<Record<string, unknown> | null> {
  const { method, path, body, isKeyed = true } = command
  const headers = { ...(isKeyed && { 'idempotency-key': randomUUID() }), ...command.headers }
  ledger.commands++
  for (let tries = 0; ; tries++) {
    const origin = origins[(ledger.calls + tries) % origins.length] ?? ''
    const answer = await call(origin, method, path, body, headers)
    ledger.note(`${method} ${path}`, answer)
    if (answer.status >= 200 && answer.status < 300) return answer.body
    if (answer.status > 0 && answer.status !== 503 && answer.status !== 504) return null
    await sleep(Math.min(50 * 2 ** tries, 500))
  }
}

export async function sendLead(system: System, ledger: Ledger, index: number): Promise<void> {
  const kind = kinds[index % kinds.length] ?? 'contacts'
  const mark = `Anna ${index} ${randomUUID()}`
  const person = { name: mark, phone: '347 1234567', email: `anna${index}@example.com` }
  const trip = { departure: 'Aeroporto Brindisi', destination: 'Otranto', passengers: '2' }
  const body = {
    'availability-requests': { ...person, ...trip, formSource: 'faults' },
    contacts: { ...person, message: 'Buongiorno' },
    bookings: { ...person, ...trip, time: '9:00' },
  }[kind]
  const headers = { 'x-forwarded-for': addressOf(index) }
  const reply = await insist(system, ledger, { method: 'POST', path: `/api/${kind}`, body, headers })
  const directions: Direction[] = kind === 'contacts' ? [] : ['there']
  if (reply) ledger.leads.push({ kind, id: Number(reply.id), mark, directions })
}

/** Saves a price that no other client changes. */
export async function savePrice(
  system: System,
  ledger: Ledger,
  { routeId, value, index, cookie }: { routeId: number; value: string; index: number; cookie: string },
): Promise<void> {
  const body = { updates: [{ id: routeId, field: 'price1to3Pax', value }], reason: 'faults' }
  const headers = { cookie, 'x-forwarded-for': addressOf(index) }
  const path = '/api/bulk-pricing/update'
  const reply = await insist(system, ledger, { method: 'PUT', path, body, headers })
  if (reply) ledger.prices.set(routeId, [...(ledger.prices.get(routeId) ?? []), value])
}

/** Switches a route that no other client switches. */
export async function switchRoute(
  system: System,
  ledger: Ledger,
  { routeId, isActive, index, cookie }: { routeId: number; isActive: boolean; index: number; cookie: string },
): Promise<void> {
  const headers = { cookie, 'x-forwarded-for': addressOf(index) }
  const path = `/api/admin/route-prices/${routeId}/active-status`
  const reply = await insist(system, ledger, { method: 'PUT', path, body: { isActive }, headers })
  const times = (ledger.switches.get(routeId)?.times ?? 0) + 1
  if (reply) ledger.switches.set(routeId, { isActive, times })
}

/** Logs in as staff. Repeats after a 503 with Retry-After, because a busy machine may exceed the product's deadline. */
export async function logIn({ origins }: System): Promise<string> {
  for (;;) {
    const { status, retryAfter, cookie } = await call(origins[0] ?? '', 'POST', '/api/admin/login', staff)
    if (status === 200) return cookie
    if (status !== 503 || !retryAfter) throw new Error(`log in: ${status}`)
    await sleep(500)
  }
}

/** Saves the operator's data and the mail server. */
export async function configure(system: System, cookie: string, smtpPort: number): Promise<void> {
  await saveCompany(system, cookie)
  await saveMailServer(system, cookie, smtpPort)
}

export const saveCompany = (system: System, cookie: string) =>
  save(system, cookie, 'PUT', 'company-settings', {
    companyName: 'Salento Transfer',
    vatNumber: '01234567890',
    phone: '+39 0832 123456',
    email: 'info@salento.example',
    leadsEmail: 'ufficio@salento.example',
  })

export const saveMailServer = (system: System, cookie: string, smtpPort: number) =>
  save(system, cookie, 'POST', 'email-configurations', {
    isActive: true,
    smtpHost: '127.0.0.1',
    smtpPort,
    fromEmail: 'sito@salento.example',
    fromName: 'Salento Transfer',
    dailyLimit: 0,
  })

async function save(
  system: System,
  cookie: string,
  method: string,
  name: string,
  body: object,
): Promise<void> {
  const ledger = new Ledger()
  await insist(system, ledger, { method, path: `/api/admin/${name}`, body, headers: { cookie } })
  if (ledger.odd.length > 0) throw new Error(ledger.odd.join('\n'))
}
