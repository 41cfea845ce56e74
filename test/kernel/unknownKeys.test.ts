import { expect, test } from 'vitest'
import { handlers } from '../../src/modules/index.ts'
import { type App, startApp } from '../app.ts'
import { cli } from '../operator.ts'

const commands = handlers.flatMap(({ message }) => (message.kind === 'command' ? [message] : []))

/** Commands that change many records, start a job, drop failed work or erase a person. */
const bulk = new RegExp(
  [
    '^(POST|PUT) /api/bulk-pricing/',
    '/admin/(bulk-routes|ai-batches|correlated-routes|jobs|indexnow/retry)\\b',
    '/(import|sync|copy|resend|replay|send|drop)-(all|lecce|failed|held)\\b',
    '/drop$',
    '^DELETE .*/inbound-mails/',
    '/privacy/erase$',
    '/bulk$',
    '/redirects/import$',
  ].join('|'),
)

test('every command that works in bulk, starts a job or erases refuses unknown keys', () => {
  const strict = commands.filter(({ refusesUnknownKeys }) => refusesUnknownKeys).map(({ http }) => http)
  const due = commands.filter(({ http, status }) => status === 202 || bulk.test(http)).map(({ http }) => http)
  expect(due.length).toBeGreaterThan(20)
  expect(strict.sort()).toEqual(due.sort())
})

const state = (app: App) => app.sql`
  select (select md5(string_agg(r::text, '|' order by id)) from route_prices r) as prices,
    (select count(*) from jobs) as jobs, (select count(*) from outbox) as events`

test('a misspelt key is refused with the nearest known one, at any depth, and nothing is done', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const before = await state(app)
  const adjust = { fields: ['priceMin2Pax'], percent: 5 }
  const csv = { 'content-type': 'text/csv' }
  const prices = '/api/bulk-pricing'
  const form = new FormData()
  form.set('file', new Blob(['ID;Privato 1-3\n1;40']), 'prezzi.csv')
  form.set('dryrun', 'true')
  const answers = [
    await app.post(`${prices}/adjust`, { ...adjust, filter: { serch: 'Lecce' } }, staff),
    await app.post(`${prices}/adjust`, { ...adjust, dryrun: true }, staff),
    await app.post(`${prices}/adjust?dryrun=true`, adjust, staff),
    await app.post(`${prices}/adjust`, { ...adjust, xyzzy: 1 }, staff),
    await app.send(
      'PUT',
      `${prices}/update`,
      { updates: [{ id: 1, field: 'priceMin2Pax', valeu: '4' }] },
      staff,
    ),
    await app.send('POST', `${prices}/import?dryrun=true`, 'ID;Privato 1-3\n1;40', { ...staff, ...csv }),
    await app.post(`${prices}/copy-bari-prices`, { dry_run: true }, staff),
    await app.post('/api/admin/bulk-routes', { hub: 4, defaults: { isActiv: false } }, staff),
    await app.post('/api/admin/privacy/erase', { email: 'anna@example.com', fone: '1' }, staff),
  ]
  expect(answers.map(({ status, body }) => [status, body.errors?.[0]])).toEqual(
    [
      ['filter.serch', '«serch» non è un campo conosciuto: intendevi «search»?'],
      ['dryrun', '«dryrun» non è un campo conosciuto: intendevi «dryRun»?'],
      ['dryrun', '«dryrun» non è un campo conosciuto: intendevi «dryRun»?'],
      [
        'xyzzy',
        '«xyzzy» non è un campo conosciuto. Campi ammessi: filter, fields, percent, amount, roundTo, excludedIds, dryRun, reason, plan.',
      ],
      ['updates.0.valeu', '«valeu» non è un campo conosciuto: intendevi «value»?'],
      ['dryrun', '«dryrun» non è un campo conosciuto: intendevi «dryRun»?'],
      ['dry_run', '«dry_run» non è un campo conosciuto: intendevi «dryRun»?'],
      ['defaults.isActiv', '«isActiv» non è un campo conosciuto: intendevi «isActive»?'],
      ['fone', '«fone» non è un campo conosciuto: intendevi «phone»?'],
    ].map(([path, message]) => [422, { path, message }]),
  )
  const sent = await fetch(`${app.origin}${prices}/import`, {
    method: 'POST',
    headers: { ...staff, 'sec-fetch-site': 'same-origin' },
    body: form,
  })
  expect([sent.status, ((await sent.json()) as { detail: string }).detail]).toEqual([
    422,
    '«dryrun» non è un campo conosciuto: intendevi «dryRun»?',
  ])
  const typed = await cli(app, [
    'run',
    'POST /api/bulk-pricing/adjust',
    JSON.stringify({ ...adjust, dryrn: true }),
  ])
  expect([typed.code, typed.out]).toEqual([1, ''])
  expect(typed.err).toContain('«dryrn» non è un campo conosciuto: intendevi «dryRun»?')
  expect(await state(app)).toEqual(before)
})

test('other commands drop unknown keys, and of a thousand only a few are listed', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const made = await app.post('/api/admin/redirects', { fromPath: '/a/', toPath: '/b/', altro: 1 }, staff)
  expect(made.status).toBe(201)
  const updates = Array.from({ length: 1_000 }, () => ({
    id: 1,
    field: 'priceMin2Pax',
    value: '4',
    x: 1,
    y: 2,
  }))
  const { status, body } = await app.send('PUT', '/api/bulk-pricing/update', { updates }, staff)
  expect([status, body.errors.length]).toEqual([422, 20])
  const { paths } = (await app.get('/api/openapi.json')).body
  const bodyOf = (path: string) => paths[path].post.requestBody.content['application/json'].schema
  expect(bodyOf('/api/bulk-pricing/adjust').additionalProperties).toBe(false)
  expect(bodyOf('/api/admin/redirects').additionalProperties).toBeUndefined()
})
