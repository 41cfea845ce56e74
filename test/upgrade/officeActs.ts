import { type Act, type Lead, pathOf, type World } from './world.ts'

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const staffPath = ({ kind, id }: Lead) => `/api/admin/leads/${kind}/${id}`

/** Writes down the request of a caller, sometimes with the code of a message by WhatsApp. */
export const writesDown: Act = async (world) => {
  const n = world.next()
  const tapCode = world.chance(40) ? (world.taps.at(-1) ?? '') : ''
  const form = {
    name: world.one(['Telefonata di Ugo', 'Hotel Patria, portiere']),
    phone: world.chance(30) ? '0832 245111' : `+39 349 ${3_000_000 + n}`,
    email: world.chance(50) ? `telefono${n}@guest.example` : '',
    departure: world.one(['Lecce', 'Aeroporto Brindisi', '']),
    destination: world.one(['Gallipoli', 'Otranto', '']),
    passengers: world.one(['2', '4', '']),
    date: world.chance(80) ? world.day(-2, 10) : '',
    time: world.chance(80) ? world.one(['08:00', '13:15', '22:40']) : '',
    flightOrTrain: world.one(['', 'FR 4720']),
    luggage: world.one(['', '3 valigie']),
    message: world.one(['', 'Paga in contanti all’autista']),
    language: world.one(['it', 'en', 'de', 'fr']),
    tapCode,
  }
  const { status, body } = await world.office('POST', '/api/admin/leads', form)
  if (status !== 201) return
  const { kind, id, phone, email, language } = body
  world.leads.push({ kind, id, language, statusPath: null, token: null, phone, email })
}

export const answers: Act = async (world) => {
  const { lead } = world
  if (!lead) return
  const via = world.one(['call', 'whatsapp', 'email'])
  const outcome = world.one(['answered', 'noAnswer', 'callBack'])
  const form = {
    via,
    ...(via === 'email'
      ? { subject: 'La tua richiesta', text: `Costa ${world.die(90)} euro.\nA presto` }
      : {}),
    ...(via === 'whatsapp' ? { text: 'Buongiorno, confermiamo.' } : {}),
    ...(via === 'call'
      ? { outcome, ...(outcome === 'callBack' ? { callBackAt: inHours(world.die(48)) } : {}) }
      : {}),
  }
  await world.office('POST', `${staffPath(lead)}/answer`, form)
}

const changesOf = (world: World) => [
  { status: world.one(['nuova', 'contattata', 'preventivo', 'persa']) },
  { notes: world.one(['Cliente puntuale', 'Chiede sempre lo sconto\nmax 10 €', '']) },
  { assignedTo: null },
  { dueAt: world.chance(70) ? inHours(world.die(72) - 24) : '' },
  { date: world.day(-3, 8), time: world.one(['07:15', '10:00', '18:20']) },
  { returnDate: world.day(5, 20), returnTime: world.one(['06:00', '19:30', '']) },
  { address: world.one(['Via Taranto 7', '']), position: world.one(['40.1, 18.2', '']) },
  { language: world.one(['it', 'en', 'de', 'fr']) },
  { price: world.one(['110', '85,50', '1200', '']) },
]

const changed = (world: World, { kind, id }: Lead, change: object) =>
  world.office('PATCH', `/api/admin/${pathOf[kind]}/${id}`, { ...change })

export const changes: Act = async (world) => {
  const { lead } = world
  const change = world.one(changesOf(world))
  if (lead && change) await changed(world, lead, change)
}

export const assignsOwner: Act = async (world) => {
  const { lead } = world
  const { body } = await world.office('GET', '/api/admin/leads/owners')
  // 1.0.0 answers with the bare list.
  const owner = world.one<{ id: number }>(body.items ?? body)
  if (lead && owner) await changed(world, lead, { assignedTo: owner.id })
}

/** Confirms a lead without an offer. Half of the rides were days ago, so that they can be driven and reviewed. */
export const confirms: Act = async (world) => {
  const { lead } = world
  if (!lead) return
  if (world.chance(50))
    await changed(world, lead, { date: world.day(-3, 0), time: world.one(['00:10', '08:30']) })
  await changed(world, lead, { status: 'confermata', ...(world.chance(50) ? { price: '95' } : {}) })
}

export const marksRead: Act = async (world) => {
  const { lead } = world
  if (lead) await world.office('POST', `${staffPath(lead)}/read`, {})
}

export const changesMany: Act = async (world) => {
  const ids = world.leads.slice(-3).map(({ kind, id }) => `${kind}-${id}`)
  const change = world.one([{ status: 'contattata' }, { status: 'confermata' }, { dueAt: inHours(30) }])
  if (ids.length > 0) await world.office('POST', '/api/admin/leads/bulk', { ids, change })
}

export const offers: Act = async (world) => {
  const { lead } = world
  if (!lead) return
  const line = (direction: string) => ({
    direction,
    vehicle: world.one(['berlina', 'minivan', 'economy', 'premium']),
    day: world.day(0, 9),
    time: world.one(['', '11:00', '17:45']),
    total: world.one(['90', '72,50']),
  })
  const lines = world.one([undefined, [line('there')], [line('there'), line('back')]])
  // An offer of a second has expired when the faces are read.
  const validUntil = world.chance(25) ? inHours(1.3 / 3600) : inHours(48)
  const form = {
    leadKind: lead.kind,
    leadId: lead.id,
    lines,
    validUntil,
    message: world.one(['', 'Pagamento a bordo']),
  }
  await world.office('POST', '/api/admin/offers', form)
}

export const withdraws: Act = async (world) => {
  const { body } = await world.office('GET', '/api/admin/offers?limit=50')
  const offer = world.one<{ id: number }>(body.items)
  if (offer) await world.office('POST', `/api/admin/offers/${offer.id}/withdraw`, {})
}

export const notes: Act = async (world) => {
  const { lead } = world
  if (!lead) return
  const { body } = await world.office('GET', `${staffPath(lead)}/customer`)
  // The lead may have been erased.
  if (!body.id) return
  const text = world.one(['Paga sempre in contanti', 'Allergica ai gatti', 'Deutsch,\nkein Englisch'])
  const known = world.one<{ id: number; updatedAt: string }>(body.notes ?? [])
  if (known && world.chance(30))
    await world.office('PUT', `/api/admin/customer-notes/${known.id}`, { ...known, text })
  else if (known && world.chance(20)) await world.owner('DELETE', `/api/admin/customer-notes/${known.id}`)
  else await world.office('POST', `/api/admin/customers/${body.id}/notes`, { text })
}

export const joinsCustomers: Act = async (world) => {
  const { body } = await world.office('GET', '/api/admin/customers?limit=50')
  const [one, other] = [world.one<{ id: number }>(body.items), world.one<{ id: number }>(body.items)]
  if (!one || !other || one.id === other.id) return
  const joined = await world.office('POST', `/api/admin/customers/${one.id}/joins`, { otherId: other.id })
  const join = joined.body.joins?.at(-1)
  if (join && world.chance(40)) await world.office('POST', `/api/admin/customer-joins/${join.id}/undo`, {})
}

export const erases: Act = async (world) => {
  const { phone, email } = world.lead ?? {}
  if (email && world.chance(20)) await world.owner('POST', '/api/admin/privacy/erase', { email, phone })
}

export const answersReview: Act = async (world) => {
  const { body } = await world.office('GET', '/api/admin/reviews')
  const review = world.one<{ id: number }>(body.items ?? [])
  if (!review) return
  const path = `/api/admin/reviews/${review.id}`
  if (world.chance(60)) await world.office('POST', `${path}/reply`, { reply: 'Grazie mille!' })
  else await world.owner('POST', `${path}/hide`, { reason: 'Nomina un autista' })
}

export const arrangesOffice: Act = async (world) => {
  const n = world.next()
  const view = { section: 'richieste/', name: `Vista ${n}`, query: 'status=nuova&sort=-createdAt' }
  const template = {
    kind: 'booking',
    via: 'email',
    language: 'it',
    name: `Modello ${n}`,
    subject: 'Ciao',
    text: 'Ciao {nome}',
  }
  await world.owner('POST', '/api/admin/saved-views', view)
  await world.owner('POST', '/api/admin/reply-templates', template)
  await world.owner('POST', '/api/admin/closed-days', {
    day: world.day(30, 300),
    reason: `Ferie ${n}`,
    maxTripsPerHour: world.die(3),
  })
}
