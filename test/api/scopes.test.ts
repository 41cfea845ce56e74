import { expect, test } from 'vitest'
import { languages } from '../../src/languages/messages.ts'
import { openApp } from '../app.ts'
import { newAddress } from '../newAddress.ts'

const app = await openApp({ data: 'demo' })

/** Reads that one network may send in a minute. */
const readsMax = 600

const kindOf = (headers: Headers) => headers.get('content-type')?.replace(/;.*/, '')

test('an unknown call is a problem in the caller’s language, an unknown page is a page in the language of its URL', async () => {
  const details = new Set<string>()
  for (const language of languages) {
    const refused = await app.get('/api/nulla/di/simile', { 'accept-language': language })
    expect([refused.status, kindOf(refused.headers)]).toEqual([404, 'application/problem+json'])
    expect(refused.headers.get('content-language')).toBe(language)
    details.add(refused.body.detail)
    const path = language === 'it' ? '/nulla/di/simile/' : `/${language}/nulla/di/simile/`
    const page = await app.get(path, { 'accept-language': 'fr' })
    expect([page.status, kindOf(page.headers)]).toEqual([404, 'text/html'])
    expect(page.text).toContain(`<html lang="${language}"`)
  }
  expect(details.size).toBe(languages.length)
  for (const path of ['/nulla/', '/api/nulla', '/mcp/nulla', '/media/nulla']) {
    const refused = await app.post(path, {})
    expect([path, refused.status, kindOf(refused.headers)]).toEqual([path, 404, 'application/problem+json'])
  }
})

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

test.each([
  ['a call', '/api/contacts', json],
  ['a form of a page', '/contatti/', form],
])('%s reads only its own kind of body', async (_, path, own) => {
  for (const type of [json, form, 'text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
    const { status, headers } = await app.post(path, '{}', { 'content-type': type })
    const isRefused = status === 415
    expect([type, isRefused]).toEqual([type, type !== own])
    if (isRefused) expect(kindOf(headers)).toBe('application/problem+json')
  }
})

test('a call for a file reads every kind of body, whatever other calls read', async () => {
  const staff = await app.logIn()
  for (const type of [json, form, 'text/plain', 'application/xml']) {
    const sent = { ...staff, 'content-type': type }
    const { status, body } = await app.post('/api/bulk-pricing/import?dryRun=true', 'x', sent)
    expect([type, status, body.detail]).toEqual([
      type,
      422,
      expect.stringMatching(/^Riga 1: manca la colonna ID/),
    ])
  }
})

test('above the limit on reads, only pages are refused with a page, and the panel and probes are not refused', async () => {
  const from = { 'x-forwarded-for': newAddress() }
  // Probes, built files, the panel and the description of the calls are not counted.
  for (let sent = 0; sent < readsMax; sent += 4)
    await Promise.all(
      ['/healthz', '/favicon.svg', '/admin/', '/api/openapi.json'].map((path) =>
        app.send('HEAD', path, undefined, from),
      ),
    )
  expect((await app.get('/robots.txt', from)).status).toBe(200)
  await Promise.all(
    Array.from({ length: readsMax - 1 }, () => app.send('HEAD', '/robots.txt', undefined, from)),
  )
  const answers = async (...paths: string[]) => {
    const replies = await Promise.all(paths.map((path) => app.get(path, from)))
    return new Set(replies.map(({ status, headers }) => `${status} ${kindOf(headers)}`))
  }
  expect(await answers('/', '/nulla/', '/sitemap.xml', '/richiesta/', '/robots.txt')).toEqual(
    new Set(['429 text/html']),
  )
  const calls = ['/api/nulla', '/api/rich-snippets/test', '/api/routes/pricing-table']
  expect(await answers(...calls, '/mcp', '/llms.txt', '/media/nulla.jpg')).toEqual(
    new Set(['429 application/problem+json']),
  )
  expect(await answers('/healthz', '/api/openapi.json')).toEqual(new Set(['200 application/json']))
  expect(await answers('/admin/')).toEqual(new Set(['200 text/html']))
})
