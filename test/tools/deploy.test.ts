import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { languageWith } from '../../src/languages/catalogs.ts'
import { languages } from '../../src/languages/messages.ts'
import { localPath } from '../../src/languages/paths.ts'
import { startApp } from '../app.ts'

// These tests only read the files; `npm run test:full` also starts the containers.

const root = path.join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const isThere = (file: string) => existsSync(path.join(root, file))

interface Service {
  image: string
  command?: string[]
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
  networks: Record<string, { ipv4_address?: string }>
  read_only?: boolean
  cap_drop?: string[]
}

const compose: {
  services: Record<string, Service>
  volumes: object
  networks: { inside: { ipam: { config: [{ subnet: string; ip_range?: string }] } } }
} = parse(read('compose.yaml'), { merge: true })
const ours = Object.values(compose.services).filter(({ image }) => image === 'salento-transfer')

test('containers start existing files, wait for existing services, and have only the rights that they need', () => {
  expect(Object.keys(compose.services)).toEqual([
    ...['postgres', 'migrate', 'api-1', 'api-2', 'worker-1', 'worker-2', 'proxy'],
  ])
  for (const { command = [], depends_on = {}, volumes = [] } of Object.values(compose.services)) {
    expect(command.filter((word) => /\.ts$/.test(word) && !isThere(word))).toEqual([])
    expect(Object.keys(depends_on).filter((name) => !(name in compose.services))).toEqual([])
    const mounted = volumes.map((one) => one.split(':')[0] ?? '')
    // The folders of the certificate may be missing, because the operator creates them.
    const missing = mounted.filter((from) =>
      from.startsWith('.') ? !isThere(from) : !(from in compose.volumes),
    )
    expect(missing.filter((from) => !['./deploy/tls', './deploy/acme'].includes(from))).toEqual([])
  }
  for (const service of ours) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
})

test('every variable that containers set is read by the product, and only the proxy is trusted', () => {
  const config = read('src/platform/config.ts')
  for (const { environment = {} } of ours)
    for (const name of Object.keys(environment)) expect([name, config.includes(name)]).toEqual([name, true])
  const { 'api-1': one, 'api-2': two, proxy } = compose.services
  expect(one?.environment?.TRUST_PROXY).toBe(proxy?.networks.inside?.ipv4_address)
  const servers = [...read('deploy/nginx/upstream-compose.conf').matchAll(/server ([\d.]+):3000/g)].map(
    ([, ip]) => ip,
  )
  expect(servers).toEqual([one, two].map((api) => api?.networks.inside?.ipv4_address))
})

test('no container can be given the fixed IP address of another one', () => {
  const [{ subnet, ip_range = subnet }] = compose.networks.inside.ipam.config
  const blockOf = (range: string) => {
    const [address = '', bits = ''] = range.split('/')
    const block = new net.BlockList()
    block.addSubnet(address, Number(bits))
    return block
  }
  const fixed = Object.values(compose.services).flatMap(({ networks }) => networks.inside?.ipv4_address ?? [])
  expect(fixed).toHaveLength(3)
  expect(fixed.filter((address) => !blockOf(subnet).check(address))).toEqual([])
  expect(fixed.filter((address) => blockOf(ip_range).check(address))).toEqual([])
})

test('the installation for Debian copies existing files and starts existing units', () => {
  const script = read('deploy/install.sh')
  const [, copied = ''] = script.match(/^cp -R (.*) \/opt\/salento\.new$/m) ?? []
  expect(copied.split(' ').length).toBeGreaterThan(5)
  expect(copied.split(' ').filter((name) => !isThere(name))).toEqual([])
  const [, units = ''] = script.match(/^units='(.*)'$/m) ?? []
  expect(units.split(' ').length).toBeGreaterThan(3)
  const file = (unit: string) => `deploy/systemd/${unit.replace(/@.*/, '@')}.service`
  expect(units.split(' ').filter((unit) => !isThere(file(unit)))).toEqual([])
  // The proxy forwards to exactly the ports of the units.
  const ports = [...read('deploy/nginx/upstream-host.conf').matchAll(/server 127\.0\.0\.1:(\d+)/g)].map(
    ([, port]) => `salento-api@${port}`,
  )
  expect(units.split(' ').filter((unit) => unit.startsWith('salento-api@'))).toEqual(ports)
  // The script installs the Node that the units start.
  for (const unit of globSync('deploy/systemd/*.service', { cwd: root }))
    expect([unit, /salento-node/.test(read(unit)), /\/usr\/bin\/node/.test(read(unit))]).toEqual([
      unit,
      true,
      false,
    ])
  expect(script).toContain(' /usr/local/bin/salento-node')
})

test('the image is built from existing files that its context includes', () => {
  const dockerfile = read('Dockerfile')
  const lines = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].map(([, words = '']) =>
    words.split(' ').slice(0, -1),
  )
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  expect(allowed.filter((name) => !isThere(name))).toEqual([])
  expect(lines.flat().filter((name) => name !== '.' && !allowed.includes(name))).toEqual([])
  const { optionalDependencies } = JSON.parse(read('scripts/onDemand/node24/package.json'))
  const [version] = new Set(Object.values(optionalDependencies))
  expect(dockerfile).toContain(`node:${version}-`)
  expect(read('.nvmrc').trim()).toBe(version)
  expect(dockerfile.trimEnd().split('\nFROM ').at(-1)).toContain('\nUSER node\n')
})

test('the proxy limits requests and connections of one IP address, with a 429 that states a time', () => {
  const site = read('deploy/nginx/site.conf')
  const [, ...servers] = site.split(/^server \{$/m)
  const tls = servers.find((server) => server.includes('listen 443')) ?? ''
  for (const kind of ['req', 'conn']) {
    const [, key, zone] = site.match(new RegExp(`^limit_${kind}_zone (\\S+) zone=(\\w+):`, 'm')) ?? []
    expect(key).toBe('$binary_remote_addr')
    expect(tls).toMatch(new RegExp(`^  limit_${kind} (zone=)?${zone}\\b`, 'm'))
    expect(tls).toContain(`limit_${kind}_status 429;`)
    // At a higher level the error log would contain the client's IP address.
    expect(tls).toContain(`limit_${kind}_log_level info;`)
  }
  expect(tls).toMatch(/error_page 429 @too_many;[\s\S]*location @too_many \{[^}]*Retry-After \d+ always/)
  // A location with its own limit would not inherit these limits.
  expect(tls.match(/^ {4}limit_/gm)).toBeNull()
})

test('the proxy’s log hides the keys in paths, in every language of the site', async () => {
  await using app = await startApp()
  const [, pattern = ''] =
    read('deploy/nginx/site.conf').match(/^map \$uri \$salento_path \{\n +~\*(\S+) \$1;/m) ?? []
  // The API finds pages without regard to the case of letters.
  const masked = new RegExp(pattern, 'i')
  const key = 'SAL-1234-signature'
  const pages = ['/richiesta/', '/recensione/'].flatMap((page) =>
    languages.map((code) => `${localPath(languageWith(code).t, page)}${key}/`),
  )
  const { body } = await app.get<{ paths: object }>('/api/openapi.json')
  const calls = Object.keys(body.paths).flatMap((path) =>
    path.includes('{token}') ? [path.replace('{token}', key)] : [],
  )
  expect(calls.length).toBeGreaterThan(6)
  expect(new Set(pages).size).toBe(2 * languages.length)
  for (const path of [...pages, ...calls])
    expect([path, path.match(masked)?.[1]]).toEqual([path, path.slice(0, path.indexOf(key))])
  for (const path of ['/Richiesta/', '/EN/Request/', '/API/requests/'])
    expect([path, `${path}${key}/`.match(masked)?.[1]]).toEqual([path, path])
  for (const path of ['/richieste/', '/en/reviews/', '/api/fares', '/en/requested/x/'])
    expect([path, masked.test(path)]).toEqual([path, false])
})

test('port 80 answers the name of SITE_URL, with and without www, and the aliases, and no other', () => {
  const namesOf = (env: Record<string, string>) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'salento-names-')), 'names.conf')
    execFileSync('sh', [path.join(root, 'deploy/nginx/names.sh'), file], { env: { ...process.env, ...env } })
    return [...readFileSync(file, 'utf8').matchAll(/^ {2}(\S+) 1;$/gm)].map(([, name]) => name)
  }
  const own = ['salento.example', 'www.salento.example']
  for (const SITE_URL of [
    'https://www.salento.example',
    'https://salento.example/',
    'https://salento.example:8443',
  ])
    expect(namesOf({ SITE_URL })).toEqual(own)
  expect(
    namesOf({ SITE_URL: 'https://salento.example', SITE_ALIASES: 'old.example www.old.example' }),
  ).toEqual([...own, 'old.example', 'www.old.example'])
  const [, plain = ''] = read('deploy/nginx/site.conf').split(/^server \{$/m)
  // In the server and not in one location, so that it holds for all of them.
  expect(plain).toMatch(/^ {2}if \(\$salento_is_own = 0\) \{\n {4}return 444;\n {2}\}$/m)
  expect(compose.services.proxy?.volumes).toContainEqual(expect.stringContaining('/docker-entrypoint.d/'))
})

test('nginx keeps only what the API shares, with a limit on its age, and nothing of staff', () => {
  const site = read('deploy/nginx/site.conf')
  expect(site).toMatch(/listen 443 ssl http2/)
  expect(site).toMatch(/map \$upstream_http_cache_control \$salento_unshared \{\s+default 1;\s+~s-maxage= 0;/)
  expect(site).toMatch(/map \$http_cookie \$salento_staff \{[^}]*~salento_session= 1;/)
  expect(site).toContain('proxy_no_cache $salento_staff $http_authorization $salento_unshared;')
  expect(site).toContain('proxy_cache_bypass $salento_staff $http_authorization;')
  // `updating` would allow old copies without a limit, and `http_503` would hide the page of a site in maintenance.
  expect(site.match(/proxy_cache_use_stale ([^;]*);/)?.[1]).toBe('error timeout http_500 http_502 http_504')
})

test('units start existing files', () => {
  const units = globSync('deploy/systemd/*.service', { cwd: root })
  expect(units).toHaveLength(4)
  for (const unit of units) {
    const files = [...read(unit).matchAll(/(?:src|scripts)\/[\w/]+\.ts/g)].map(([file]) => file)
    expect(files.length, unit).toBeGreaterThan(0)
    expect(files.filter((file) => !isThere(file))).toEqual([])
  }
})

test('every metric of an alert exists, and the manual lists every metric of ours and every alert', async () => {
  await using app = await startApp()
  await app.get('/')
  const { text } = await app.get('/metrics')
  const measured = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].map(([, name = '', type = '']) => ({
    name,
    type,
  }))
  const known = measured.flatMap(({ name, type }) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  )
  const { groups } = parse(read('deploy/alerts.yml')) as {
    groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(10)
  const words =
    /\b(?:absent|sum|max|min|by|and|or|rate|increase|histogram_quantile|le|status|job|salento|up|condition|m|h)\b/g
  for (const { alert, expr } of rules) {
    const names =
      expr
        .replaceAll(/"[^"]*"|\[[^\]]*\]/g, '')
        .replaceAll(words, '')
        .match(/[a-z_]\w+/g) ?? []
    expect([alert, names.filter((name) => !known.includes(name))]).toEqual([alert, []])
  }
  const manual = read('docs/operations.md')
  const own = measured.map(({ name }) => name).filter((name) => !/^(nodejs|process)_/.test(name))
  expect(own.filter((name) => !manual.includes(`| \`${name}\``))).toEqual([])
  expect(rules.map(({ alert }) => alert).filter((name) => !new RegExp(`\\b${name}\\b`).test(manual))).toEqual(
    [],
  )
})
