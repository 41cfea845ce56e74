import { expect, test } from 'vitest'
import { requestAvailability } from '../src/modules/index.ts'
import { type App, startApp } from './app.ts'
import { superAdmin } from './mailbox.ts'

const request = {
  name: 'Anna Rossi',
  phone: '+39 347 1234567',
  email: 'anna@example.com',
  departure: 'Aeroporto Brindisi',
  destination: 'Otranto',
  passengers: '3',
  message: 'Volo alle 10',
  formSource: 'quick-form',
}
const booking = {
  departure: 'Brindisi',
  destination: 'Lecce',
  time: '10:30',
  passengers: '2',
  phone: '0832 123456',
}

async function counts(app: App) {
  const [row] = await app.sql`
    select (select count(*) from availability_requests) as requests, (select count(*) from outbox) as facts,
      (select count(*) from graphile_worker.jobs) as jobs`
  return row
}

test('a request is stored once, with its fact and its job, and answered with id and time', async () => {
  await using app = await startApp()
  const reply = await app.post('/api/availability-requests', { ...request, privacyAccepted: true })
  expect(reply.status).toBe(201)
  expect(reply.body).toEqual({ id: 1, createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) })
  expect(await counts(app)).toEqual({ requests: 1, facts: 1, jobs: 1 })
  const [row] = await app.sql`
    select name, email, message, form_source, privacy_version, privacy_accepted_at, status from availability_requests`
  expect(row).toMatchObject({
    name: 'Anna Rossi',
    message: 'Volo alle 10',
    privacyVersion: '2026-11',
    status: 'nuova',
  })
  expect(row?.privacyAcceptedAt).toBeInstanceOf(Date)
  expect(await app.sql`select type, payload from outbox`).toEqual([
    { type: 'leads:availabilityRequested', payload: { leadId: 1 } },
  ])
})

test('contacts and bookings are stored with what was said, and null for what was not', async () => {
  await using app = await startApp()
  const contact = await app.post('/api/contacts', { name: 'Ugo', phone: 'domani', email: 'ugo@example.com' })
  expect(contact.status).toBe(422)
  expect(
    (await app.post('/api/contacts', { name: 'Ugo', phone: '0832 123456', email: 'u@example.com' })).status,
  ).toBe(201)
  const sent = await app.post('/api/bookings', {
    ...booking,
    email: '',
    notes: 'Seggiolino',
    flightOrTrain: null,
  })
  expect(sent.status).toBe(201)
  expect(
    await app.sql`select email, name, flight_or_train, message, notes, privacy_version from bookings`,
  ).toEqual([
    {
      email: null,
      name: null,
      flightOrTrain: null,
      message: 'Seggiolino',
      notes: null,
      privacyVersion: null,
    },
  ])
  expect(await app.sql`select message from contacts`).toEqual([{ message: null }])
})

test('an invalid e-mail is refused in Italian and leaves no row', async () => {
  await using app = await startApp()
  for (const email of ['', 'anna', 'anna@', 'a@b.it\r\nBcc: evil@x.it', 'a@b.it, evil@x.it', undefined]) {
    const reply = await app.post('/api/availability-requests', { ...request, email })
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toEqual([{ path: 'email', message: 'Email richiesta' }])
  }
  const optional = await app.post('/api/bookings', { ...booking, email: 'anna@' })
  expect(optional.body.errors).toEqual([{ path: 'email', message: 'Email non valida' }])
  expect(await counts(app)).toEqual({ requests: 0, facts: 0, jobs: 0 })
})

test('keys that the form does not have never reach the table', async () => {
  await using app = await startApp()
  const extra = {
    id: 99,
    status: 'confermata',
    notes: 'mia',
    assignedTo: 1,
    createdAt: '2020-01-01T00:00:00Z',
  }
  expect((await app.post('/api/availability-requests', { ...request, ...extra })).body.id).toBe(1)
  expect(await app.sql`select id, status, notes, assigned_to from availability_requests`).toEqual([
    { id: 1, status: 'nuova', notes: null, assignedTo: null },
  ])
})

test('the same Idempotency-Key answers the first reply again, and another body under it is refused', async () => {
  await using app = await startApp()
  const key = { 'idempotency-key': 'aaaaaaaa-1' }
  const first = await app.post('/api/availability-requests', request, key)
  const again = await app.post('/api/availability-requests', request, key)
  expect([again.status, again.body]).toEqual([201, first.body])
  const other = await app.post('/api/availability-requests', { ...request, passengers: '4' }, key)
  expect(other.status).toBe(422)
  expect(await counts(app)).toEqual({ requests: 1, facts: 1, jobs: 1 })
})

test('two equal requests at the same moment with one key are one request', async () => {
  await using app = await startApp()
  const key = { 'idempotency-key': 'bbbbbbbb-1' }
  const replies = await Promise.all([1, 2, 3].map(() => app.post('/api/availability-requests', request, key)))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(await counts(app)).toEqual({ requests: 1, facts: 1, jobs: 1 })
})

test('an equal request within ten minutes answers the first again; later, or with a difference, it is a new one', async () => {
  await using app = await startApp()
  const first = await app.post('/api/availability-requests', request)
  const twice = await Promise.all([1, 2].map(() => app.post('/api/availability-requests', request)))
  for (const reply of twice) expect([reply.status, reply.body]).toEqual([201, first.body])
  expect(await counts(app)).toEqual({ requests: 1, facts: 1, jobs: 1 })
  expect((await app.post('/api/availability-requests', { ...request, passengers: '5' })).body.id).not.toBe(
    first.body.id,
  )
  await app.sql`update availability_requests set created_at = created_at - interval '11 minutes'`
  expect((await app.post('/api/availability-requests', request)).status).toBe(201)
  expect(await counts(app)).toEqual({ requests: 3, facts: 3, jobs: 3 })
})

test('two equal first requests at the same moment without a key are one request', async () => {
  await using app = await startApp()
  const replies = await Promise.all([1, 2, 3].map(() => app.post('/api/availability-requests', request)))
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(await counts(app)).toEqual({ requests: 1, facts: 1, jobs: 1 })
})

test('robots are refused kindly and leave no row; a sender without the guards is let through', async () => {
  await using app = await startApp()
  for (const guard of [{ website: 'https://spam.example' }, { elapsedMs: 300 }]) {
    const reply = await app.post('/api/availability-requests', { ...request, ...guard })
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toMatch(/attendi.*riprova.*chiamaci/)
  }
  expect(await counts(app)).toEqual({ requests: 0, facts: 0, jobs: 0 })
  const person = { ...request, website: '', elapsedMs: 9_000 }
  expect((await app.post('/api/availability-requests', person)).status).toBe(201)
})

test('the sixth lead from one address within ten minutes is told to wait, another address is not', async () => {
  await using app = await startApp()
  const send = (index: number, address: string) =>
    app.post(
      '/api/availability-requests',
      { ...request, passengers: `${index}` },
      { 'x-forwarded-for': address },
    )
  for (let index = 1; index <= 5; index++) expect((await send(index, '203.0.113.1')).status).toBe(201)
  const sixth = await send(6, '203.0.113.1')
  expect(sixth.status).toBe(429)
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await send(7, '203.0.113.2')).status).toBe(201)
  expect(await counts(app)).toMatchObject({ requests: 6 })
})

test('a command that is rolled back leaves neither fact nor job', async () => {
  await using app = await startApp()
  const aborted = app.sql.begin(async (tx) => {
    await requestAvailability.execute(tx as never, request, superAdmin)
    expect(await tx`select id from outbox`).toHaveLength(1)
    throw new Error('power cut')
  })
  await expect(aborted).rejects.toThrow('power cut')
  expect(await counts(app)).toEqual({ requests: 0, facts: 0, jobs: 0 })
})
