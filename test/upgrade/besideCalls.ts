import { type Answer, sendCall, sessionOf } from './calls.ts'

// Calls of visitors and staff to processes of two releases behind one balancer: each call goes to any of them.

export interface StoredLead {
  kind: 'availability_request' | 'booking' | 'contact'
  id: number
  mark: string
  email: string
  /** Token of the customer's page. */
  token: string
}

const leadPaths = {
  availability_request: 'availability-requests',
  booking: 'bookings',
  contact: 'contacts',
} as const
const leadForms = {
  availability_request: {
    departure: 'Aeroporto Brindisi',
    destination: 'Otranto',
    passengers: '3',
    formSource: 'quick-form',
  },
  booking: { departure: 'Lecce', destination: 'Otranto', time: '9:00', passengers: '2' },
  contact: { message: 'Volo alle 10' },
}
const kinds = ['availability_request', 'booking', 'contact'] as const
const statuses = ['contattata', 'preventivo', 'persa'] as const

/** Routes, each for one kind of act, so that no two acts of the test change the same route at the same time. */
export interface RoutesFor {
  edits: number[]
  prices: number[]
  switches: number[]
  links: { mainId: number; id: number }[]
}

export class BesideCalls {
  /** URLs of the API processes that take calls now. */
  origins: string[] = []
  /** URLs of those of the new release. */
  newOrigins: string[] = []
  count = 0
  readonly unexpected: string[] = []
  readonly leads: StoredLead[] = []
  readonly replies: { mark: string; email: string }[] = []
  readonly prices = new Map<number, string>()
  readonly texts = new Map<number, string>()
  readonly articles: { id: number; slug: string }[] = []
  readonly erased: string[] = []
  /** Addresses of the customers who cancelled. */
  readonly cancelled = new Set<string>()
  readonly cookies: string[] = []
  readonly routes: RoutesFor
  private turn = 0
  private acts = 0

  constructor(routes: RoutesFor) {
    this.routes = routes
  }

  private origin(from = this.origins): string {
    return from[this.turn++ % from.length] ?? ''
  }

  /** Sends a call and notes any other status than the expected one. */
  async send(
    method: string,
    path: string,
    body: unknown,
    expected: number,
    { isStaff = true, origin = this.origin() } = {},
  ): Promise<Answer> {
    this.count++
    const cookie = isStaff ? this.cookies[this.count % this.cookies.length] : undefined
    const reply = await sendCall(origin, method, path, { body, cookie })
    if (reply.status !== expected)
      this.unexpected.push(
        `${method} ${path} at ${origin}: ${reply.status} ${reply.bytes.toString().slice(0, 300)}`,
      )
    return reply
  }

  async logIn(username: string, password: string, origin: string): Promise<void> {
    this.cookies.push(await sessionOf(origin, username, password))
  }

  private async storeLead(n: number, kind: StoredLead['kind']): Promise<StoredLead | null> {
    const mark = `Ospite-${n}-${kind}`
    const email = `ospite${n}-${kind}@guest.example`
    const person = { name: mark, phone: `+39 347 ${1_000_000 + n}`, email }
    const form = { ...person, ...leadForms[kind] }
    const path = `/api/${leadPaths[kind]}`
    const { status, body } = await this.send('POST', path, form, 201, { isStaff: false })
    const token = String(body.statusPath).split('/').at(-2) ?? ''
    return status === 201 ? { kind, id: body.id, mark, email, token } : null
  }

  private async lead(n: number): Promise<void> {
    const lead = await this.storeLead(n, kinds[n % 3] ?? 'contact')
    if (lead) this.leads.push(lead)
  }

  private async reply(n: number): Promise<void> {
    const lead = this.leads[n % this.leads.length]
    if (!lead) return
    const mark = `risposta-${n}-fine`
    const { status } = await this.send(
      'POST',
      `/api/admin/leads/${lead.kind}/${lead.id}/answer`,
      { via: 'email', subject: 'La tua richiesta', text: `Buongiorno, ${mark}` },
      200,
    )
    if (status === 200) this.replies.push({ mark, email: lead.email })
  }

  /** Reads from one process and saves at the next, as a panel behind a balancer does. */
  private async editRoute(n: number): Promise<void> {
    const id = this.routes.edits[n % this.routes.edits.length] ?? 0
    const path = `/api/admin/route-prices/${id}`
    const { body } = await this.send('GET', path, undefined, 200)
    const touristInfo = `Spiagge ${n}`
    const { status } = await this.send('PUT', path, { ...body, touristInfo }, 200)
    if (status === 200) this.texts.set(id, touristInfo)
  }

  private async price(n: number): Promise<void> {
    const id = this.routes.prices[n % this.routes.prices.length] ?? 0
    const value = String(100 + (n % 100))
    const updates = [{ id, field: 'price1to3Pax', value }]
    const { status } = await this.send('PUT', '/api/bulk-pricing/update', { updates }, 200)
    if (status === 200) this.prices.set(id, value)
  }

  private async switchRoute(n: number): Promise<void> {
    const id = this.routes.switches[n % this.routes.switches.length] ?? 0
    for (const isActive of [false, true])
      await this.send('PUT', `/api/admin/route-prices/${id}/active-status`, { isActive }, 200)
  }

  private async article(n: number): Promise<void> {
    const form = {
      title: `Articolo ${n}`,
      slug: `articolo-${n}`,
      summary: 'Una gita nel Salento',
      content: '<p>Tra gli ulivi</p>',
      isPublished: true,
    }
    const { status, body } = await this.send('POST', '/api/admin/blog-posts', form, 201)
    if (status !== 201) return
    this.articles.push({ id: body.id, slug: form.slug })
    const path = `/api/admin/blog-posts/${body.id}`
    const read = await this.send('GET', path, undefined, 200)
    await this.send('PUT', path, { ...read.body, summary: `Una gita ${n}` }, 200)
  }

  private async status(n: number): Promise<void> {
    const lead = this.leads[n % this.leads.length]
    const status = statuses[n % 3] ?? 'persa'
    if (!lead) return
    const path = `/api/admin/${leadPaths[lead.kind]}/${lead.id}`
    await this.send('PATCH', path, { status }, 200)
  }

  private async manyStatuses(n: number): Promise<void> {
    const chosen = this.leads.slice(-(2 + (n % 8)))
    const ids = chosen.map(({ kind, id }) => `${kind}-${id}`)
    if (ids.length === 0) return
    await this.send('POST', '/api/admin/leads/bulk', { ids, change: { status: 'contattata' } }, 200)
  }

  private async pages(): Promise<void> {
    for (const path of ['/', '/sitemap.xml', '/api/routes/popular'])
      await this.send('GET', path, undefined, 200, { isStaff: false })
  }

  private async erase(n: number): Promise<void> {
    const lead = await this.storeLead(100_000 + n, 'contact')
    if (!lead) return
    await this.send('POST', '/api/admin/privacy/erase', { email: lead.email }, 200)
    this.erased.push(lead.mark)
  }

  /** A customer cancels. Only this release confirms it to the customer, if its worker gets the event. */
  private async cancel(n: number): Promise<void> {
    const lead = await this.storeLead(200_000 + n, 'availability_request')
    if (!lead) return
    this.leads.push(lead)
    await this.send('POST', `/api/requests/${lead.token}/cancel`, {}, 200, { isStaff: false })
    this.cancelled.add(lead.email)
  }

  /** Calls whose events 1.0.0 does not know. */
  private async onlyNew(n: number): Promise<void> {
    const link = this.routes.links[n % this.routes.links.length]
    if (!link || this.newOrigins.length === 0) return
    const path = `/api/admin/correlated-routes/${link.mainId}/routes/${link.id}`
    const origin = this.origin(this.newOrigins)
    await this.send('DELETE', path, undefined, 200, { origin })
    await this.send('PUT', path, {}, 200, { origin })
    await this.send('POST', '/api/admin/sitemap/generate', {}, 202, { origin })
  }

  /** Runs the mixed calls in lanes until `target` calls are made in all. */
  async until(target: number, lanes = 6): Promise<void> {
    const acts = [
      ...Array.from({ length: 6 }, () => this.lead),
      ...[this.reply, this.reply, this.reply, this.editRoute, this.editRoute, this.price, this.price],
      ...[this.switchRoute, this.article, this.status, this.status, this.manyStatuses, this.pages],
    ]
    const lane = async () => {
      while (this.count < target) {
        const n = this.acts++
        await acts[n % acts.length]?.call(this, n)
        if (n % 23 === 17) await this.onlyNew(n)
        if (n % 31 === 25) await this.erase(n)
        if (n % 29 === 3) await this.cancel(n)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }
}
