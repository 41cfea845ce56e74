import { expect, test } from 'vitest'
import { fitsPassword, hashPassword } from '../../src/modules/settings/staff/password.ts'
import { eventually, startApp } from '../app.ts'
import { asStaff } from '../mailbox.ts'

const company = {
  companyName: 'Salento Transfer Società Cooperativa',
  vatNumber: '01234567890',
  phone: '+39 0832 123456',
  email: 'info@salento.example',
  leadsEmail: 'uno@salento.example,due@salento.example',
  address: 'Via Roma 1',
  cap: '73100',
  city: 'Lecce',
}

test('visitors see the stored company, with built-in values until there is one', async () => {
  await using app = await startApp()
  expect((await app.get('/api/company-settings')).body).toEqual({
    companyName: 'Salento Transfer',
    phone: '+39 0832 000000',
    email: 'info@salento-transfer.example',
    leadsEmail: 'richieste@salento-transfer.example',
    vatNumber: '',
    rea: '',
    address: '',
    cap: '',
    city: '',
    fullAddress: '',
  })
  for (const path of ['/', '/privacy-policy/', '/termini-condizioni/'])
    expect((await app.get(path)).text).not.toMatch(/P\.IVA|"vatID"/)
  await asStaff(app, 'PUT /api/admin/company-settings', company)
  await eventually(async () =>
    expect((await app.get('/api/company-settings')).body).toMatchObject({
      ...company,
      // Staff enter two e-mail addresses for leads. Leads are mailed to both, but visitors see only the first.
      leadsEmail: 'uno@salento.example',
      fullAddress: 'Via Roma 1, 73100 Lecce',
    }),
  )
  for (const path of ['/', '/termini-condizioni/', '/contatti/'])
    expect((await app.get(path)).text).not.toContain('due@salento.example')
  const [, terms = ''] = (await app.get('/termini-condizioni/')).text.split('id="contatti"')
  for (const words of ['+39 0832 123456', 'uno@salento.example', 'Via Roma 1, 73100 Lecce'])
    expect(terms.split('</section>')[0]).toContain(words)
  const staff = await app.logIn({ isSuperAdmin: false })
  expect((await app.get('/api/admin/company-settings', staff)).body.leadsEmail).toBe(
    'uno@salento.example, due@salento.example',
  )
})

test('name and opening hours that staff set appear wherever the site mentions them, also for search engines', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const form = { ...company, companyName: 'Leuca Viaggi S.r.l.', openingFrom: '07:30', openingTo: '22:00' }
  expect((await app.send('PUT', '/api/admin/company-settings', form, staff)).status).toBe(200)
  await eventually(async () => expect((await app.get('/')).text).toContain('dalle 07:30 alle 22:00'))
  for (const path of ['/', '/contatti/', '/termini-condizioni/', '/richiesta/', '/tratte/', '/prezzi/']) {
    const { text } = await app.get(path)
    expect([path, text.match(/06:00|24:00/)]).toEqual([path, null])
    expect([path, text.includes('aria-label="Leuca Viaggi, pagina iniziale"')]).toEqual([path, true])
  }
  const { text } = await app.get('/contatti/')
  expect(text).toContain('"opens":"07:30"')
  expect(text).toContain('"closes":"22:00"')
})

test('a form loaded before somebody else saved overwrites nothing', async () => {
  await using app = await startApp()
  const first = await asStaff(app, 'PUT /api/admin/company-settings', company)
  await asStaff(app, 'PUT /api/admin/company-settings', {
    ...company,
    phone: '0832 999999',
    updatedAt: first.updatedAt,
  })
  const stale = asStaff(app, 'PUT /api/admin/company-settings', { ...company, updatedAt: first.updatedAt })
  await expect(stale).rejects.toMatchObject({ status: 409 })
  expect(await app.sql`select phone from company_settings`).toEqual([{ phone: '0832 999999' }])
})

test('one wrong e-mail address in leadsEmail refuses the whole form', async () => {
  await using app = await startApp()
  for (const leadsEmail of ['', 'uno@salento.example,', 'uno@salento.example; due', 'uno'])
    await expect(
      asStaff(app, 'PUT /api/admin/company-settings', { ...company, leadsEmail }),
    ).rejects.toMatchObject({
      status: 422,
      errors: [{ path: 'leadsEmail' }],
    })
  expect(await app.sql`select 1 from company_settings`).toHaveLength(0)
})

test('an account is created once, its password stored only as argon2id, and the audit log has no trace of it', async () => {
  await using app = await startApp()
  const user = { username: 'anna', password: 'ulivi-e-mare-2026', isSuperAdmin: true }
  expect(await asStaff(app, 'POST /api/admin/admin-users', user)).toMatchObject({
    username: 'anna',
    isSuperAdmin: true,
  })
  await expect(
    asStaff(app, 'POST /api/admin/admin-users', { ...user, username: 'ANNA' }),
  ).rejects.toMatchObject({ status: 409 })
  await expect(
    asStaff(app, 'POST /api/admin/admin-users', { ...user, username: 'ugo', password: 'breve' }),
  ).rejects.toMatchObject({ status: 422 })
  await expect(
    asStaff(app, 'POST /api/admin/admin-users', { ...user, username: 'ugo', password: 'passwordpassword' }),
  ).rejects.toMatchObject({ status: 422 })
  const [row] = await app.sql<{ password: string }[]>`select password from admin_users`
  expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  const { gates } = app.runtime.context
  expect(await fitsPassword(gates, user.password, row?.password ?? '')).toBe(true)
  expect(await fitsPassword(gates, 'ulivi-e-mare-2027', row?.password ?? '')).toBe(false)
  expect(await fitsPassword(gates, user.password, 'ulivi-e-mare-2026')).toBe(false)
  expect(await hashPassword(gates, user.password)).not.toBe(row?.password)
  const log = await app.sql`select before, after from audit_log`
  expect(JSON.stringify(log)).not.toMatch(/ulivi|argon2/)
})

test('each wrong address in leadsEmail is named, and fields missing from a shorter form stay', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  const save = (form: object) =>
    app.send('PUT', '/api/admin/company-settings', { ...company, ...form }, staff)
  expect((await save({ leadsEmail: 'uno@salento.example, due, tre@' })).body.errors).toEqual([
    { path: 'leadsEmail', message: 'Indirizzo non valido: due, tre@' },
  ])
  const saved = await save({ whatsappPhone: '333 1234567', facebookUrl: 'https://facebook.com/salento' })
  expect(saved.body).toMatchObject({
    whatsappPhone: '+393331234567',
    openingFrom: '06:00',
    openingTo: '24:00',
  })
  const shorter = await save({})
  expect(shorter.body).toMatchObject({
    whatsappPhone: '+393331234567',
    facebookUrl: 'https://facebook.com/salento',
  })
  for (const [form, path] of [
    [{ whatsappPhone: '12' }, 'whatsappPhone'],
    [{ facebookUrl: 'http://facebook.com' }, 'facebookUrl'],
    [{ facebookUrl: 'javascript:alert(1)' }, 'facebookUrl'],
    [{ openingFrom: '22:00', openingTo: '06:00' }, 'openingTo'],
    [{ ratingValue: '4,9' }, 'ratingSource'],
    [{ ratingValue: '7' }, 'ratingValue'],
    [{ returnDiscountPercent: 80 }, 'returnDiscountPercent'],
  ] as const) {
    const refused = await save(form)
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, path])
  }
})

test('social links, rating and testimonials appear on the site with their source, and not without', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const home = async () => (await app.get('/')).text
  const contacts = async () => (await app.get('/contatti/')).text.split('<footer')[0]
  expect(await home()).not.toContain('Dicono di noi')
  expect(await contacts()).not.toContain('Seguici su')
  await app.send(
    'PUT',
    '/api/admin/company-settings',
    {
      ...company,
      whatsappPhone: '+39 333 1234567',
      instagramUrl: 'https://instagram.com/salento.transfer',
      ratingValue: '4.8',
      ratingCount: 31,
      ratingSource: 'Google',
      testimonials: [
        { name: 'Giulia', text: 'Puntuali <b>e</b> gentili', source: 'Google', date: '2026-08-14', stars: 4 },
        { name: 'Ugo', text: 'Corretti', source: 'Email', date: '' },
      ],
    },
    staff,
  )
  await eventually(async () => {
    const html = await home()
    expect(html).toContain('Dicono di noi')
    expect(html).toContain('4,8')
    expect(html).toContain('recensioni non verificate')
    expect(html).toContain('Puntuali &lt;b&gt;e&lt;/b&gt; gentili')
    expect(html).toContain('agosto 2026')
    // Only the testimonial with stars shows stars, and screen readers read their number.
    expect(html.match(/aria-label="\d stell[ae] su 5"/g)).toEqual(['aria-label="4 stelle su 5"'])
    expect(html).toContain('href="https://instagram.com/salento.transfer"')
    expect(html).toContain('https://wa.me/393331234567')
    expect(html).not.toMatch(/AggregateRating|reviewRating|"Review"/)
  })
  expect(await contacts()).toContain('Seguici su')
  expect(await contacts()).toContain('href="https://instagram.com/salento.transfer"')
})

test('the audit log shows who changed what, with before and after, and is searched by day and person', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  await app.send('PUT', '/api/admin/company-settings', company, staff)
  await app.send('PUT', '/api/admin/company-settings', { ...company, phone: '0832 999999' }, staff)
  const { body } = await app.get('/api/admin/audit?search=companyChanged', staff)
  expect(body.total).toBe(2)
  expect(body.items[0]).toMatchObject({
    action: 'settings:companyChanged',
    before: { phone: '+39 0832 123456' },
    after: { phone: '0832 999999' },
  })
  expect(body.items[0].actor).toMatch(/^staff-/)
  expect((await app.get('/api/admin/audit?search=dati%20aziendali', staff)).body.total).toBe(2)
  expect((await app.get('/api/admin/audit?to=2020-01-01', staff)).body.total).toBe(0)
  expect((await app.get('/api/admin/audit?actor=nessuno', staff)).body.total).toBe(0)
})
