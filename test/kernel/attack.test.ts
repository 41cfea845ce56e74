import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { pino } from 'pino'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openApi } from '../../src/api/server.ts'
import { handlers } from '../../src/modules/index.ts'
import { deriveKey } from '../../src/platform/config.ts'
import { isPrivateAddress } from '../../src/platform/privateAddress.ts'
import { openApp, startApp } from '../app.ts'
import { overTheWire } from '../attack/wire.ts'
import { long } from '../length.ts'
import { configureMail, configureOffice, openMailbox } from '../mailbox.ts'

/** The app of tests that attack it in vain, or store only pictures. */
const app = await openApp()

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(key: Buffer | string, payload: object, algorithm = 'HS256'): string {
  const text = `${part({ alg: algorithm, typ: 'JWT' })}.${part(payload)}`
  const hash = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }[algorithm] ?? 'sha256'
  return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
}

test('only our own tokens open a session: unaltered, in time, and of an open session', async () => {
  const staff = await app.logIn()
  const [cookieName, token = ''] = staff.cookie?.split('=') ?? []
  const [header = '', payload = '', signature = ''] = token.split('.')
  const { sid, iat } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const key = deriveKey(app.config.secretKey, 'session tokens')
  const now = Math.floor(Date.now() / 1000)
  const good = { sid, iat, exp: now + 600 }
  const as = async (one: string) => [
    (await app.get('/api/admin/session', { cookie: `${cookieName}=${one}` })).status,
    (await app.get('/api/admin/session', { authorization: `Bearer ${one}` })).status,
  ]
  // A valid token is accepted, so each refusal below is caused by the planted fault.
  expect(await as(signed(key, good))).toEqual([200, 200])
  const forged = {
    none: `${part({ alg: 'none' })}.${payload}.`,
    'None with a signature': `${part({ alg: 'None', typ: 'JWT' })}.${payload}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'another payload': `${header}.${part({ ...good, sid: '00000000-0000-4000-8000-000000000000' })}.${signature}`,
    'another key': signed(Buffer.alloc(32, 8), good),
    'an empty key': signed('', good),
    'the master key': signed(app.config.secretKey, good),
    'the key for stored secrets': signed(deriveKey(app.config.secretKey, 'stored secrets'), good),
    'another algorithm': signed(key, good, 'HS512'),
    'a public key algorithm': signed(key, good, 'RS256'),
    expired: signed(key, { ...good, exp: now - 1 }),
    'not yet valid': signed(key, { ...good, nbf: now + 600 }),
    'no session': signed(key, { exp: now + 600 }),
    'a session that is a list': signed(key, { ...good, sid: [sid] }),
    'a session that is a filter': signed(key, { ...good, sid: { $ne: null } }),
    'an unknown session': signed(key, { ...good, sid: '00000000-0000-4000-8000-000000000000' }),
    'SQL for a session': signed(key, { ...good, sid: "' or true --" }),
    'a broken signature': token.slice(0, -2),
    'two tokens': `${token}.${token}`,
    nothing: '',
  }
  for (const [fault, one] of Object.entries(forged))
    expect([fault, ...(await as(one))]).toEqual([fault, 401, 401])
  expect(await as(token)).toEqual([200, 200])
})

test('a token of a previous key opens its session while that key is known, and nothing that is forged with it does', async () => {
  const staff = await app.logIn()
  const [, token = ''] = staff.cookie?.split('=') ?? []
  const [, payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const [older, newer] = [app.config.secretKey, Buffer.alloc(32, 9)]
  const statusUnder = async (previousSecretKeys: Buffer[], one: string) => {
    const config = { ...app.config, secretKey: newer, previousSecretKeys }
    const api = await openApi(config, app.runtime, pino({ level: 'silent' }))
    const headers = { authorization: `Bearer ${one}` }
    const { statusCode } = await api.inject({ url: '/api/admin/session', headers })
    await api.close()
    return statusCode
  }
  const keyOf = (secret: Buffer) => deriveKey(secret, 'session tokens')
  const unrelated = Buffer.alloc(32, 8)
  expect(await statusUnder([], token)).toBe(401)
  expect(await statusUnder([unrelated], token)).toBe(401)
  expect(await statusUnder([older], token)).toBe(200)
  expect(await statusUnder([unrelated, older], token)).toBe(200)
  expect(await statusUnder([older], signed(keyOf(newer), claims))).toBe(200)
  const forged = {
    none: `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'another key': signed(keyOf(unrelated), claims),
    'another algorithm': signed(keyOf(older), claims, 'HS512'),
    'a public key algorithm': signed(keyOf(older), claims, 'RS256'),
    'the previous master key': signed(older, claims),
    'the previous key of devices': signed(deriveKey(older, 'known devices'), claims),
    expired: signed(keyOf(older), { ...claims, exp: claims.iat }),
  }
  for (const [fault, one] of Object.entries(forged))
    expect([fault, await statusUnder([older], one)]).toEqual([fault, 401])
})

test('with a session’s cookie no other site changes anything by any call, and only JSON bodies are read', async () => {
  const staff = await app.logIn()
  const wrong: string[] = []
  const unsafe = handlers.filter(
    ({ message: { access, http, kind } }) =>
      access !== 'public' &&
      kind === 'command' &&
      !/uploads|bulk-pricing\/import|redirects\/import/.test(http),
  )
  for (const { message } of unsafe) {
    const [method = '', pattern = ''] = message.http.split(' ')
    const url = pattern.replace(/:\w+/g, '2147483647')
    const send = async (headers: Record<string, string>) =>
      (await overTheWire(app.origin, { method, url, payload: '{}', headers: { ...staff, ...headers } }))
        ?.status
    const json = { 'content-type': 'application/json' }
    const statuses = await Promise.all([
      send({ ...json, 'sec-fetch-site': 'cross-site' }),
      send({ ...json, 'sec-fetch-site': 'none' }),
      send({ ...json, origin: 'null' }),
      send({ ...json, origin: 'https://www.salento.example.evil.example' }),
      send(json),
      ...(method === 'DELETE'
        ? []
        : [
            'text/plain',
            'application/x-www-form-urlencoded',
            'multipart/form-data; boundary=x',
            'text/json',
          ].map((type) => send({ 'content-type': type, 'sec-fetch-site': 'same-origin' }))),
    ])
    const expected = [403, 403, 403, 403, 403, 415, 415, 415, 415].slice(0, statuses.length)
    if (String(statuses) !== String(expected)) wrong.push(`${message.http}: ${statuses}`)
  }
  expect(wrong).toEqual([])
  expect(unsafe.length).toBeGreaterThan(70)
})

test('no path leaves the served folders: no file of the system, of the sources or of the build’s metadata', async () => {
  const steps = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    '....//',
    '..;/',
    '%252e%252e%252f',
    '..%c0%af',
    '..%00/',
  ]
  const roots = [
    '/',
    '/media/',
    '/assets/',
    '/condivisione/',
    '/admin/',
    '/mappa/',
    '/api/',
    '/api/blog-posts/',
    '/calendario/',
  ]
  const files = [
    'etc/passwd',
    'package.json',
    'src/platform/config.ts',
    '.data/secret.key',
    '.vite/manifest.json',
    '.git/config',
    '.env',
  ]
  const leaks: string[] = []
  const paths = roots.flatMap((root) =>
    steps.flatMap((step, index) =>
      [1, 4, 8].map((times) => `${root}${step.repeat(times)}${files[(index + times) % files.length]}`),
    ),
  )
  paths.push(
    ...files.flatMap((file) => [
      `/${file}`,
      `//${file}`,
      `/assets/${file}`,
      `/media/${file}`,
      `/${file}%00.png`,
    ]),
  )
  for (const url of paths) {
    const reply = await overTheWire(app.origin, { method: 'GET', url })
    const { status = 0, body = '' } = reply ?? {}
    if (
      ![200, 301, 400, 404, 414, 422].includes(status) ||
      (status === 200 && !body.includes('<title>Pannello admin'))
    )
      leaks.push(`${url} ${status}`)
    if (/root:x:|"devDependencies"|readConfig|\[core\]|"isEntry"/.test(body)) leaks.push(url)
  }
  expect(leaks).toEqual([])
  expect(paths.length).toBeGreaterThan(300)
})

test('no input writes a header of a response or of a mail', async () => {
  await using mailbox = await openMailbox()
  await using app = await startApp()
  await configureMail(app, mailbox)
  await configureOffice(app)
  const breaks = ['\r\n', '\n', '\r', '%0d%0a', '%0a', '\u2028', '\u0085', '%E5%98%8A%E5%98%8D']
  for (const line of breaks) {
    const evil = `x${line}X-Evil: 1${line}Set-Cookie: evil=1${line}Bcc: evil@evil.example`
    for (const url of [
      `/prezzi?a=${encodeURIComponent(evil)}`,
      `/transfer-${encodeURIComponent(evil)}`,
      `/risultati-ricerca?departure=${encodeURIComponent(evil)}`,
      `/richiesta/?codice=${encodeURIComponent(evil)}`,
      `/prezzi?a=${evil.replaceAll(/\s/g, '%0d%0a')}`,
    ]) {
      const reply = await overTheWire(app.origin, { method: 'GET', url })
      expect([url, reply?.headers['x-evil'], reply?.headers['set-cookie']]).toEqual([
        url,
        undefined,
        undefined,
      ])
    }
    const customer = { name: evil, phone: '+39 333 1234567', email: 'anna@cliente.example', message: evil }
    const from = { 'x-forwarded-for': `198.51.100.${breaks.indexOf(line)}` }
    expect((await app.post('/api/contacts', customer, from)).status).toBe(201)
    for (const email of [`anna@cliente.example${line}`, `anna@cliente.example${line}Bcc: evil@evil.example`])
      if (email.replace(/^[\s\u0085]+|[\s\u0085]+$/g, '') !== 'anna@cliente.example')
        expect([email, (await app.post('/api/contacts', { ...customer, email }, from)).status]).toEqual([
          email,
          422,
        ])
  }
  await app.drain()
  expect(mailbox.mails.length).toBeGreaterThanOrEqual(breaks.length * 2)
  for (const mail of mailbox.mails) {
    const sent = JSON.stringify(mail)
    expect(sent.match(/"key":"(x-evil|bcc|set-cookie)"/i)).toBeNull()
    expect(mail.to).not.toContain('evil@evil.example')
  }
})

test('a file that is a picture and something else is only a picture after it is stored', async () => {
  const staff = await app.logIn()
  const script = '<script>alert(1)</script><?php system("id") ?>'
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
  const jpeg = await picture
    .clone()
    .withExif({ IFD0: { Copyright: script, ImageDescription: script } })
    .jpeg()
    .toBuffer()
  const bomb = whitePng(12_000)
  const upload = (bytes: Buffer, type: string) =>
    fetch(`${app.origin}/api/admin/uploads`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': type, ...staff },
      body: new Uint8Array(bytes),
    })
  const zip = Buffer.from('PK\u0005\u0006'.padEnd(22, '\0'), 'latin1')
  for (const bytes of [Buffer.concat([jpeg, Buffer.from(script), zip]), jpeg]) {
    const reply = await upload(bytes, 'text/html')
    expect(reply.status).toBe(201)
    const { url } = (await reply.json()) as { url: string }
    const served = await fetch(app.origin + url)
    const stored = Buffer.from(await served.arrayBuffer())
    expect(served.headers.get('content-type')).toBe('image/webp')
    expect(served.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect([stored.includes('script'), stored.includes('php'), stored.includes('PK\u0005')]).toEqual([
      false,
      false,
      false,
    ])
  }
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>'
  const refused = [
    [Buffer.from(svg), 'image/svg+xml', 415],
    [Buffer.from(`\ufeff<?xml version="1.0"?>${svg}`), 'image/png', 415],
    [Buffer.from(`GIF89a/*${script}*/=1`), 'image/gif', 415],
    [Buffer.from('%!PS-Adobe-3.0\n'.padEnd(60)), 'image/jpeg', 415],
    [Buffer.from('push graphic-context\nfill url(https://127.0.0.1/x)'), 'image/png', 415],
    [Buffer.from(`\xff\xd8\xff${script}`, 'latin1'), 'image/jpeg', 422],
    [bomb, 'image/png', 422],
  ] as const
  for (const [bytes, type, status] of refused)
    expect([type, bytes.length, (await upload(bytes, type)).status]).toEqual([type, bytes.length, status])
  expect(bomb.length).toBeLessThan(200_000)
})

/** Returns a PNG with one bit per pixel. With 12,000 pixels a side, 200 KB decode to hundreds of megabytes. */
function whitePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  const parts = [chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

test('a private address is recognised in every notation', () => {
  const ours =
    '127.0.0.1 127.255.255.254 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.0.1 169.254.169.254 100.64.0.1 198.18.0.1 192.0.0.8 224.0.0.1 255.255.255.255 240.0.0.1 ' +
    ':: ::1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::127.0.0.1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1::1 2002:a9fe:a9fe:: 2001:0:1:2::1 100::1'
  const others =
    '1.1.1.1 172.15.0.1 172.32.0.1 192.169.0.1 11.0.0.1 100.128.0.1 2606:4700::1111 2001:4860:4860::8888'
  expect(ours.split(' ').filter((address) => !isPrivateAddress(address))).toEqual([])
  expect(others.split(' ').filter(isPrivateAddress)).toEqual([])
})

test('in production no mail server that staff enter makes the site connect to its own network', async () => {
  await using mailbox = await openMailbox()
  await using app = await startApp({ env: { NODE_ENV: 'production' } })
  const hosts =
    '127.0.0.1 localhost LOCALHOST localhost. 127.1 2130706433 0x7f000001 0177.0.0.1 0 [::1] ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 169.254.169.254 10.0.0.1 64:ff9b::7f00:1'
  const staff = await app.logIn()
  for (const [index, smtpHost] of hosts.split(' ').entries()) {
    const boss = { ...staff, 'x-forwarded-for': `198.51.100.${index}` }
    for (const smtpPort of [587, mailbox.port]) {
      const form = {
        smtpHost,
        smtpPort,
        smtpUsername: 'x',
        smtpPassword: 'y',
        fromEmail: 'sito@salento.example',
        fromName: 'x',
      }
      const { status, body } = await app.post('/api/admin/email-configurations/test', form, boss)
      expect([smtpHost, smtpPort, status === 422 || body.success === false]).toEqual([
        smtpHost,
        smtpPort,
        true,
      ])
    }
  }
  expect(mailbox.mails).toEqual([])
})

test('a log-in with an unknown name takes as long as one with a known name', long, async () => {
  await using app = await startApp()
  const headers = await app.logIn()
  // The product hashes this password at full cost; accounts of `logIn` have a cheap hash.
  const account = { username: 'lucia', password: 'pietra leccese 1897', isSuperAdmin: false, isActive: true }
  expect((await app.post('/api/admin/admin-users', account, headers)).status).toBe(201)
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let round = 0; round < 4; round++)
    for (const who of ['known', 'unknown'] as const) {
      const username = who === 'known' ? account.username : `nessuno-${round}`
      const started = process.cpuUsage()
      const { status } = await app.post('/api/admin/login', { username, password: 'sbagliata' })
      // A busy machine may respond 503 to either account.
      expect([401, 503]).toContain(status)
      if (status === 401) times[who].push(process.cpuUsage(started).user)
    }
  // Uses the shortest processor times, which a busy machine does not lengthen.
  const ratio = Math.min(...times.known) / Math.min(...times.unknown)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('limits per address hold across two processes on one database', async () => {
  await using app = await startApp()
  await app.inOneWindow()
  const other = await openApi(app.config, app.runtime, pino({ level: 'silent' }))
  await other.listen({ host: '127.0.0.1', port: 0 })
  const origins = [app.origin, `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`]
  const send = async (index: number, url: string, body: object, address: string, staff = {}) => {
    const reply = await overTheWire(origins[index % 2] ?? '', {
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': address,
        ...staff,
      },
      payload: JSON.stringify(body),
    })
    return reply?.status
  }
  try {
    const leads: unknown[] = []
    for (let index = 0; index < 6; index++)
      leads.push(
        await send(
          index,
          '/api/contacts',
          { name: `Anna ${index}`, phone: '0832 123456', email: 'a@b.example' },
          '198.51.100.1',
        ),
      )
    // A busy machine may respond 503; the attempt counts nevertheless.
    expect([leads[0], leads.indexOf(429)]).toEqual([201, 5])
    const staff = await app.logIn()
    const form = { smtpHost: 'localhost', smtpPort: 1, fromEmail: 'a@b.example', fromName: 'x' }
    const tests: unknown[] = []
    for (let index = 0; index < 11; index++) {
      // An internet connection usually gets one IPv6 /64 network, so all IP addresses of the network share one limit.
      const address = `2001:db8:0:7:${index}::1`
      tests.push(await send(index, '/api/admin/email-configurations/test', form, address, staff))
    }
    expect([tests[0], tests.indexOf(429)]).toEqual([200, 10])
    expect(await send(1, '/api/admin/email-configurations/test', form, '2001:db8:0:8::1', staff)).toBe(200)
    // This account has a cheap hash, so that no log-in gets a 503, which would not count as an attempt.
    await app.addStaff('titolare')
    const tries: unknown[] = []
    for (let index = 0; index < 6; index++)
      tries.push(
        await send(
          index,
          '/api/admin/login',
          { username: 'titolare', password: 'sbagliata' },
          `198.51.100.${index}`,
        ),
      )
    expect(tries.indexOf(429)).toBe(5)
  } finally {
    await other.close()
  }
})
