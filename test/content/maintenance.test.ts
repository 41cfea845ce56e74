import { expect, test } from 'vitest'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import { statusLink } from '../../src/modules/leads/lead/link.queries.ts'
import { eventually, startApp } from '../app.ts'
import { italianSentences } from '../italianSentences.ts'
import { asStaff } from '../mailbox.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('in maintenance every public page answers 503, staff see the site, and requests of visitors are stored', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const lead = { name: 'Anna Conte', phone: '347 1234567', email: 'anna@example.com', privacyAccepted: true }
  const { code } = (await app.post('/api/contacts', lead)).body
  const status = new URL(statusLink({ code }, app.runtime.context)).pathname
  const pages = [
    '/',
    '/tratte',
    '/home-2/',
    '/mappa/Aeroporto%20Brindisi/Gallipoli/',
    '/newsletter/',
    '/newsletter/conferma/?t=abc',
    '/newsletter/disiscrizione/?t=abc',
    '/richiesta/',
    '/richiesta/stato/',
    status,
    '/under-construction/',
    '/rich-snippets-test/',
  ]
  await app.sql`update site_settings set is_live = false`
  if ((await app.sql`select from site_settings`).length === 0)
    await app.sql`insert into site_settings (is_live) values (false)`
  await eventually(async () => expect((await app.get('/')).status).toBe(503))
  for (const path of pages) {
    const { status, headers, text } = await app.get(path)
    expect([path, status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
      path,
      503,
      '3600',
      'no-store',
    ])
    expect([path, text.includes('Torneremo presto!')]).toEqual([path, true])
  }
  const german = await app.get('/de/preise/')
  expect([german.status, german.text.includes('<html lang="de">')]).toEqual([503, true])
  expect(italianSentences(german.text)).toEqual([])
  expect(german.text).toContain('Wir sind bald zurück!')
  for (const path of ['/robots.txt', '/sitemap.xml', '/healthz', '/readyz', '/admin/'])
    expect([path, (await app.get(path)).status]).toEqual([path, 200])
  // The panel shows no public header or footer, because it is a separate application.
  expect((await app.get('/admin/')).text).not.toMatch(/<header|<footer|Impostazioni Cookie/)
  expect((await app.get('/api/admin/session', staff)).status).toBe(200)

  for (const path of ['/mappa/Aeroporto%20Brindisi/Gallipoli/', status, '/newsletter/', '/']) {
    const { status, text } = await app.get(path, staff)
    expect([path, status, text.includes('Torneremo presto!')]).toEqual([path, 200, false])
  }
  // A page rendered for staff is not cached for visitors.
  expect((await app.get('/mappa/Aeroporto%20Brindisi/Gallipoli/')).status).toBe(503)

  // Visitors can still send the form of a page that they opened before the maintenance.
  const fields = { name: 'Bea Leo', phone: '347 7654321', email: 'bea@example.com', privacyAccepted: 'on' }
  const sent = await app.send('POST', '/contatti/', new URLSearchParams(fields).toString(), form)
  expect(sent.status).toBe(303)
  expect(await app.sql`select name from contacts order by id`).toEqual([
    { name: 'Anna Conte' },
    { name: 'Bea Leo' },
  ])
  const refused = await app.send('POST', '/contatti/', 'name=Bea', form)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3600'])
})

test('the maintenance page at its own URL names itself as canonical in each language and both modes, other URLs name the home page', async () => {
  await using app = await startApp()
  const canonicalAt = async (path: string) =>
    /<link rel="canonical" href="https?:\/\/[^/]+([^"]*)"/.exec((await app.get(path)).text)?.[1]
  const own = languages.map((language) => localPath(languageWith(language).t, '/under-construction/'))
  for (const path of own) expect([path, await canonicalAt(path)]).toEqual([path, path])
  await asStaff(app, 'PUT /api/admin/site-settings', { isLive: false })
  await eventually(async () => expect((await app.get('/')).status).toBe(503))
  for (const path of ['/prezzi/', '/tratte/']) expect([path, await canonicalAt(path)]).toEqual([path, '/'])
  for (const path of own) expect([path, await canonicalAt(path)]).toEqual([path, path])
  expect(await canonicalAt('/de/preise/')).toBe('/de/')
})
