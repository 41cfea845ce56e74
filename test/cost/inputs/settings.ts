import { Secret, TOTP } from 'otpauth'
import { staffPassword } from '../../app.ts'
import type { Inputs, World } from '../world.ts'

const strong = (n: number) => `lungomare di gallipoli ${n}`

export const settingsInputs: Inputs = {
  'POST /api/admin/google-analytics-configurations': () => ({ description: 'GA', isActive: false }),
  'DELETE /api/admin/google-analytics-configurations/:id': async (world) => ({
    id: (await world.call('POST /api/admin/google-analytics-configurations', { description: 'GA' })).id,
  }),
  'PUT /api/admin/google-analytics-configurations/:id': async (world) => {
    const { id } = await world.call('POST /api/admin/google-analytics-configurations', { description: 'GA' })
    const path = `/api/admin/google-analytics-configurations/${id}`
    return world.saved(path, { isActive: true, measurementId: 'G-ABCDEFGH12' })
  },
  'PUT /api/admin/company-settings': (world) =>
    world.saved('/api/admin/company-settings', {
      companyName: `Ionio ${world.next()}`,
      vatNumber: '01234567890',
      phone: '+39 0832 123456',
      email: 'info@salento.example',
      leadsEmail: 'uno@office.example',
      returnDiscountPercent: world.next() % 10,
    }),
  'POST /api/consents': () => ({ version: '1', analytics: true, marketing: false }),
  'POST /api/admin/grants/end-all': async (world) => {
    const { id, username } = await world.account()
    await world.signedIn(username)
    return { adminUserId: id }
  },
  'DELETE /api/admin/grants/:id': (world) => grant(world),
  'POST /api/admin/grants/:id/reopen': async (world) => {
    await world.call('POST /api/admin/calendar-feed')
    const [row] = await world.sql<[{ id: string }]>`
      select id from grants where kind = 'calendar' order by created_at desc limit 1`
    await world.call('DELETE /api/admin/grants/:id', row)
    return row
  },
  'PUT /api/admin/site-settings': (world) =>
    world.saved('/api/admin/site-settings', { underConstructionMessage: `Torniamo ${world.next()}` }),
  'PUT /api/admin/account/password': async (world) => {
    await world.logIn()
    return { currentPassword: staffPassword, password: strong(world.next()) }
  },
  'POST /api/admin/account/totp': async (world) => {
    await world.logIn()
    return { currentPassword: staffPassword }
  },
  'POST /api/admin/account/totp/confirm': async (world) => ({ code: (await prepared(world)).generate() }),
  'POST /api/admin/account/totp/end': async (world) => {
    const totp = await prepared(world)
    await world.call('POST /api/admin/account/totp/confirm', { code: totp.generate() })
    return { currentPassword: staffPassword }
  },
  'POST /api/admin/admin-users': async (world) => {
    await world.logIn()
    return { username: `nuova-${world.next()}`, password: strong(world.next()) }
  },
  'DELETE /api/admin/admin-users/:id': async (world) => ({ id: (await world.account()).id }),
  'DELETE /api/admin/admin-users/:id/totp': async (world) => {
    const { id } = await world.account()
    await world.sql`update admin_users set totp_confirmed_at = now() where id = ${id}`
    return { id }
  },
  'PUT /api/admin/admin-users/:id': async (world) => {
    const { id } = await world.account()
    return world.saved(`/api/admin/admin-users/${id}`, { username: `altra-${world.next()}` })
  },
  'POST /api/admin/admin-users/:id/unlock': async (world) => ({ id: (await world.account()).id }),
  'POST /api/admin/login-links': async (world) => ({ adminUserId: (await world.account('autista')).id }),
  'PUT /api/admin/sign-in-rules': (world) =>
    world.saved('/api/admin/sign-in-rules', { isSecondFactorRequired: false }),
  'POST /api/admin/saved-views': (world) => view(world),
  'DELETE /api/admin/saved-views/:id': async (world) => ({
    id: (await world.call('POST /api/admin/saved-views', view(world))).id,
  }),
  'settings:logIn': async (world) => {
    const { id, username } = await world.account()
    const input = { username, password: staffPassword, devices: [] }
    const counted = (await world.runs('settings:countLogin', input)) as { tryId: number }
    const [row] = await world.sql`select password from admin_users where id = ${id}`
    return { tryId: counted.tryId, adminUserId: id, fitting: row?.password }
  },
  'settings:countLogin': async (world) => ({
    username: (await world.account()).username,
    password: staffPassword,
    devices: [],
  }),
  'settings:forgetLoginTry': async (world) => {
    const input = { username: (await world.account()).username, password: 'x', devices: [] }
    return { tryId: ((await world.runs('settings:countLogin', input)) as { tryId: number }).tryId }
  },
  'settings:logInByLink': async (world) => {
    const { id } = await world.account('autista')
    const { url } = await world.call('POST /api/admin/login-links', { adminUserId: id })
    return { token: new URL(url).hash.slice(1) }
  },
  'settings:touchSession': async (world) => ({ sessionId: (await grant(world)).id }),
}

const view = (world: World) => ({ section: 'tratte/', name: `Elenco ${world.next()}`, query: 'search=lecce' })

async function grant(world: World): Promise<{ id: string }> {
  const { id, username } = await world.account()
  await world.signedIn(username)
  const [row] = await world.sql<[{ id: string }]>`
    select id from grants where admin_user_id = ${id} and kind = 'session'`
  return row
}

async function prepared(world: World): Promise<TOTP> {
  await world.logIn()
  const { secret } = await world.call('POST /api/admin/account/totp', { currentPassword: staffPassword })
  return new TOTP({ secret: Secret.fromBase32(secret) })
}
