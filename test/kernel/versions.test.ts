import sharp from 'sharp'
import { expect, test } from 'vitest'
import { handlers } from '../../src/modules/index.ts'
import { type App, startApp } from '../app.ts'
import { dayIn, given } from '../given.ts'

// Every command whose input contains a version needs a line here.

interface Edited {
  /** Creates the row; omitted if the row exists initially. */
  create?: { at: string; form: object }
  /** Returns the row with the id to save, if the creation responds with another one. */
  idIn?: (app: App, created: number) => PromiseLike<{ id: number }[]>
  /** Form of save number `n`. */
  change: (n: number) => object
  /** Path of the response with the version, and how to read it. By default `updatedAt` at the path of the row. */
  versionOf?: (id: number) => {
    at: string
    version: (body: { updatedAt?: string; draft?: { updatedAt: string } }) => string | null
  }
}

const blank = sharp({ create: { width: 480, height: 320, channels: 3, background: '#0b6a88' } })
const picture = `data:image/png;base64,${(await blank.png().toBuffer()).toString('base64')}`

const leadTrip = { name: 'Ugo', phone: '0832 123456', privacyAccepted: true }

const edited: Record<string, Edited> = {
  'PUT /api/admin/company-settings': {
    change: (n) => ({ companyName: `Ionio ${n}`, vatNumber: '01234567890' }),
  },
  'PUT /api/admin/reply-mailbox': {
    change: (n) => ({
      host: 'imap.example',
      port: 993,
      username: 'banco',
      isActive: false,
      password: `parola ${n}`,
    }),
  },
  'PUT /api/admin/site-settings': { change: (n) => ({ underConstructionMessage: `Torniamo ${n}` }) },
  'PUT /api/admin/sign-in-rules': { change: () => ({ isSecondFactorRequired: false }) },
  'PUT /api/admin/fare-settings': { change: (n) => ({ areaKm: 20 + n }) },
  'PUT /api/admin/ai-settings': { change: (n) => ({ dailyTokens: 1_000 + n }) },
  'PUT /api/admin/google-analytics-configurations/:id': {
    create: {
      at: '/api/admin/google-analytics-configurations',
      form: { description: 'GA', isActive: false },
    },
    change: (n) => ({ description: `GA ${n}`, isActive: true, measurementId: 'G-ABCDEFGH12' }),
  },
  'PUT /api/admin/admin-users/:id': {
    create: { at: '/api/admin/admin-users', form: { username: 'maria', password: 'lungomare di gallipoli' } },
    change: (n) => ({ username: `maria ${n}` }),
  },
  'PUT /api/admin/api-configurations/:id': {
    create: { at: '/api/admin/api-configurations', form: { name: 'openai', isActive: false } },
    change: (n) => ({ description: `chiave ${n}` }),
  },
  'PUT /api/admin/email-configurations/:id': {
    create: {
      at: '/api/admin/email-configurations',
      form: { fromEmail: 'info@salento.example', isActive: false },
    },
    change: (n) => ({ fromName: `Banco ${n}` }),
  },
  'PUT /api/admin/locations/:id': {
    create: { at: '/api/admin/locations', form: { name: 'Isola di Prova', locationType: 'Città' } },
    change: (n) => ({ touristInfo: `Scogliera ${n}` }),
  },
  'PUT /api/admin/locations/:id/names': {
    create: { at: '/api/admin/locations', form: { name: 'Scoglio di Prova', locationType: 'Città' } },
    change: (n) => ({ names: { en: `Test Rock ${n}` } }),
  },
  'PUT /api/admin/reply-templates/:id': {
    create: {
      at: '/api/admin/reply-templates',
      form: { kind: 'booking', via: 'whatsapp', language: 'it', name: 'Sollecito', text: 'Ciao {nome}' },
    },
    change: (n) => ({ text: `Ciao {nome} ${n}` }),
  },
  'PUT /api/admin/transfer-types/:id': {
    create: { at: '/api/admin/transfer-types', form: { name: 'Navetta', description: 'Otto posti' } },
    change: (n) => ({ description: `${n} posti` }),
  },
  'PUT /api/admin/route-prices/:id': {
    create: { at: '/api/admin/route-prices', form: { departureLocationId: 482, destinationLocationId: 483 } },
    change: (n) => ({ longDescription: `Testo ${n}` }),
  },
  'PUT /api/admin/page-texts/places/:id': {
    create: { at: '/api/admin/locations', form: { name: 'Pineta di Prova', locationType: 'Città' } },
    change: (n) => ({ touristInfo: `La pineta ${n}` }),
  },
  'PUT /api/admin/page-texts/routes/:id': {
    create: { at: '/api/admin/route-prices', form: { departureLocationId: 1, destinationLocationId: 482 } },
    change: (n) => ({ longDescription: `La strada ${n}` }),
  },
  'PUT /api/admin/price-lists/:id': {
    create: {
      at: '/api/admin/price-lists',
      form: {
        name: 'Estate',
        startsOn: dayIn(10),
        departure: 4,
        fields: ['price1to3Pax'],
        percent: '15',
      },
    },
    change: (n) => ({ name: `Estate ${n}` }),
  },
  'PUT /api/admin/blog-posts/:id': {
    create: {
      at: '/api/admin/blog-posts',
      form: { title: 'Otranto', slug: 'otranto', summary: 'Mare', content: 'Testo' },
    },
    change: (n) => ({ content: `Testo ${n}` }),
  },
  'PUT /api/admin/blog-posts/:id/draft': {
    create: {
      at: '/api/admin/blog-posts',
      form: { title: 'Leuca', slug: 'leuca', summary: 'Mare', content: 'Testo' },
    },
    change: (n) => ({ content: `Bozza ${n}` }),
    versionOf: (id) => ({
      at: `/api/admin/blog-posts/${id}`,
      version: ({ draft }) => draft?.updatedAt ?? null,
    }),
  },
  'PUT /api/admin/blog-categories/:id': {
    create: { at: '/api/admin/blog-categories', form: { name: 'Mare' } },
    change: (n) => ({ description: `Spiagge ${n}` }),
  },
  'PUT /api/admin/translations/:kind/:id/:language': {
    create: {
      at: '/api/admin/blog-posts',
      form: { title: 'Gallipoli', slug: 'gallipoli', summary: 'Mare', content: 'Testo' },
    },
    change: (n) => ({ text: { title: `Gallipoli ${n}` }, state: 'draft' }),
  },
  'PUT /api/admin/ai-prompts/:id': {
    create: {
      at: '/api/admin/ai-prompts',
      form: { name: 'Luogo', prompt: 'Scrivi', provider: 'openai', fieldType: 'general' },
    },
    change: (n) => ({ name: `Luogo ${n}` }),
  },
  'PUT /api/admin/photos/:id': {
    create: {
      at: '/api/admin/photos',
      form: { picture, shownAs: 'none', alt: 'Il minivan', author: 'Anna', licence: 'nostra' },
    },
    change: (n) => ({ alt: `Il minivan ${n}` }),
  },
  'PUT /api/admin/redirects/:id': {
    create: {
      at: '/api/admin/redirects',
      form: { fromPath: '/vecchia/', toPath: '/prezzi/', statusCode: 301 },
    },
    change: (n) => ({ fromPath: `/vecchia-${n}/` }),
  },
  'PUT /api/admin/customer-notes/:id': {
    // Customer 1 belongs to the lead that the test sends first.
    create: { at: '/api/admin/customers/1/notes', form: { text: 'Nota' } },
    change: (n) => ({ text: `Nota ${n}` }),
  },
  'PATCH /api/admin/availability-requests/:id': {
    create: {
      at: '/api/availability-requests',
      form: {
        ...leadTrip,
        departure: 'Lecce',
        destination: 'Otranto',
        passengers: '2',
        formSource: 'home',
        email: 'ugo@example.com',
      },
    },
    change: (n) => ({ notes: `Nota ${n}` }),
  },
  'PUT /api/admin/vehicles/:id': {
    create: {
      at: '/api/admin/vehicles',
      form: { plate: 'GG123HH', kind: 'minivan', seats: 8, bags: 8 },
    },
    change: (n) => ({ garage: `Rimessa ${n}` }),
  },
  'PUT /api/admin/drivers/:id': {
    create: { at: '/api/admin/drivers', form: { name: 'Ugo', phone: '347 1234567' } },
    change: (n) => ({ name: `Ugo ${n}` }),
  },
  'PUT /api/admin/closed-days/:id': {
    create: { at: '/api/admin/closed-days', form: { day: '2027-08-15', reason: 'Ferragosto' } },
    change: (n) => ({ maxTripsPerHour: n }),
  },
  'PATCH /api/admin/trips/:id': {
    create: {
      at: '/api/admin/trips',
      form: { from: 'Lecce', to: 'Otranto', pickupAt: '2027-07-01T08:00:00Z', passengers: 1, bags: 0 },
    },
    change: (n) => ({ bags: n }),
  },
  'POST /api/admin/trips/:id/assign': {
    create: {
      at: '/api/admin/trips',
      form: { from: 'Lecce', to: 'Otranto', pickupAt: '2027-07-02T08:00:00Z', passengers: 1, bags: 0 },
    },
    change: () => ({ vehicleId: 1, driverId: 1 }),
    versionOf: (id) => ({
      at: `/api/admin/trips/${id}`,
      version: ({ updatedAt = null }) => updatedAt,
    }),
  },
  'PATCH /api/admin/rides/:id': {
    create: {
      at: '/api/bookings',
      form: { ...leadTrip, departure: 'Lecce', destination: 'Bari', time: '10:30', passengers: '2' },
    },
    idIn: (app, booking) =>
      app.sql`select id from rides where lead_kind = 'booking' and lead_id = ${booking}`,
    change: (n) => ({ address: `Via Roma ${n}` }),
  },
  'PATCH /api/admin/bookings/:id': {
    create: {
      at: '/api/bookings',
      form: { ...leadTrip, departure: 'Lecce', destination: 'Otranto', time: '10:30', passengers: '1-4' },
    },
    change: (n) => ({ notes: `Nota ${n}` }),
  },
  'PATCH /api/admin/contacts/:id': {
    create: { at: '/api/contacts', form: { ...leadTrip, email: 'ugo@example.com' } },
    change: (n) => ({ notes: `Nota ${n}` }),
  },
}

const versioned = handlers.filter(({ message }) => 'updatedAt' in message.input.properties)

async function createdRow(
  app: App,
  { create, idIn }: Edited,
  staff: Record<string, string>,
): Promise<number> {
  if (!create) return 0
  const { status, body, text } = await app.post(create.at, create.form, staff)
  expect([status, text]).toEqual([201, text])
  const [row] = idIn ? await idIn(app, body.id) : [body]
  return row?.id ?? 0
}

test('of eight concurrent saves based on the same version exactly one is stored, and no two saves get the same version, for every record with a version', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  // Deletes these rows, so that the first save finds none, as in a new installation.
  await app.sql`delete from company_settings`
  await app.sql`delete from site_settings`
  await given.lead(app, 'contact')
  const fleet = {
    vehicles: { plate: 'GG100HH', kind: 'minivan', seats: 8, bags: 8 },
    drivers: { name: 'Ugo', phone: '347 1234567' },
  }
  for (const [name, form] of Object.entries(fleet))
    expect((await app.post(`/api/admin/${name}`, form, staff)).body.id).toBe(1)
  expect(versioned.map(({ message }) => message.http).sort()).toEqual(Object.keys(edited).sort())
  for (const handler of versioned) {
    const { http } = handler.message
    const one = edited[http]
    if (!one || !('editedTable' in handler)) throw new Error(`${http} is not bound by \`edit\``)
    const id = await createdRow(app, one, staff)
    const [method = '', address = ''] = http.split(' ')
    const path = address.replace(':id', String(id)).replace(':kind', 'article').replace(':language', 'en')
    const read = one.versionOf?.(id)
    for (const round of [1, 2]) {
      const { body } = await app.get(read?.at ?? path, staff)
      const updatedAt = read ? read.version(body) : body.updatedAt
      const form = method === 'PATCH' ? { updatedAt } : { ...body, updatedAt }
      const saves = [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
        app.send(method, path, { ...form, ...one.change(10 * round + n) }, staff),
      )
      const statuses = (await Promise.all(saves)).map(({ status }) => status).sort()
      expect([http, round, ...statuses]).toEqual([http, round, 200, ...Array(7).fill(409)])
    }
    const { editedTable: table } = handler
    const saveAt = async (microseconds: number) => {
      const [row] = await app.sql<[{ updatedAt: Date }?]>`
        update ${app.sql(table)}
        set updated_at = timestamptz '2099-01-01' + make_interval(secs => ${microseconds / 1e6})
        where ctid = (select ctid from ${app.sql(table)} order by updated_at desc limit 1) returning updated_at`
      return row?.updatedAt.getTime() ?? 0
    }
    const [first, second] = [await saveAt(100), await saveAt(700)]
    expect([table, second - first]).toEqual([table, 1])
  }
})
