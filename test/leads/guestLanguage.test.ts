import { expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { given } from '../given.ts'
import { newAddress } from '../newAddress.ts'

/** The app of all tests of this file. Each looks only at its own e-mail address or lead. */
const app = await openApp()

const forms = [
  ['/api/availability-requests', 'availability_request', given.request({ email: 'lingue@example.com' })],
  ['/api/bookings', 'booking', given.booking({ email: 'lingue@example.com' })],
  ['/api/contacts', 'contact', given.contact({ email: 'lingue@example.com' })],
] as const

const asVisitor = (headers: Record<string, string> = {}) => ({ 'x-forwarded-for': newAddress(), ...headers })

test('a lead has the language of its form, else the first supported one of Accept-Language, else Italian', async () => {
  const staff = await app.logIn()
  for (const [url, kind, form] of forms) {
    const sent = [
      [{ language: 'de' }, { 'accept-language': 'fr' }, 'de'],
      [{}, { 'accept-language': 'nl, fr-CH;q=0.8, en;q=0.5' }, 'fr'],
      [{}, { 'accept-language': 'nl' }, 'it'],
      [{}, { 'accept-language': '' }, 'it'],
    ] as const
    for (const [index, [more, headers, language]] of sent.entries()) {
      const phone = `+39 347 123456${index}`
      const { status, body } = await app.post(url, { ...form, phone, ...more }, asVisitor(headers))
      expect(status).toBe(201)
      const detail = await app.get(`/api/admin/leads/${kind}/${body.id}`, staff)
      expect(detail.body.language).toBe(language)
    }
    for (const language of ['es', 'DE', '', null]) {
      const refused = await app.post(url, { ...form, language }, asVisitor())
      expect(refused.status).toBe(422)
      expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual(['language'])
    }
  }
  const { items } = (await app.get('/api/admin/leads?search=lingue@&sort=createdAt', staff)).body
  expect(items.map((lead: { language: string }) => lead.language)).toEqual(
    forms.flatMap(() => ['de', 'fr', 'it', 'it']),
  )
  const { text } = await app.get('/api/admin/leads/export.csv?kind=booking', staff)
  for (const name of ['Lingua', 'Tedesco', 'Francese', 'Italiano']) expect(text).toContain(name)
  const person = await app.get('/api/admin/privacy/export?email=lingue@example.com', staff)
  expect(person.body.leads).toHaveLength(12)
  expect(new Set(person.body.leads.map((lead: { language: string }) => lead.language))).toEqual(
    new Set(['it', 'fr', 'de']),
  )
})

test('staff store the language of a caller and correct the language of any lead', async () => {
  const staff = await app.logIn()
  const phone = given.contact({ name: 'Ugo Chiamante', email: '' })
  const added = await app.post('/api/admin/leads', { ...phone, language: 'en' }, staff)
  expect(added.body).toMatchObject({ language: 'en' })
  expect(
    (await app.post('/api/admin/leads', phone, { ...staff, 'accept-language': 'de' })).body,
  ).toMatchObject({
    language: 'it',
  })
  const { id, updatedAt } = added.body
  const changed = await app.send('PATCH', `/api/admin/contacts/${id}`, { language: 'fr', updatedAt }, staff)
  expect(changed.body).toMatchObject({ language: 'fr' })
})

test('a newsletter subscription has the language of its last form', async () => {
  const staff = await app.logIn()
  const subscribe = (more: object, headers = {}) =>
    app.post('/api/newsletter-subscriptions', { email: 'notizie@example.com', ...more }, asVisitor(headers))
  expect((await subscribe({ language: 'es' })).status).toBe(422)
  expect((await subscribe({}, { 'accept-language': 'de-AT' })).status).toBe(201)
  const language = async () =>
    (await app.get('/api/admin/newsletter-subscriptions', staff)).body.items[0].language
  expect(await language()).toBe('de')
  await app.sql`update newsletter_subscriptions set asked_at = now() - interval '2 hours'`
  await subscribe({ language: 'fr' })
  expect(await language()).toBe('fr')
  const person = await app.get('/api/admin/privacy/export?email=notizie@example.com', staff)
  expect(person.body.newsletter).toMatchObject([{ language: 'fr' }])
})
