import { type TSchema, Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { problems } from '../../src/kernel/check.ts'
import { HttpError } from '../../src/kernel/httpError.ts'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import { said } from '../../src/languages/translate.ts'
import { handlers } from '../../src/modules/index.ts'
import { openApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { newAddress } from '../newAddress.ts'

const app = await openApp()

const wrong = {
  ...given.request(),
  name: '',
  phone: 'x',
  date: dayIn(-1),
  position: 'qui',
  formSource: 'x'.repeat(61),
}

const send = (query = '', headers: Record<string, string> = {}, body: unknown = wrong) =>
  app.post(`/api/availability-requests${query}`, body, { 'x-forwarded-for': newAddress(), ...headers })

/** In each language the sentences for a missing name, an invalid phone number and a text of more than 60 characters. */
const expected = {
  it: ['Inserisci il nome', 'Inserisci un numero di telefono valido', 'Al massimo 60 caratteri'],
  en: ['Please enter your name', 'Please enter a valid phone number', 'At most 60 characters'],
  de: [
    'Bitte geben Sie Ihren Namen ein',
    'Bitte geben Sie eine gültige Telefonnummer ein',
    'Höchstens 60 Zeichen',
  ],
  fr: ['Indiquez votre nom', 'Indiquez un numéro de téléphone valide', '60 caractères au maximum'],
}

test.each([
  ['?lang=de', {}, 'de'],
  ['?lang=de', { 'accept-language': 'fr' }, 'de'],
  ['', { 'accept-language': 'fr-BE, en;q=0.7' }, 'fr'],
  ['', { 'accept-language': 'nl, en;q=0.5' }, 'en'],
  ['?lang=es', { 'accept-language': 'en' }, 'en'],
  ['?lang=es', { 'accept-language': 'nl' }, 'it'],
  ['', {}, 'it'],
] as const)('a refusal with %s and %o speaks %s, at each field', async (query, headers, language) => {
  const { status, body, headers: sent } = await send(query, headers)
  expect(status).toBe(422)
  expect(sent.get('content-language')).toBe(language)
  const messages = body.errors.map(({ message }: { message: string }) => message)
  expect(messages).toEqual(expect.arrayContaining(expected[language]))
  expect(body.detail).toBe(messages[0])
  const { t } = languageWith(language)
  const at = Object.fromEntries(
    body.errors.map((one: { path: string; message: string }) => [one.path, one.message]),
  )
  expect(at).toMatchObject({ date: t('check.pastDay'), position: t('check.position') })
})

test('every refusal of a public call is in the asked language', async () => {
  const { t } = languageWith('en')
  const calls = [
    [await send('?lang=en', {}, '{'), 400, t('api.unreadable')],
    [await send('?lang=en', {}, '[]'), 422, t('api.object')],
    [await send('?lang=en', {}, { ...given.request(), website: 'x' }), 422, t('api.robot')],
    [await app.get('/api/nowhere?lang=en'), 404, t('api.unknown')],
    [await app.get('/api/requests/x?lang=en'), 404, t('api.noRequest')],
    [await app.post('/api/newsletter-subscriptions/confirm?lang=en', { token: 'x' }), 422, t('check.link')],
    [await app.get('/api/fares?lang=en&from=Lecce&to=Bari&passengers=0'), 422, t('check.onePassenger')],
  ] as const
  for (const [{ status, body }, wanted, detail] of calls)
    expect([status, body.detail]).toEqual([wanted, detail])
  const asked = await app.post('/api/newsletter-subscriptions?lang=en', { email: 'a@example.com' })
  expect(asked.body).toEqual({ message: t('api.newsletterAsked') })
})

interface Limited {
  name: string
  schema: TSchema
  max: number
}

/** Returns the limited texts or lists of a schema, each with the schema that its field has. */
function limitedIn(name: string, schema: TSchema, limit: 'maxLength' | 'maxItems'): Limited[] {
  const members: TSchema[] = schema.anyOf ?? schema.allOf ?? [schema]
  const limits = members.flatMap((member): number[] => member[limit] ?? [])
  const [max] = limits.sort((one, other) => other - one)
  const inner = members.flatMap(({ items, properties = {}, patternProperties = {} }) =>
    Object.entries<TSchema>({ ...properties, ...patternProperties, ...(items && { items }) }),
  )
  return [
    ...(max ? [{ name, schema, max }] : []),
    ...inner.flatMap(([key, member]) => limitedIn(`${name} ${key}`, member, limit)),
  ]
}

test('every text of a call that is too long gets its limit as the answer, in each language', () => {
  const texts = handlers.flatMap(({ message: { http, input } }) => limitedIn(http, input, 'maxLength'))
  expect(texts.length).toBeGreaterThan(300)
  for (const language of languages) {
    const { t } = languageWith(language)
    const silent = texts.filter(({ schema, max }) => {
      // An address that is long and wrong gets its other fault as the answer.
      const end = JSON.stringify(schema).includes('"format":"email"') ? '@example.com' : ''
      const text = 'x'.repeat(max + 1 - end.length) + end
      const [found] = problems(Type.Object({ text: schema }), { text })
      return said(t, found?.message ?? '') !== t('check.maxLength', { count: String(max) })
    })
    expect(silent.map(({ name }) => name)).toEqual([])
  }
})

test('every list of a call that is too long gets its limit as the answer, and one that is missing another', () => {
  const lists = handlers.flatMap(({ message: { http, input } }) => limitedIn(http, input, 'maxItems'))
  expect(lists.length).toBeGreaterThan(20)
  const { t } = languageWith('it')
  const answerTo = (schema: TSchema, list: unknown) =>
    problems(Type.Object({ list: schema }), { list }).map(({ message }) => said(t, message))[0]
  for (const { name, schema, max } of lists) {
    const most = t('check.maxItems', { count: String(max) })
    expect([name, answerTo(schema, Array(max + 1).fill(null))]).toEqual([name, most])
    expect([name, answerTo(schema, 'x')]).not.toEqual([name, expect.stringMatching(/al massimo/i)])
  }
})

test.each(languages)('visitors read in %s how long a text may be', async (language) => {
  const { t } = languageWith(language)
  const long = { message: 'x'.repeat(10_000), luggage: 'x'.repeat(81), address: 'x'.repeat(201) }
  const refusal = async (path: string) => {
    const headers = { 'x-forwarded-for': newAddress() }
    const { body } = await app.post(`${path}?lang=${language}`, { ...given.request(), ...long }, headers)
    return body.errors.map((one: { path: string; message: string }) => [one.path, one.message]).sort()
  }
  const most = (count: string) => t('check.maxLength', { count })
  expect(await refusal('/api/availability-requests')).toEqual([
    ['address', most('200')],
    ['luggage', most('80')],
    ['message', most('2000')],
  ])
  expect(await refusal('/api/contacts')).toContainEqual(['message', most('2000')])
})

test('the limit refuses in the asked language', async () => {
  const headers = { 'x-forwarded-for': newAddress() }
  await app.inOneWindow()
  for (let count = 0; count < 5; count++)
    await send('?lang=fr', headers, { ...given.request(), phone: `+39 347 123456${count}` })
  const last = await send('?lang=fr', headers, given.request())
  expect([last.status, last.body.detail]).toEqual([429, languageWith('fr').t('api.tooMany')])
})

test('staff read Italian, whatever their browser prefers', async () => {
  const staff = await app.logIn()
  const headers = { ...staff, 'accept-language': 'en' }
  const refused = await app.post('/api/admin/leads?lang=de', { name: '', phone: '1' }, headers)
  expect(refused.status).toBe(422)
  expect(refused.body.detail).toBe('Inserisci il nome')
  expect((await app.get('/api/admin/leads', { 'accept-language': 'en' })).body.detail).toBe(
    'Accesso richiesto.',
  )
})

test('a strict command takes `lang` in its query, but not in its body', async () => {
  const staff = await app.logIn()
  const path = '/api/admin/privacy/erase'
  expect((await app.post(`${path}?lang=de`, { email: 'nobody@example.com' }, staff)).status).toBe(404)
  expect((await app.post(path, { email: 'nobody@example.com', lang: 'de' }, staff)).status).toBe(422)
})

test('OpenAPI describes `lang` for each public call', async () => {
  const { paths } = (await app.get('/api/openapi.json')).body
  const { parameters } = paths['/api/availability-requests'].post
  expect(parameters).toContainEqual({
    name: 'lang',
    in: 'query',
    required: false,
    description: expect.any(String),
    schema: { enum: [...languages] },
  })
  expect(JSON.stringify(paths['/api/admin/leads'].get)).not.toContain('"lang"')
})

test('an error of the software and a sentence for staff are the same in each language', () => {
  for (const code of languages)
    expect(new HttpError(409, 'In uso.').in(languageWith(code).t).detail).toBe('In uso.')
})

test('a form without JavaScript is refused in the language of its page, and leads to the page of its request there', async () => {
  const form = (path: string, fields: Record<string, string>) =>
    app.send('POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'fr',
      'x-forwarded-for': newAddress(),
    })
  const { formSource: _, ...fields } = given.request({ privacyAccepted: '1', whenUnknown: '1' })
  for (const code of languages) {
    const { t } = languageWith(code)
    const path = localPath(t, '/richiesta/')
    const refused = await form(path, { ...fields, name: '' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(t('check.name'))
    const sent = await form(path, { ...fields, phone: `+39 347 76543${languages.indexOf(code)}1` })
    expect(sent.status).toBe(303)
    expect(sent.headers.get('location')).toMatch(new RegExp(`^${path}[2-9A-Z]{6}-`))
    const [lead] = await app.sql`select language from leads order by created_at desc limit 1`
    expect(lead?.language).toBe(code)
    const status = await app.get(sent.headers.get('location') ?? '')
    expect(status.status).toBe(200)
    expect(status.text).toContain(`<html lang="${code}">`)
  }
})
