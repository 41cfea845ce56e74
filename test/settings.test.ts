import { expect, test } from 'vitest'
import { fitsPassword, hashPassword } from '../src/modules/settings/password.ts'
import { eventually, startApp } from './app.ts'
import { asStaff } from './mailbox.ts'

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
  expect((await app.get('/api/company-settings')).body).toMatchObject({
    companyName: 'Salento Transfer',
    fullAddress: '',
  })
  await asStaff(app, 'PUT /api/admin/company-settings', company)
  await eventually(async () =>
    expect((await app.get('/api/company-settings')).body).toMatchObject({
      ...company,
      leadsEmail: 'uno@salento.example, due@salento.example',
      fullAddress: 'Via Roma 1, 73100 Lecce',
    }),
  )
})

test('a form read before somebody else saved overwrites nothing', async () => {
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

test('one wrong address in leadsEmail refuses the whole form', async () => {
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

test('an account is made once, its password kept as argon2id alone, and the audit log has no trace of it', async () => {
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
  expect(await fitsPassword(user.password, row?.password ?? '')).toBe(true)
  expect(await fitsPassword('ulivi-e-mare-2027', row?.password ?? '')).toBe(false)
  expect(await fitsPassword(user.password, 'ulivi-e-mare-2026')).toBe(false)
  expect(await hashPassword(user.password)).not.toBe(row?.password)
  const log = await app.sql`select before, after from audit_log`
  expect(JSON.stringify(log)).not.toMatch(/ulivi|argon2/)
})
