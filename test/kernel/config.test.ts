import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../../scripts/freePort.ts'
import { type Config, readConfig } from '../../src/platform/config.ts'
import { readDatabaseUrl } from '../../src/platform/databaseUrl.ts'
import { eventually, startApp } from '../app.ts'
import { long } from '../length.ts'

const root = path.join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

// The tests run in a temporary working directory, because without DATA_DIR a generated key is written there.
const folder = mkdtempSync(path.join(tmpdir(), 'salento-config-'))
beforeAll(() => process.chdir(folder))
afterAll(() => {
  process.chdir(root)
  rmSync(folder, { recursive: true })
})

/** Variables in the table of the document. */
const [table = ''] = read('docs/configuration.md').split('\n## ')
const documented = [...table.matchAll(/^\| (`[^|]*`) +\|/gm)]
  .flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)])
  .map(([, name = '']) => name)

const valid: Record<string, string> = {
  HOST: '127.0.0.2',
  PORT: '3999',
  API_PROCESSES: '2',
  SITE_URL: 'https://www.example.it',
  DATABASE_URL: 'postgres://salento@127.0.0.1/salento',
  DATABASE_DIRECT_URL: 'postgres://salento@10.0.0.1,10.0.0.2:5433/salento?target_session_attrs=read-write',
  DATABASE_READ_URL: 'postgres://salento@10.0.0.2:5433/salento',
  DATA_DIR: 'elsewhere',
  NODE_ENV: 'production',
  SECRET_KEY: key(1),
  SECRET_KEY_PREVIOUS: `${key(2)},${key(3)}`,
  ADMIN_USERNAME: 'anna',
  ADMIN_PASSWORD: ' with blanks ',
  DEMO_DATA: '1',
  LOG_LEVEL: 'warn',
  TRUST_PROXY: 'loopback, 10.0.0.1',
  METRICS_TOKEN: 'token',
  WORKER_QUEUES: 'mail',
  EDGE_PURGE_URL: 'https://:token@api.example.net/purge',
  ANSWER_MS: '5000',
  SMTP_TIMEOUT_MS: '2000',
  TEXT_RETRY_MS: '20',
  SMTP_PRIVATE_HOSTS: 'mail, posta.lan, 10.1.0.0/16, fd00::25',
  GOOGLE_MAPS_EMBED_KEY: 'embed',
  GOOGLE_MAPS_API_KEY: 'maps',
  OPENAI_API_KEY: 'openai',
  ANTHROPIC_API_KEY: 'anthropic',
  GOOGLE_PLACES_BASE_URL: 'http://127.0.0.1:4001',
  GOOGLE_ROUTES_BASE_URL: 'http://127.0.0.1:4002',
  BREVO_BASE_URL: 'http://127.0.0.1:4003/v3',
  OPENAI_BASE_URL: 'http://127.0.0.1:4004/v1',
  ANTHROPIC_BASE_URL: 'http://127.0.0.1:4005',
  INDEXNOW_ENDPOINT: 'http://127.0.0.1:4006/indexnow',
  OPENAI_MODEL: 'a-model',
  ANTHROPIC_MODEL: 'another-model',
}

/** Returns the configuration or the error of `readConfig`, in a form that tests can compare. */
function outcome(env: Record<string, string>): unknown {
  try {
    const config: Config = readConfig(env)
    return { ...config, trustProxy: config.trustProxy && ['127.0.0.1', '10.0.0.1'].map(config.trustProxy) }
  } catch (error) {
    return error
  }
}

test('the table of variables lists exactly those that the product reads', () => {
  const named = [...read('src/platform/config.ts').matchAll(/\benv(?:\.|, '|\[')([A-Z][A-Z_]+)/g)].map(
    ([, name = '']) => name,
  )
  expect(new Set(named)).toEqual(new Set(documented))
  expect(new Set(Object.keys(valid))).toEqual(new Set(documented))
})

test('a blank variable counts as unset, for each variable and any others', () => {
  fc.assert(
    fc.property(
      fc.subarray(documented),
      fc.dictionary(fc.constantFrom(...documented), fc.constantFrom('', ' ', '  \t', '\r\n'), { minKeys: 1 }),
      (set, blank) => {
        const rest = Object.fromEntries(
          set.filter((name) => !(name in blank)).map((name) => [name, valid[name] ?? '']),
        )
        expect(outcome({ ...rest, ...blank })).toEqual(outcome(rest))
      },
    ),
    { numRuns: 300 },
  )
  for (const name of documented)
    for (const blank of ['', '  ']) {
      const { [name]: _, ...rest } = valid
      expect([name, outcome({ ...rest, [name]: blank })]).toEqual([name, outcome(rest)])
    }
})

test('an unknown queue of a worker is refused in one line', () => {
  expect(() => readConfig({ ...valid, WORKER_QUEUES: 'posta' })).toThrow(
    /^WORKER_QUEUES must be one of all, mail, texts, not "posta"$/,
  )
})

test('empty elements of lists are skipped, wrong ones are not', () => {
  const { previousSecretKeys } = readConfig({ ...valid, SECRET_KEY_PREVIOUS: `, ${key(2)},,${key(3)} ,` })
  expect(previousSecretKeys.map((one) => one[0])).toEqual([2, 3])
  expect(outcome({ ...valid, TRUST_PROXY: ' , loopback,,10.0.0.1,' })).toEqual(outcome(valid))
  expect(outcome({ ...valid, TRUST_PROXY: ',' })).toMatchObject({ trustProxy: false })
  expect(() => readConfig({ ...valid, SECRET_KEY_PREVIOUS: `${key(2)},short` })).toThrow(
    'SECRET_KEY_PREVIOUS',
  )
})

test('a database URL has one meaning for both drivers, and an unknown part of it is refused in one line', () => {
  const hosts = 'postgresql://anna:a%40b@one:6000,[::1],%2Frun%2Fpg/salento?target_session_attrs=read-write'
  expect(readDatabaseUrl(`${hosts}&sslmode=require`)).toEqual({
    hosts: [
      { host: 'one', port: 6000 },
      { host: '::1', port: 5432 },
      { host: '/run/pg', port: 5432 },
    ],
    user: 'anna',
    password: 'a@b',
    database: 'salento',
    options: undefined,
    ssl: { rejectUnauthorized: false },
    role: 'primary',
  })
  expect(readDatabaseUrl('postgres:///salento?host=/run/postgresql')).toMatchObject({
    hosts: [{ host: '/run/postgresql', port: 5432 }],
    role: null,
    ssl: false,
  })
  const refused = {
    'mysql://one/salento': 'must be postgres://user:password@host:port/database',
    'postgres://one,two/salento': 'has several hosts: add ?target_session_attrs=read-write',
    'postgres://one:70000/salento': 'has a port that does not exist',
    'postgres://one,/salento?target_session_attrs=read-write': 'has an invalid host: write host or host:port',
    'postgres://anna:se/cret@one': 'has an invalid host: write host or host:port',
    'postgres://one/salento?target_session_attrs=any': 'has target_session_attrs=any',
    'postgres://one/salento?pgbouncer=true': 'has the unknown parameter pgbouncer',
    'postgres://one/salento?sslmode=no-verify': 'has sslmode=no-verify',
    'postgres://a:100%@one/salento': 'has a % that encodes no character',
  }
  for (const [url, reason] of Object.entries(refused))
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])
      expect(() => readConfig({ ...valid, [name]: url })).toThrow(`${name} ${reason}`)
})

test('private mail servers are domain names, IP addresses or ranges', () => {
  const { names, ranges } = readConfig({
    ...valid,
    SMTP_PRIVATE_HOSTS: 'Mail,posta.lan, 10.1.0.0/16,',
  }).smtpPrivateHosts
  expect([...names]).toEqual(['mail', 'posta.lan'])
  expect(['10.1.2.3', '10.2.0.1'].map((address) => ranges.check(address))).toEqual([true, false])
  for (const wrong of ['10.0.0.300', '10.0.0.0/0', 'http://mail', 'a b'])
    expect(() => readConfig({ ...valid, SMTP_PRIVATE_HOSTS: wrong })).toThrow('SMTP_PRIVATE_HOSTS')
})

test(
  'API and worker start with the variables that compose.yaml passes, the optional ones empty',
  long,
  async () => {
    await using app = await startApp()
    const { 'x-process': ours } = parse(read('compose.yaml')) as {
      'x-process': { environment: Record<string, string> }
    }
    const ofDotEnv: Record<string, string> = {
      SITE_URL: 'https://www.example.it',
      SECRET_KEY: key(1),
      METRICS_TOKEN: 'token',
      POSTGRES_PASSWORD: 'password',
    }
    const passed = Object.entries(ours.environment).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{(\w+)(:[?-])[^}]*}/g, (_, inFile, rule) =>
        rule === ':-' ? '' : (ofDotEnv[inFile] ?? `${inFile} is in no .env`),
      ),
    ])
    expect(passed).toContainEqual(['SECRET_KEY_PREVIOUS', ''])
    const port = await freePort()
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      ...Object.fromEntries(passed),
      // The database and the port of this test replace the configured ones.
      DATABASE_URL: app.databaseUrl,
      PORT: String(port),
    }
    const said = { text: '' }
    const children = ['api', 'worker'].map((name) => {
      const child = spawn(process.execPath, [`src/${name}/main.ts`], { cwd: root, env })
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          said.text += chunk
        })
      return { child, ended: once(child, 'exit') }
    })
    try {
      await eventually(async () => {
        expect(said.text).toContain('"msg":"started the worker"')
        expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
      })
    } finally {
      for (const { child } of children) child.kill('SIGTERM')
      await Promise.all(children.map(({ ended }) => ended))
    }
  },
)
