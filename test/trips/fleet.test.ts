import { expect, test } from 'vitest'
import { expiryOf } from '../../src/modules/trips/fleet/expiry.contract.ts'
import { openApp } from '../app.ts'
import { dayIn } from '../given.ts'

const app = await openApp()
const staff = await app.logIn()

const van = { plate: 'gg 123 hh', kind: 'minivan', seats: 8, bags: 8 }
const ugo = { name: 'Ugo Verdi', phone: '+39 347 1234567' }

const fieldsOf = (body: { errors: { path: string }[] }) => body.errors.map(({ path }) => path)

test('a vehicle is created, found, changed and deleted; its plate is stored in one spelling and only once', async () => {
  const more = { authorizationNumber: '12', municipality: 'Lecce', garage: 'Via Roma 1' }
  const created = await app.post('/api/admin/vehicles', { ...van, ...more }, staff)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({ ...van, ...more, plate: 'GG123HH', isActive: true })
  const { id, updatedAt } = created.body
  expect((await app.post('/api/admin/vehicles', { ...van, plate: 'GG-123-HH' }, staff)).status).toBe(409)

  const found = await app.get('/api/admin/vehicles?search=gg123', staff)
  expect(found.body).toMatchObject({ total: 1, items: [{ id, plate: 'GG123HH' }] })
  expect((await app.get('/api/admin/vehicles?search=zz', staff)).body.items).toEqual([])

  const off = { outOfServiceFrom: dayIn(3), outOfServiceUntil: dayIn(5) }
  const saved = await app.send('PUT', `/api/admin/vehicles/${id}`, { ...van, ...off, updatedAt }, staff)
  expect(saved.body).toMatchObject({ ...off, authorizationNumber: null, garage: null })
  const stale = await app.send('PUT', `/api/admin/vehicles/${id}`, { ...van, updatedAt }, staff)
  expect(stale.status).toBe(409)

  expect((await app.send('DELETE', `/api/admin/vehicles/${id}`, undefined, staff)).status).toBe(204)
  expect((await app.get(`/api/admin/vehicles/${id}`, staff)).status).toBe(404)
})

test('an impossible vehicle is refused at its fields and not stored', async () => {
  const post = async (form: object) => {
    const { status, body } = await app.post('/api/admin/vehicles', { ...van, ...form }, staff)
    return [status, ...fieldsOf(body)]
  }
  expect(await post({ plate: 'G1' })).toEqual([422, 'plate'])
  expect(await post({ plate: 'GG/123' })).toEqual([422, 'plate'])
  expect(await post({ kind: 'autobus' })).toEqual([422, 'kind'])
  expect(await post({ seats: 0 })).toEqual([422, 'seats'])
  expect(await post({ outOfServiceUntil: dayIn(3) })).toEqual([422, 'outOfServiceFrom'])
  expect(await post({ outOfServiceFrom: dayIn(3), outOfServiceUntil: dayIn(2) })).toEqual([
    422,
    'outOfServiceUntil',
  ])
  expect(await post({ outOfServiceFrom: '2027-02-31' })).toEqual([422, 'outOfServiceFrom'])
  expect(await app.sql`select id from vehicles`).toEqual([])
})

test('a driver has languages, expiries, sorted days off and an account that no other driver has', async () => {
  const account = await app.addStaff('ugo', { role: 'autista' })
  const [first] = (await app.get('/api/admin/drivers/accounts', staff)).body.items
  expect(first).toEqual({ id: account, username: 'ugo' })
  const daysOff = [
    { from: dayIn(9), until: dayIn(12) },
    { from: dayIn(2), until: dayIn(2) },
  ]
  const form = { ...ugo, languages: ['it', 'de', 'it'], licenceExpiresOn: dayIn(20), daysOff }
  const created = await app.post('/api/admin/drivers', { ...form, adminUserId: account }, staff)
  expect(created.status).toBe(201)
  expect(created.body).toMatchObject({
    ...ugo,
    languages: ['it', 'de'],
    licenceExpiresOn: dayIn(20),
    certificateExpiresOn: null,
    daysOff: daysOff.toReversed(),
    adminUserId: account,
  })
  const other = await app.post('/api/admin/drivers', { ...ugo, name: 'Ada', adminUserId: account }, staff)
  expect([other.status, other.body.detail]).toEqual([409, 'Questo account è già di Ugo Verdi.'])

  // A deactivated account stays with its driver, but no other driver can get it.
  await app.sql`update admin_users set is_active = false where id = ${account}`
  const { id, updatedAt } = created.body
  const saved = await app.send(
    'PUT',
    `/api/admin/drivers/${id}`,
    { ...form, adminUserId: account, updatedAt },
    staff,
  )
  expect(saved.status).toBe(200)
  await app.sql`delete from admin_users where id = ${account}`
  expect((await app.get(`/api/admin/drivers/${id}`, staff)).body.adminUserId).toBe(null)
  expect((await app.send('DELETE', `/api/admin/drivers/${id}`, undefined, staff)).status).toBe(204)
})

test('an impossible driver is refused at its fields', async () => {
  const post = async (form: object) => {
    const { status, body } = await app.post('/api/admin/drivers', { ...ugo, ...form }, staff)
    return [status, ...fieldsOf(body)]
  }
  expect(await post({ name: ' ' })).toEqual([422, 'name'])
  expect(await post({ phone: 'non ne ho' })).toEqual([422, 'phone'])
  expect(await post({ languages: ['xx'] })).toEqual([422, 'languages.0'])
  expect(await post({ licenceExpiresOn: '31/12/2027' })).toEqual([422, 'licenceExpiresOn'])
  expect(await post({ daysOff: [{ from: dayIn(3), until: dayIn(2) }] })).toEqual([422, 'daysOff.0.until'])
  expect(await post({ daysOff: [{ from: dayIn(3) }] })).toEqual([422, 'daysOff.0.until'])
  expect(await post({ adminUserId: 2_000_000 })).toEqual([422, 'adminUserId'])
})

test('the audit log records changes of a driver without name and phone number', async () => {
  const name = 'Zaccaria Segreto'
  const { body } = await app.post('/api/admin/drivers', { name, phone: '0832 765432' }, staff)
  const change = { name: 'Zaccaria Nascosto', phone: '0832 765432', updatedAt: body.updatedAt }
  await app.send('PUT', `/api/admin/drivers/${body.id}`, change, staff)
  await app.send('DELETE', `/api/admin/drivers/${body.id}`, undefined, staff)
  const rows = await app.sql<{ action: string; text: string }[]>`
    select action, before::text || after::text as text from audit_log
    where subject = ${`drivers/${body.id}`} order by id`
  expect(rows.map(({ action }) => action)).toEqual([
    'trips:driverCreated',
    'trips:driverChanged',
    'trips:driverDeleted',
  ])
  const text = await app.sql`
    select id from audit_log where concat(before, after) ~ 'Zaccaria|765432' and subject like 'drivers/%'`
  expect(text).toEqual([])
})

test('a document warns from thirty days before its last valid day, and is expired on the day after', () => {
  const today = '2027-03-01'
  expect(expiryOf(null, today)).toBe(null)
  expect(expiryOf('2027-04-01', today)).toBe(null)
  expect(expiryOf('2027-03-31', today)).toBe('soon')
  expect(expiryOf('2027-03-01', today)).toBe('soon')
  expect(expiryOf('2027-02-28', today)).toBe('expired')
})
