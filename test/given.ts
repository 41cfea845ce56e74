import { expect } from 'vitest'
import { dayAfter, romanDay, romanMoment } from '../src/kernel/romanDay.ts'
import type { App } from './app.ts'
import { newAddress } from './newAddress.ts'

type Form = Record<string, unknown>

const forms = {
  request: {
    name: 'Anna Rossi',
    phone: '+39 347 1234567',
    email: 'anna@example.com',
    departure: 'Aeroporto Brindisi',
    destination: 'Otranto',
    passengers: '3',
    formSource: 'quick-form',
  },
  booking: {
    departure: 'Lecce',
    destination: 'Otranto',
    time: '9:00',
    passengers: '2',
    phone: '347 1234567',
  },
  contact: { name: 'Ugo Bianchi', phone: '0832 123456', email: 'ugo@example.com' },
} satisfies Record<string, Form>

const addresses = {
  request: '/api/availability-requests',
  booking: '/api/bookings',
  contact: '/api/contacts',
} satisfies Record<keyof typeof forms, string>

/** Returns the day in Rome `days` days from today. Forms need today or later, because the server refuses past days. */
export const dayIn = (days: number) => dayAfter(romanDay(new Date()), days)

/** Returns a time in Rome as calendar files state it, in UTC: `20270615T073000Z`. */
export const stampOf = (day: string, time: string) =>
  `${romanMoment(day, time).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Default forms and rows, so that a test states only what it checks. */
export const given = {
  request: <F extends Form>(form?: F) => ({ ...forms.request, ...form }) as typeof forms.request & F,
  booking: <F extends Form>(form?: F) => ({ ...forms.booking, ...form }) as typeof forms.booking & F,
  contact: <F extends Form>(form?: F) => ({ ...forms.contact, ...form }) as typeof forms.contact & F,

  /** Sends a lead as a new visitor. */
  async lead(
    app: App,
    kind: keyof typeof forms,
    form: Form = {},
  ): Promise<{
    id: number
    code: string
    createdAt: string
    statusPath: string
    calendarPath: string | null
  }> {
    // Pages that are not Italian ask for the prefix of a number.
    const isAbroad = form.language !== undefined && form.language !== 'it'
    const phone = isAbroad ? { phone: '+39 347 1234567' } : {}
    const { status, body } = await app.post(
      addresses[kind],
      { ...forms[kind], ...phone, ...form },
      { 'x-forwarded-for': newAddress() },
    )
    expect(status).toBe(201)
    return body
  },

  /** Stores the return of the bundled route from Brindisi airport to Gallipoli, with only the prices in `columns`. */
  async route(app: App, columns: Form = {}): Promise<void> {
    const [outbound] = await app.sql<[{ id: number; from: number; to: number }]>`
      select id, departure_location_id as "from", destination_location_id as "to" from route_prices
      where slug = 'aeroporto-brindisi-gallipoli'`
    const { id, from, to } = outbound
    const row = { departureLocationId: to, destinationLocationId: from, mainRouteId: id }
    await app.sql`
      insert into route_prices ${app.sql({ ...row, slug: 'gallipoli-aeroporto-brindisi', ...columns })}`
  },
}
