import { expect, test } from 'vitest'
import { openApp, staffPassword } from '../app.ts'

/** The app of all tests of this file. */
const app = await openApp()
const staff = await app.logIn()

const create = (username: string) =>
  app.post('/api/admin/admin-users', { username, password: 'ulivi-e-mare-2026', role: 'operatore' }, staff)

test('a username with letters that look like others, or with invisible ones, is refused in words', async () => {
  for (const [username, sentence] of [
    ['mаrta', '«а» è un altro carattere'],
    ['ｍarta', '«ｍ» è un altro carattere'],
    ['mɑrta', '«ɑ» è un altro carattere'],
    ['ᴍarta', '«ᴍ» è un altro carattere'],
    ['marıa', '«ı» è un altro carattere'],
    ['mari\u0307a', '«\u0307» è un altro carattere'],
    ['mart\u200ba', 'caratteri invisibili'],
    ['marta\u200b', 'caratteri invisibili'],
    ['mar\u202eta', 'caratteri invisibili'],
    ['mar\u00adta', 'caratteri invisibili'],
    ['mar\u00a0ta', 'spazi speciali'],
    ['Ματτα', '«Μ» è un altro carattere'],
    ['mar\nta', 'almeno 3 caratteri'],
    ['m', 'almeno 3 caratteri'],
  ] as const) {
    const { status, body } = await create(username)
    expect([username, status, body.errors]).toEqual([
      username,
      422,
      [{ path: 'username', message: expect.stringContaining(sentence) }],
    ])
  }
  for (const username of [
    'Marta Rossi',
    'niccolò',
    "d'amico",
    'marta.rossi@salento.example',
    ' Zoë_1 ',
    'Łukasz Đurić',
    'Nguyễn',
  ]) {
    const { status, body } = await create(username)
    expect([username, status, body.username]).toEqual([username, 201, username.trim()])
  }
  // The decomposed form is the same name.
  expect((await create('niccolo\u0300')).status).toBe(409)
})

test('an account with such a name from an earlier version still logs in and is still changed', async () => {
  for (const username of ['оlga', 'ivo\u200bnne', 'ｅmma']) {
    const id = await app.addStaff(username, { role: 'operatore' })
    const reply = await app.signIn({ username: ` ${username}`, password: staffPassword })
    expect([username, reply.status]).toEqual([username, 200])
    const { body } = await app.get(`/api/admin/admin-users/${id}`, staff)
    const change = { username: body.username, role: 'autista', isActive: true, updatedAt: body.updatedAt }
    const saved = await app.send('PUT', `/api/admin/admin-users/${id}`, change, staff)
    expect([username, saved.status, saved.body.username]).toEqual([username, 200, username])
  }
  await app.addStaff('chiara', { role: 'operatore' })
  expect((await app.signIn({ username: 'chia\u200bra\u00a0', password: staffPassword })).status).toBe(200)
})

test('names that the panel shows lose the marks that turn the direction of writing', async () => {
  const template = { kind: 'contact', via: 'call', language: 'it', subject: '', text: 'Ciao' }
  const made = await app.post(
    '/api/admin/reply-templates',
    { ...template, name: 'nome\u202e rovescio' },
    staff,
  )
  expect(made.body).toMatchObject({ name: 'nome rovescio' })
})
