import { dayIn } from '../given.ts'
import { type Trip, tripDays, tripsOf } from './tripActs.ts'
import { type Lead, pathOf, World } from './world.ts'

// Everything that a visitor, a driver or the office sees of a world, as calls that read it.

type Reader = 'visitor' | 'owner' | number

/** A page, file or reply. A number is the driver who reads it. */
export interface Face {
  call: string
  path: string
  reader: Reader
}

/** Contents of the lists of the older release, by which the faces of each thing are found. */
export interface Known {
  /** The office, which reads. */
  world: World
  leads: Lead[]
  /** Codes of messages by WhatsApp. */
  taps: string[]
  trips: Trip[]
  customers: number[]
  notes: number[]
  /** Ids of the things of each list whose path has no other key. */
  ids: Record<string, number[]>
  /** Tokens by which guests review their rides. */
  reviews: string[]
  /** Paths of the calendars of the office and the drivers. */
  feeds: string[]
}

/** Lists whose things have a page each, with the path of the list. */
const lists = [
  'admin-users',
  'closed-days',
  'drivers',
  'outbox',
  'reply-templates',
  'service-sheets',
  'vehicles',
] as const

async function all(world: World, path: string): Promise<{ id: number }[]> {
  const { body } = await world.owner('GET', `/api/admin/${path}`)
  return Array.isArray(body) ? body : (body.items ?? [])
}

const idsOf = (rows: { id: number | null }[]) => rows.flatMap(({ id }) => (id === null ? [] : [id]))

/** Reads the lists of the older release, whose process is at `origin`. */
export async function knownOf(worlds: World[], origin: string): Promise<Known> {
  const [first] = worlds
  if (!first) throw new Error('no world')
  const world = new World(origin, first.cookies, 0)
  const ids: Known['ids'] = {}
  for (const list of lists)
    ids[list] = idsOf(await all(world, list === 'reply-templates' ? list : `${list}?limit=40`))
  const customers = idsOf(await all(world, 'customers?limit=100'))
  const notes: number[] = []
  for (const id of customers) {
    const { body } = await world.owner('GET', `/api/admin/customers/${id}`)
    notes.push(...idsOf(body.notes ?? []))
  }
  const feeds: string[] = []
  for (const query of ['', ...(ids.drivers ?? []).map((id) => `?driverId=${id}`)]) {
    const { body } = await world.owner('GET', `/api/admin/calendar-feed${query}`)
    if (body.url) feeds.push(new URL(body.url).pathname)
  }
  const leads = worlds.flatMap((one) => one.leads)
  const reviews: string[] = []
  for (const { token } of leads) {
    const { body } = await world.send('GET', `/api/requests/${token}`)
    if (body.reviewToken) reviews.push(body.reviewToken)
  }
  const taps = worlds.flatMap((one) => one.taps)
  return { world, leads, taps, trips: await tripsOf(world), customers, notes, ids, reviews, feeds }
}

type Paths = (known: Known) => string[]

const each = (list: (typeof lists)[number]): Paths => {
  return ({ ids }) => (ids[list] ?? []).map((id) => `/api/admin/${list}/${id}`)
}
const eachLead = (rest: string): Paths => {
  return ({ leads }) => leads.map(({ kind, id }) => `/api/admin/leads/${kind}/${id}${rest}`)
}
const ofKind = (kind: Lead['kind']): Paths => {
  return ({ leads }) =>
    leads.filter((lead) => lead.kind === kind).map(({ id }) => `/api/admin/${pathOf[kind]}/${id}`)
}
const eachToken = (path: (token: string) => string): Paths => {
  return ({ leads }) => leads.flatMap(({ token }) => (token === null ? [] : [path(token)]))
}
const queries = (path: string, ...some: string[]): Paths => {
  return () => some.map((query) => `${path}${query && `?${query}`}`)
}

const statuses = ['nuova', 'contattata', 'preventivo', 'confermata', 'persa'].map(
  (status) => `status=${status}`,
)
const sorts = (...names: string[]) => names.flatMap((name) => [`sort=${name}`, `sort=-${name}`])
const week = (first: number) => `from=${dayIn(first)}&to=${dayIn(first + 6)}`
const leadQueries = [
  ...statuses,
  'isWaiting=true',
  'search=rossi',
  // Whole lists, because the older releases end a page anywhere among equal rows.
  ...sorts('createdAt', 'dueAt', 'name', 'date').map((sort) => `${sort}&limit=100`),
]

/** Calls with keys or filters. */
const calls: Record<string, Paths> = {
  'GET /api/requests/:token': eachToken((token) => `/api/requests/${token}`),
  'GET /api/requests/:token/calendar': eachToken((token) => `/api/requests/${token}/calendar`),
  'GET /calendario/:token.ics': ({ feeds }) => feeds,
  'GET /api/admin/leads': queries(
    '/api/admin/leads',
    'limit=100',
    ...leadQueries,
    'kind=booking',
    'kind=contact&assignedTo=0',
    'kind=availability_request&sort=status',
    `from=${dayIn(-1)}&to=${dayIn(0)}`,
    'search=347',
    'limit=5&page=2',
  ),
  'GET /api/admin/availability-requests': queries(
    '/api/admin/availability-requests',
    'limit=100',
    'search=rossi',
    'status=confermata&sort=-date',
  ),
  'GET /api/admin/bookings': queries(
    '/api/admin/bookings',
    'limit=100',
    'search=rossi',
    'status=confermata&sort=-date',
  ),
  'GET /api/admin/contacts': queries(
    '/api/admin/contacts',
    'limit=100',
    'search=rossi',
    'status=confermata&sort=-date',
  ),
  'GET /api/admin/availability-requests/:id': ofKind('availability_request'),
  'GET /api/admin/bookings/:id': ofKind('booking'),
  'GET /api/admin/contacts/:id': ofKind('contact'),
  'GET /api/admin/leads/:kind/:id': eachLead(''),
  'GET /api/admin/leads/:kind/:id/messages': eachLead('/messages'),
  'GET /api/admin/leads/:kind/:id/customer': eachLead('/customer'),
  'GET /api/admin/leads/export.csv': queries(
    '/api/admin/leads/export.csv',
    '',
    ...statuses,
    'kind=booking',
    'search=anna',
  ),
  'GET /api/admin/taps/:code': ({ taps }) => taps.map((code) => `/api/admin/taps/${code}`),
  'GET /api/admin/customers': queries(
    '/api/admin/customers',
    'limit=100',
    'search=rossi',
    ...sorts('lastAt', 'name', 'requests', 'value'),
  ),
  'GET /api/admin/customers/:id': ({ customers }) => customers.map((id) => `/api/admin/customers/${id}`),
  'GET /api/admin/customers/:id/trips': ({ customers }) =>
    customers.map((id) => `/api/admin/customers/${id}/trips`),
  'GET /api/admin/customer-notes/:id': ({ notes }) => notes.map((id) => `/api/admin/customer-notes/${id}`),
  'GET /api/admin/saved-views': queries('/api/admin/saved-views', 'section=richieste/'),
  'GET /api/admin/offers': (known) => [
    ...queries(
      '/api/admin/offers',
      'limit=100',
      ...['sent', 'accepted', 'declined', 'withdrawn', 'expired'].map((state) => `state=${state}`),
      ...sorts('validUntil', 'total'),
    )(known),
    ...known.customers.map((id) => `/api/admin/offers?customerId=${id}`),
    ...known.leads.map(({ kind, id }) => `/api/admin/offers?leadKind=${kind}&leadId=${id}`),
  ],
  'GET /api/admin/calendar': queries(
    '/api/admin/calendar',
    week(-7),
    week(0),
    week(7),
    week(14),
    `from=${dayIn(0)}&to=${dayIn(0)}`,
  ),
  'GET /api/admin/calendar-feed': ({ ids }) => [
    '/api/admin/calendar-feed',
    ...(ids.drivers ?? []).map((id) => `/api/admin/calendar-feed?driverId=${id}`),
  ],
  'GET /api/admin/trips': queries(
    '/api/admin/trips',
    `from=${tripDays.from}&to=${tripDays.to}`,
    `from=${dayIn(0)}&to=${dayIn(0)}`,
  ),
  'GET /api/admin/trips/:id': ({ trips }) => trips.map(({ id }) => `/api/admin/trips/${id}`),
  'GET /api/admin/trips/:id/fits': ({ trips }) => trips.map(({ id }) => `/api/admin/trips/${id}/fits`),
  'GET /api/admin/service-sheets': (known) => [
    ...queries(
      '/api/admin/service-sheets',
      'limit=100',
      'search=otranto',
      ...sorts('number', 'departure', 'driver'),
    )(known),
    ...(known.ids.vehicles ?? []).map((id) => `/api/admin/service-sheets?vehicle=${id}`),
    ...known.leads.map(({ kind, id }) => `/api/admin/service-sheets?leadKind=${kind}&leadId=${id}`),
  ],
  'GET /api/admin/service-sheets/:id': each('service-sheets'),
  'GET /api/admin/service-sheets/export': queries(
    '/api/admin/service-sheets/export',
    '',
    'format=pdf',
    `year=${dayIn(0).slice(0, 4)}`,
  ),
  'GET /api/admin/privacy/find': queries('/api/admin/privacy/find', 'q=rossi', 'q=ospite', 'q=nonna'),
  'GET /api/admin/privacy/export': ({ leads }) => {
    const of = (key: 'email' | 'phone') =>
      [...new Set(leads.map((lead) => lead[key]))].flatMap((value) =>
        value ? [`/api/admin/privacy/export?${key}=${encodeURIComponent(value)}`] : [],
      )
    return [...of('email'), ...of('phone')]
  },
  'GET /api/admin/reviews': queries('/api/admin/reviews', 'limit=100', 'search=attesa', ...sorts('rating')),
  'GET /api/reviews': queries('/api/reviews', '', 'lang=de'),
  'GET /api/admin/email-messages': queries('/api/admin/email-messages', 'limit=100'),
  'GET /api/admin/audit': queries('/api/admin/audit', 'limit=100', 'limit=100&page=2'),
  'GET /api/admin/closed-days/:id': each('closed-days'),
  'GET /api/admin/drivers/:id': each('drivers'),
  'GET /api/admin/vehicles/:id': each('vehicles'),
  'GET /api/admin/reply-templates/:id': each('reply-templates'),
  'GET /api/admin/outbox/:id': each('outbox'),
  'GET /api/admin/admin-users/:id': each('admin-users'),
}

/** Calls that are not read, by the reason. */
const leftOut: Record<string, string[]> = {
  'stays open until the panel closes': ['GET /api/admin/events'],
  'asks another server': [
    'GET /api/distance-matrix',
    'GET /api/places/autocomplete',
    'GET /api/places/details',
    'GET /api/maps/embed/:departureName/:destinationName',
  ],
  'shows the machine and the process': ['GET /api/admin/system'],
  'lists the calls of the release': ['GET /api/admin/roles'],
  'reads a job, which no act of a world starts': ['GET /api/admin/jobs/:id'],
  'shows when and from where each session was used, which the reading changes': [
    'GET /api/admin/grants',
    'GET /api/admin/sessions',
  ],
  'is about the catalogue and its texts, which the upgrade test compares by rows': [
    'GET /api/admin/locations/:id',
    'GET /api/admin/locations/:id/names',
    'GET /api/admin/page-texts/places/:id',
    'GET /api/admin/page-texts/routes/:id',
    'GET /api/admin/price-lists/:id',
    'GET /api/admin/route-prices/:id',
    'GET /api/admin/correlated-routes/:id',
    'GET /api/admin/transfer-types/:id',
    'GET /api/admin/photos/:id',
    'GET /api/admin/redirects/:id',
    'GET /api/admin/blog-posts/:id',
    'GET /api/admin/blog-categories/:id',
    'GET /api/admin/translations/:kind/:id/:language',
    'GET /api/admin/translations/unnamed-places',
    'GET /api/bulk-pricing/routes/:id/changes',
    'GET /api/bulk-pricing/batches/:batchId',
    'GET /api/routes/:slug',
    'GET /api/routes/check',
    'GET /api/routes/return/:departureId/:destinationId',
    'GET /api/routes/correlated/:routeId',
    'GET /api/routes/search',
    'GET /api/transfer-routes/:slug',
    'GET /api/transfer-routes/:slug/meta',
    'GET /api/fares',
    'GET /api/locations/search',
    'GET /api/maps/drawing',
    'GET /api/pages',
    'GET /api/blog-posts/:slug',
  ],
  'is about settings of other services, which no migration of the rides touches': [
    'GET /api/admin/google-analytics-configurations/:id',
    'GET /api/admin/api-configurations/:id',
    'GET /api/admin/email-configurations/:id',
    'GET /api/admin/ai-prompts/:id',
    'GET /api/admin/inbound-attachments/:id',
  ],
}

/** Calls that show a driver or a driver's page. */
const readersOf = (call: string, { cookies }: World): Reader[] => {
  if (call.startsWith('GET /api/driver/')) return cookies.drivers.map((_, at) => at)
  return /^GET \/(api\/(requests|reviews)|calendario)\b/.test(call) ? ['visitor'] : ['owner']
}

/** Returns the faces of a world: those of all calls that the older release describes, and the guest's pages. */
export function facesOf(known: Known, described: string[]): Face[] {
  const paths = (call: string) => calls[call]?.(known) ?? (call.includes(':') ? [] : [call.slice(4)])
  const facesOfCall = (call: string) =>
    readersOf(call, known.world).flatMap((reader) => paths(call).map((path) => ({ call, path, reader })))
  const page = (call: string, path: string): Face => ({ call, path, reader: 'visitor' })
  const pages = known.leads.flatMap(({ statusPath }) =>
    statusPath === null
      ? []
      : [page(guestPage, statusPath), page('the guest’s calendar file', `${statusPath}transfer.ics`)],
  )
  const last = (call: string) => Number(call === 'GET /api/admin/audit')
  return [
    ...pages,
    ...known.reviews.map((token) => page('the page of a review', `/recensione/${token}/`)),
    ...readCalls(described)
      .toSorted((one, other) => last(one) - last(other))
      .flatMap(facesOfCall),
  ]
}

export const guestPage = 'the guest’s page'

/** Whether the audit log records the reading, or shows it. */
export const isRecorded = (call: string) => /export|privacy|audit/.test(call)

const isLeftOut = (call: string) => Object.values(leftOut).some((all) => all.includes(call))

export const readCalls = (described: string[]) => described.filter((call) => !isLeftOut(call))

/** Returns the calls that are neither read nor left out for a reason. */
export const unknownCalls = (described: string[]) =>
  readCalls(described).filter((call) => call.includes(':') && !(call in calls))
