import { expect, test } from 'vitest'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'

/** The app of tests that look only at their own accounts. */
const app = await openApp({ data: 'demo' })

test('the role and the flag of the previous release stay in step, whichever of the two a process writes', async () => {
  const [row] = await app.sql`
    insert into admin_users (username, password, is_super_admin) values ('anna', 'x', true) returning id, role`
  expect(row?.role).toBe('superAdmin')
  const [other] =
    await app.sql`insert into admin_users (username, password) values ('berta', 'x') returning role`
  expect(other?.role).toBe('admin')
  const after = async (change: object) => {
    const [changed] = await app.sql`
      update admin_users set ${app.sql(change)} where id = ${row?.id} returning role, is_super_admin`
    return changed
  }
  expect(await after({ isSuperAdmin: false })).toEqual({ role: 'admin', isSuperAdmin: false })
  expect(await after({ role: 'superAdmin' })).toEqual({ role: 'superAdmin', isSuperAdmin: true })
  expect(await after({ role: 'operatore' })).toEqual({ role: 'operatore', isSuperAdmin: false })
  // A panel of the previous release sends `isSuperAdmin` back unchanged, which must not change the role.
  expect(await after({ isSuperAdmin: false, username: 'anna maria' })).toEqual({
    role: 'operatore',
    isSuperAdmin: false,
  })
  expect(await after({ isSuperAdmin: true })).toEqual({ role: 'superAdmin', isSuperAdmin: true })
})

test('an account gets its role by name or by the older flag; a contradiction is refused at the field', async () => {
  const boss = await app.logIn()
  const password = 'lungomare di gallipoli'
  const add = async (form: object) =>
    (await app.post('/api/admin/admin-users', { password, ...form }, boss)).body
  expect(await add({ username: 'uno' })).toMatchObject({ role: 'admin', isSuperAdmin: false })
  expect(await add({ username: 'due', isSuperAdmin: true })).toMatchObject({ role: 'superAdmin' })
  const driver = await add({ username: 'tre', role: 'autista' })
  expect(driver).toMatchObject({ role: 'autista', isSuperAdmin: false })
  expect((await add({ username: 'quattro', role: 'admin', isSuperAdmin: true })).errors).toEqual([
    { path: 'role', message: 'Il ruolo e la scelta «Super Admin» si contraddicono' },
  ])
  expect((await add({ username: 'quattro', role: 'capo' })).errors).toEqual([
    { path: 'role', message: 'Scegli un ruolo tra quelli in elenco' },
  ])

  let known = driver
  const change = async (form: object) => {
    const { body } = await app.send('PUT', `/api/admin/admin-users/${driver.id}`, { ...known, ...form }, boss)
    known = body
    return body.role
  }
  expect(await change({ role: 'operatore' })).toBe('operatore')
  expect(await change({ username: 'trebis' })).toBe('operatore')
  expect(await change({ isSuperAdmin: true })).toBe('superAdmin')
  expect(await change({ isSuperAdmin: false })).toBe('admin')
  const [line] = await app.sql`
    select before->>'role' as before, after->>'role' as after from audit_log
    where action = 'settings:adminUserChanged' order by id desc limit 1`
  expect(line).toEqual({ before: 'superAdmin', after: 'admin' })
})

test('the last active super admin keeps the role, even if two give up theirs at the same moment', async () => {
  await using app = await startApp()
  const [one, two] = [await app.logIn(), await app.logIn()]
  const giveUp = async (headers: Record<string, string>) => {
    const { id } = (await app.get('/api/admin/session', headers)).body.adminUser
    const { body: account } = await app.get(`/api/admin/admin-users/${id}`, headers)
    return () => app.send('PUT', `/api/admin/admin-users/${id}`, { ...account, role: 'operatore' }, headers)
  }
  const acts = [await giveUp(one), await giveUp(two)]
  const replies = await Promise.all(acts.map((act) => act()))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await app.sql`select role from admin_users where role = 'superAdmin'`).toHaveLength(1)
})

test('a person whose role is lowered loses the rights with the next call, and the calendar to subscribe to', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const { id } = (await app.get('/api/admin/session', staff)).body.adminUser
  const { body: feed } = await app.post('/api/admin/calendar-feed', {}, staff)
  const calendar = new URL(feed.url).pathname
  const statuses = async () => {
    const paths = ['/api/admin/session', '/api/admin/leads', '/api/admin/site-settings', calendar]
    return Promise.all(paths.map(async (path) => (await app.get(path, staff)).status))
  }
  expect(await statuses()).toEqual([200, 200, 200, 200])
  await app.sql`update admin_users set role = 'operatore' where id = ${id}`
  expect(await statuses()).toEqual([200, 200, 403, 200])
  await app.sql`update admin_users set role = 'autista' where id = ${id}`
  expect(await statuses()).toEqual([200, 403, 403, 410])
})

test('a refusal for a role says in Italian which role the call needs', async () => {
  const operator = await app.logIn({ role: 'operatore' })
  const refusal = async (method: string, path: string, headers = operator) => {
    const { status, body } = await app.send(method, path, method === 'GET' ? undefined : {}, headers)
    return [status, body.detail]
  }
  expect(await refusal('PUT', '/api/admin/site-settings')).toEqual([
    403,
    'Il ruolo Operatore non permette questa operazione: serve almeno Admin.',
  ])
  expect(await refusal('PUT', '/api/bulk-pricing/update')).toEqual([403, expect.stringContaining('Admin')])
  expect(await refusal('GET', '/api/admin/admin-users')).toEqual([
    403,
    'Il ruolo Operatore non permette questa operazione: serve Super Admin.',
  ])
  const driver = await app.logIn({ role: 'autista' })
  expect(await refusal('GET', '/api/admin/leads', driver)).toEqual([
    403,
    'Il ruolo Autista non permette questa operazione: serve almeno Operatore.',
  ])
  expect(await refusal('GET', '/api/admin/price-lists', driver)).toEqual([
    403,
    'Il ruolo Autista non permette questa operazione: serve almeno Operatore o Contabile.',
  ])
})

test('an operator answers and changes requests, reads prices, and deletes and prices nothing', async () => {
  const operator = await app.logIn({ role: 'operatore' })
  const { body: lead } = await addLead(app, operator)
  const path = `/api/admin/contacts/${lead.id}`
  const change = { status: 'contattata', notes: 'Richiamare alle 18' }
  expect((await app.send('PATCH', path, change, operator)).body).toMatchObject({ status: 'contattata' })
  const prices = await app.get('/api/bulk-pricing/routes?limit=1', operator)
  expect(prices.body.routes).toHaveLength(1)
  const daily =
    'availability-requests bookings contacts leads today trips?from=2026-12-01&to=2026-12-07 vehicles drivers customers'
  for (const list of daily.split(' '))
    expect([list, (await app.get(`/api/admin/${list}`, operator)).status]).toEqual([list, 200])

  const { items: calls } = (await app.get('/api/admin/roles', await app.logIn())).body
  const closed =
    /^DELETE (?!.*\/(grants|saved-views|jobs)\/)|^(POST|PUT|PATCH) .*\/(bulk-(pricing|routes)|route-prices|correlated|price-lists|fare-|transfer-types|locations|company-|site-|sign-in|admin-users|redirects|blog|photos|[a-z-]*configurations|privacy)/
  const open = (calls as { http: string; roles: string[] }[]).filter(
    ({ http, roles }) => closed.test(http) && roles.some((role) => ['autista', 'operatore'].includes(role)),
  )
  expect(calls.filter(({ http }: { http: string }) => closed.test(http)).length).toBeGreaterThan(50)
  expect(open).toEqual([])
})

test('an editor writes and translates texts, and gets no customer, price, mail or setting', async () => {
  const editor = await app.logIn({ role: 'redazione' })
  const article = {
    title: 'Le marine',
    slug: 'le-marine',
    summary: 'Il mare',
    content: 'Il mare di Otranto.',
  }
  const created = await app.post('/api/admin/blog-posts', article, editor)
  expect([created.status, created.body.title]).toEqual([201, 'Le marine'])
  expect(
    (await app.send('DELETE', `/api/admin/blog-posts/${created.body.id}`, undefined, editor)).status,
  ).toBe(204)
  for (const path of ['blog-categories', 'photos', 'translations', 'ai-prompts', 'reviews', 'similar-texts'])
    expect([path, (await app.get(`/api/admin/${path}`, editor)).status]).toEqual([path, 200])
  for (const path of [
    'leads',
    'customers',
    'today',
    'email-messages',
    'route-prices',
    'offers',
    'company-settings',
  ])
    expect([path, (await app.get(`/api/admin/${path}`, editor)).status]).toEqual([path, 403])
})

test('an editor writes the texts of a route and of a place without a price, and restores them', async () => {
  const editor = await app.logIn({ role: 'redazione' })
  const list = await app.get(
    '/api/admin/page-texts?limit=100&kind=route&missing=true&sort=-updatedAt',
    editor,
  )
  expect([list.status, JSON.stringify(list.body).includes('price')]).toEqual([200, false])
  const [route] = list.body.items
  const place = (await app.get('/api/admin/page-texts?kind=place&search=Otranto', editor)).body.items[0]
  for (const [kind, { id, name }] of [
    ['routes', route],
    ['places', place],
  ] as const) {
    const path = `/api/admin/page-texts/${kind}/${id}`
    const { body: before } = await app.get(path, editor)
    const changed = { ...before, longDescription: 'Tra gli ulivi', touristInfo: 'Il castello' }
    const saved = await app.send('PUT', path, changed, editor)
    expect([name, saved.status, saved.body.touristInfo]).toEqual([name, 200, 'Il castello'])
    expect((await app.send('PUT', path, changed, editor)).status).toBe(409)
    const row = (
      await app.get(`/api/admin/page-texts?search=${encodeURIComponent(name)}&missing=false`, editor)
    ).body.items.find((one: { id: number }) => one.id === id)
    expect([row.descriptionChars, row.touristInfoChars]).toEqual([13, 11])
    const admin = await app.logIn({ role: 'admin' })
    const { body: log } = await app.get('/api/admin/audit?limit=10', admin)
    const table = kind === 'routes' ? 'route_prices' : 'locations'
    const line = log.items.find(({ subject }: { subject: string }) => subject === `${table}/${id}`)
    expect((await app.post(`/api/admin/audit/${line.id}/restore`, {}, admin)).status).toBe(200)
    const { longDescription, touristInfo } = (await app.get(path, editor)).body
    expect({ longDescription, touristInfo }).toEqual({
      longDescription: before.longDescription,
      touristInfo: before.touristInfo,
    })
  }
})

test('an accountant reads prices and papers with their exports, and changes nothing', async () => {
  const accountant = await app.logIn({ role: 'contabile' })
  const read = [
    'price-lists',
    'route-prices',
    'fare-settings',
    'offers',
    'service-sheets',
    'service-sheets/export?format=csv',
  ]
  for (const path of read.map((one) => `/api/admin/${one}`).concat('/api/bulk-pricing/export.csv'))
    expect([path, (await app.get(path, accountant)).status]).toEqual([path, 200])
  for (const path of [
    'leads',
    'customers',
    'inbound-mails',
    'email-messages',
    'blog-posts',
    'drivers',
    'site-settings',
  ])
    expect([path, (await app.get(`/api/admin/${path}`, accountant)).status]).toEqual([path, 403])
  const { body: settings } = await app.get('/api/admin/fare-settings', accountant)
  expect((await app.send('PUT', '/api/admin/fare-settings', settings, accountant)).status).toBe(403)
})

test('an operator who becomes editor loses the leads, the calendar and the notifications for good', async () => {
  await using app = await startApp()
  const boss = await app.logIn()
  const staff = await app.logIn({ role: 'operatore' })
  const { id, username } = (await app.get('/api/admin/session', staff)).body.adminUser
  const { body: feed } = await app.post('/api/admin/calendar-feed', {}, staff)
  const calendar = new URL(feed.url).pathname
  const ownerNames = async () =>
    (await app.get('/api/admin/leads/owners', boss)).body.items.map(
      (one: { username: string }) => one.username,
    )
  expect([(await app.get(calendar)).status, (await ownerNames()).includes(username)]).toEqual([200, true])
  const become = async (role: string) => {
    const { body } = await app.get(`/api/admin/admin-users/${id}`, boss)
    expect((await app.send('PUT', `/api/admin/admin-users/${id}`, { ...body, role }, boss)).status).toBe(200)
  }
  await become('redazione')
  expect([(await app.get(calendar)).status, (await ownerNames()).includes(username)]).toEqual([410, false])
  expect((await app.get('/api/admin/leads', staff)).status).toBe(403)
  await become('operatore')
  expect((await app.get(calendar)).status).toBe(410)
})

test('an admin sees the panel as another role: only its reads, no change at all, under the own name', async () => {
  const admin = await app.logIn({ isSuperAdmin: false })
  const as = (role: string) => ({ ...admin, 'x-seen-as': role })
  const session = async (headers: Record<string, string>) =>
    (await app.get('/api/admin/session', headers)).body
  expect(await session(as('redazione'))).toMatchObject({ seenAs: 'redazione', adminUser: { role: 'admin' } })
  const statuses = async (headers: Record<string, string>, query = '') =>
    Promise.all(
      ['leads', 'blog-posts', 'price-lists', 'roles'].map(
        async (path) => (await app.get(`/api/admin/${path}${query}`, headers)).status,
      ),
    )
  expect(await statuses(admin)).toEqual([200, 200, 200, 200])
  expect(await statuses(as('redazione'))).toEqual([403, 200, 403, 403])
  expect(await statuses(as('contabile'))).toEqual([403, 403, 200, 403])
  expect(await statuses(as('operatore'))).toEqual([200, 403, 200, 403])
  // Downloads and the event stream are requested by the browser, which sends no header of the panel.
  expect(await statuses(admin, '?seenAs=redazione')).toEqual([403, 200, 403, 403])

  const article = { title: 'Vista', slug: 'vista', summary: 'Il mare', content: 'Testo.' }
  const refused = await app.post('/api/admin/blog-posts', article, as('redazione'))
  expect([refused.status, refused.body.detail]).toEqual([
    403,
    'Stai vedendo il pannello come Redazione: puoi solo guardare. Torna al tuo ruolo per cambiare qualcosa.',
  ])
  expect((await app.post('/api/admin/account/totp', { currentPassword: 'x' }, as('autista'))).status).toBe(
    403,
  )
  const preview = await app.post('/api/admin/blog-posts/preview', { content: '**Mare**' }, as('redazione'))
  expect(preview.status).toBe(200)
})

test('a role that the own one does not include is ignored, so looking never adds a right', async () => {
  const operator = await app.logIn({ role: 'operatore' })
  for (const role of ['superAdmin', 'admin', 'redazione', 'contabile', 'operatore', 'capo', 'toString']) {
    const headers = { ...operator, 'x-seen-as': role }
    const { body } = await app.get('/api/admin/session', headers)
    const paths = ['leads', 'blog-posts', 'admin-users', 'site-settings']
    const statuses = await Promise.all(
      paths.map(async (path) => (await app.get(`/api/admin/${path}`, headers)).status),
    )
    expect([role, body.seenAs, ...statuses]).toEqual([role, 'operatore', 200, 403, 403, 403])
  }
  const driver = { ...operator, 'x-seen-as': 'autista' }
  expect((await app.get('/api/admin/leads', driver)).status).toBe(403)
})

test('the event stream of a role names only tables that it reads, also for an admin who looks as this role', async () => {
  await using app = await startApp()
  const stop = new AbortController()
  const heard = async (headers: Record<string, string>, query = '') => {
    const reply = await fetch(`${app.origin}/api/admin/events${query}`, { headers, signal: stop.signal })
    const stream = { text: '' }
    void (async () => {
      for await (const part of reply.body ?? []) stream.text += Buffer.from(part).toString()
    })().catch(() => {})
    return stream
  }
  const admin = await app.logIn()
  const streams = {
    operator: await heard(await app.logIn({ role: 'operatore' })),
    editor: await heard(await app.logIn({ role: 'redazione' })),
    lookingAdmin: await heard(admin, '?seenAs=redazione'),
    admin: await heard(admin),
  }
  expect((await app.post('/api/contacts', given.contact())).status).toBe(201)
  await app.sql`update admin_users set updated_at = now()`
  const tables = ({ text }: { text: string }) =>
    ['leads', 'admin_users'].map((table) => text.includes(`"table":"${table}"`))
  await eventually(() => {
    expect([tables(streams.admin), tables(streams.operator)]).toEqual([
      [true, true],
      [true, true],
    ])
    expect([tables(streams.editor), tables(streams.lookingAdmin)]).toEqual([
      [false, true],
      [false, true],
    ])
  })
  stop.abort()
})

test('an open panel learns of a change of role by the event stream', async () => {
  await using app = await startApp()
  const operator = await app.logIn({ role: 'operatore' })
  const stop = new AbortController()
  const stream = await fetch(`${app.origin}/api/admin/events`, { headers: operator, signal: stop.signal })
  let text = ''
  const reading = (async () => {
    for await (const part of stream.body ?? []) text += Buffer.from(part).toString()
  })().catch(() => {})
  await app.sql`update admin_users set role = 'admin' where role = 'operatore'`
  await eventually(() => expect(text).toContain('"table":"admin_users"'))
  stop.abort()
  await reading
})

function addLead(app: App, headers: Record<string, string>) {
  const lead = { name: 'Lucia', phone: '+39 333 1234567', message: 'Richiamare' }
  return app.post('/api/admin/leads', lead, headers)
}
