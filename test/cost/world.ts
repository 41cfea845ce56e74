import { run } from '../../src/kernel/run.ts'
import { handlers, internalHandlers } from '../../src/modules/index.ts'
import { type App, staffPassword, startApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { superAdmin } from '../mailbox.ts'
import { newAddress } from '../newAddress.ts'
import { addCatalogue, type Size } from './catalogue.ts'

type Input = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: each input knows the reply on which it depends
type Body = any

/** An app with a large catalogue, and the rows that the inputs of commands need. */
export class World {
  readonly app: App
  staff: Record<string, string> = {}
  #count = 0
  #lastRoute = 0

  private constructor(app: App) {
    this.app = app
  }

  static async open(size: Size): Promise<World> {
    const app = await startApp({ data: 'bundled' })
    await addCatalogue(app, size)
    const world = new World(app)
    await world.logIn()
    await app.settle()
    return world
  }

  /** Logs in again, for commands that end the session. */
  async logIn(): Promise<void> {
    this.staff = await this.app.logIn()
  }

  get sql() {
    return this.app.sql
  }

  next(): number {
    this.#count += 1
    return this.#count
  }

  /** Sends a command as a browser does. Fails unless it succeeds. */
  async call(http: string, input: Input = {}, headers = this.staff): Promise<Body> {
    const [method = '', pattern = ''] = http.split(' ')
    const rest = { ...input }
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const sent = { 'x-forwarded-for': newAddress(), ...headers }
    const { data } = rest
    const reply =
      data instanceof Buffer
        ? await this.#sendFile(path, data, sent)
        : await this.app.send(method, path, method === 'GET' || method === 'DELETE' ? undefined : rest, sent)
    if (reply.status >= 300) throw new Error(`${http}: ${reply.status} ${reply.text.slice(0, 600)}`)
    return reply.body
  }

  async #sendFile(path: string, data: Buffer, headers: Record<string, string>) {
    const type = data[0] === 0x89 ? 'image/png' : 'text/csv'
    const sent = { 'sec-fetch-site': 'same-origin', ...headers, 'content-type': type }
    const reply = await fetch(this.app.origin + path, {
      method: 'POST',
      headers: sent,
      body: new Uint8Array(data),
    })
    const text = await reply.text()
    return { status: reply.status, text, body: JSON.parse(text) }
  }

  read(path: string): Promise<Body> {
    return this.call(`GET ${path}`)
  }

  /** Sends the form of a record with its version and the changes. */
  async saved(path: string, change: Input): Promise<Input> {
    const { createdAt: _, ...record } = await this.read(path)
    return { ...record, ...change }
  }

  async runs(http: string, input: Input): Promise<unknown> {
    const inner = internalHandlers.find(({ message }) => message.name === http)
    if (inner) return run(this.app.runtime, inner, input, superAdmin)
    const isMounted = handlers.some(({ message }) => message.http === http)
    if (!isMounted) throw new Error(`${http} is no command`)
    return this.call(http, input)
  }

  /** Returns the id of a route from a hub that no other input has got. */
  async route(): Promise<number> {
    const [row] = await this.sql<[{ id: number }]>`
      select id from route_prices where slug like 'hub-%' and is_active and id > ${this.#lastRoute} order by id limit 1`
    this.#lastRoute = row.id
    return row.id
  }

  async place(): Promise<number> {
    const name = `Scoglio ${this.next()}`
    return (await this.call('POST /api/admin/locations', { name, locationType: 'Città' })).id
  }

  /** Stores a lead whose form has a ride on day `days`. */
  async lead(kind: 'request' | 'booking' | 'contact', form: Input = {}) {
    const phone = `+39 347 ${5_000_000 + this.next()}`
    const ride =
      kind === 'contact' ? {} : { departure: 'Aeroporto Brindisi', destination: 'Gallipoli', date: dayIn(30) }
    const email = `ospite${this.next()}@esempio.it`
    const lead = await given.lead(this.app, kind, { name: 'Anna Rossi', email, ...ride, phone, ...form })
    return { ...lead, email, phone, token: lead.statusPath.split('/').at(-2) ?? '' }
  }

  async driver(adminUserId: number | null = null): Promise<number> {
    const form = { name: `Ugo ${this.next()}`, phone: '347 1234567', adminUserId }
    return (await this.call('POST /api/admin/drivers', form)).id
  }

  async vehicle(): Promise<number> {
    const plate = `CO${100 + this.next()}ST`
    return (await this.call('POST /api/admin/vehicles', { plate, kind: 'minivan', seats: 8, bags: 8 })).id
  }

  /** Stores a trip that nobody drives, each on its own day. */
  async trip(): Promise<number> {
    const pickupAt = `${dayIn(40 + this.next())}T08:00:00Z`
    const form = { from: 'Lecce', to: 'Otranto', pickupAt, passengers: 1, bags: 0 }
    return (await this.call('POST /api/admin/trips', form)).id
  }

  async account(role = 'operatore'): Promise<{ id: number; username: string }> {
    const username = `persona-${this.next()}`
    const id = await this.app.addStaff(username, { role: role as 'operatore' })
    return { id, username }
  }

  async signedIn(username: string): Promise<Record<string, string>> {
    const reply = await this.app.signIn({ username, password: staffPassword })
    const [cookie = ''] = reply.headers.getSetCookie()
    return { cookie: cookie.slice(0, cookie.indexOf(';')) }
  }

  /** Stores a job that has ended. */
  async job(kind: string, status: string, input: object = {}): Promise<number> {
    const [row] = await this.sql<[{ id: number }]>`
      insert into jobs (kind, status, input, started_by) values (${kind}, ${status}, ${this.sql.json(input as never)}, 'maria')
      returning id`
    return row.id
  }
}

/** Makes a valid input for each command, and the rows that it needs. Called again if the command is measured again. */
export type Inputs = Record<
  string,
  (world: World) => Record<string, unknown> | Promise<Record<string, unknown>>
>
