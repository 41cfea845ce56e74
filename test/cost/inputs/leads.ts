import { dayIn, given } from '../../given.ts'
import type { Inputs, World } from '../world.ts'

export const leadsInputs: Inputs = {
  'POST /api/admin/leads/:kind/:id/answer': async (world) => ({
    kind: 'booking',
    id: (await world.lead('booking')).id,
    via: 'email',
    subject: 'La tua richiesta',
    text: 'Costa 40 euro.',
  }),
  'POST /api/admin/customers/:id/notes': async (world) => ({ id: await customer(world), text: 'Puntuale' }),
  'DELETE /api/admin/customer-notes/:id': async (world) => ({ id: (await note(world)).id }),
  'PUT /api/admin/customer-notes/:id': async (world) => {
    const { id, updatedAt } = await note(world)
    return { id, updatedAt, text: 'Altra nota' }
  },
  'POST /api/admin/customers/:id/joins': (world) => join(world),
  'POST /api/admin/customer-joins/:id/undo': async (world) => {
    const { joins } = await world.call('POST /api/admin/customers/:id/joins', await join(world))
    return { id: joins[0].id }
  },
  'POST /api/admin/leads/bulk': () => ({ filter: { search: 'anna' }, change: { status: 'contattata' } }),
  'POST /api/admin/leads': (world) => ({
    name: 'Anna Rossi',
    phone: `+39 347 ${6_000_000 + world.next()}`,
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    date: dayIn(30),
    time: '10:00',
    passengers: '2',
  }),
  'PATCH /api/admin/availability-requests/:id': async (world) => ({
    id: (await world.lead('request')).id,
    status: 'confermata',
    date: dayIn(31),
    time: '10:00',
  }),
  'PATCH /api/admin/bookings/:id': async (world) => ({
    id: (await world.lead('booking')).id,
    status: 'confermata',
  }),
  'PATCH /api/admin/contacts/:id': async (world) => ({
    id: (await world.lead('contact')).id,
    status: 'persa',
  }),
  'POST /api/admin/leads/:kind/:id/read': async (world) => ({
    kind: 'booking',
    id: (await world.lead('booking')).id,
  }),
  'POST /api/request-changes': async (world) => {
    const form = given.booking({ ...ride, phone: `+39 347 ${7_000_000 + world.next()}` })
    const key = `chiave-${world.next()}-${Date.now()}`
    await world.call('POST /api/bookings', form, { 'idempotency-key': key })
    return { ...form, key, passengers: '4' }
  },
  'POST /api/availability-requests': (world) => ({ ...given.request(ride), phone: phone(world) }),
  'POST /api/bookings': (world) => ({ ...given.booking(ride), phone: phone(world) }),
  'POST /api/contacts': (world) => ({ ...given.contact(), phone: phone(world) }),
  'POST /api/taps': () => ({ kind: 'call', path: '/tratte/transfer-aeroporto-brindisi-gallipoli/' }),
  'POST /api/requests/:token/changes': async (world) => ({
    token: (await world.lead('booking')).token,
    text: 'Un bambino in più',
  }),
  'POST /api/requests/:token/cancel': async (world) => ({ token: (await world.lead('booking')).token }),
  'POST /api/admin/reply-templates': (world) => template(world),
  'DELETE /api/admin/reply-templates/:id': async (world) => ({
    id: (await world.call('POST /api/admin/reply-templates', template(world))).id,
  }),
  'PUT /api/admin/reply-templates/:id': async (world) => {
    const { id } = await world.call('POST /api/admin/reply-templates', template(world))
    return world.saved(`/api/admin/reply-templates/${id}`, { text: 'Ciao {nome}!' })
  },
}

const ride = { departure: 'Aeroporto Brindisi', destination: 'Gallipoli', date: dayIn(30) }
const phone = (world: World) => `+39 347 ${8_000_000 + world.next()}`

async function customer(world: World): Promise<number> {
  const { id } = await world.lead('booking')
  const [row] = await world.sql<[{ id: number }]>`
    select customer_id as id from customer_leads where lead_kind = 'booking' and lead_id = ${id}`
  return row.id
}

const note = async (world: World) =>
  world.call('POST /api/admin/customers/:id/notes', { id: await customer(world), text: 'Puntuale' })

const join = async (world: World) => ({ id: await customer(world), otherId: await customer(world) })

const template = (world: World) => ({
  kind: 'booking',
  via: 'whatsapp',
  language: 'it',
  name: `Sollecito ${world.next()}`,
  text: 'Ciao {nome}',
})
