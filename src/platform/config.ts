import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import path from 'node:path'
import { readDatabaseUrl } from './databaseUrl.ts'
import { codeOf } from './log.ts'
import { unpatchedPackages } from './patches.ts'

/** Error whose message names the variable and the reason in one line. */
export class ConfigError extends Error {}

export type Config = ReturnType<typeof readConfig>

type Env = Record<string, string | undefined>

/**
 * Generates a missing SECRET_KEY in DATA_DIR, except in production. Throws ConfigError for invalid values, and for a
 * package without its patch, with which a process would fail only when a connection breaks.
 */
export function readConfig(given: Env = process.env) {
  refuseUnpatched()
  const env = withoutBlanks(given)
  const mode = oneOf(env, 'NODE_ENV', ['development', 'production', 'test'], 'development')
  const isProduction = mode === 'production'
  const host = env.HOST ?? '127.0.0.1'
  const port = integer(env, 'PORT', 3000, 0, 65535)
  if (isProduction && !env.SITE_URL) throw new ConfigError('SITE_URL is required in production')
  const dataDir = path.resolve(env.DATA_DIR ?? '.data')
  const databaseUrl = databaseUrlOf(env, 'DATABASE_URL')
  return Object.freeze({
    isProduction,
    isDevelopment: mode === 'development',
    host,
    port,
    /** Number of API processes, which share the port. */
    apiProcesses: integer(env, 'API_PROCESSES', 1, 1, 64),
    siteUrl: origin(env, 'SITE_URL', `http://localhost:${port}`),
    databaseUrl,
    /** URL of PostgreSQL itself, if `databaseUrl` leads to a pooler. */
    databaseDirectUrl: databaseUrlOf(env, 'DATABASE_DIRECT_URL'),
    databaseReadUrl: databaseUrlOf(env, 'DATABASE_READ_URL'),
    dataDir,
    ...secretKeys(env, isProduction, dataDir),
    admin: { username: env.ADMIN_USERNAME ?? 'admin', password: env.ADMIN_PASSWORD ?? null },
    demoData: oneOf(env, 'DEMO_DATA', ['0', '1'], databaseUrl ? '0' : '1') === '1',
    logLevel: oneOf(env, 'LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    trustProxy: trustProxy(env),
    /** Queues whose jobs this worker process runs. */
    workerQueues: oneOf(env, 'WORKER_QUEUES', ['all', 'mail', 'texts'], 'all'),
    metricsToken: env.METRICS_TOKEN ?? null,
    /** URL of the edge cache's purge call; null without an edge cache. */
    edgePurgeUrl: edgePurgeUrl(env),
    /** Milliseconds after which a call without a result gets 503, unless its contract sets another deadline. */
    answerMs: integer(env, 'ANSWER_MS', 2_800, 1_000, 60_000),
    /** Keys used if `api_configurations` has no active key. */
    apiKeys: {
      'maps-places': env.GOOGLE_MAPS_API_KEY ?? null,
      // Pages contain this key, so it must be a separate key, restricted to the Embed API and this site.
      'maps-embed': env.GOOGLE_MAPS_EMBED_KEY ?? null,
      openai: env.OPENAI_API_KEY ?? null,
      anthropic: env.ANTHROPIC_API_KEY ?? null,
    },
    /** Base URLs of the external services. Tests and staging set the URLs of simulators. */
    providers: {
      googlePlaces: base(env, 'GOOGLE_PLACES_BASE_URL', 'https://places.googleapis.com'),
      googleRoutes: base(env, 'GOOGLE_ROUTES_BASE_URL', 'https://routes.googleapis.com'),
      brevo: base(env, 'BREVO_BASE_URL', 'https://api.brevo.com/v3'),
      openai: base(env, 'OPENAI_BASE_URL', 'https://api.openai.com/v1'),
      anthropic: base(env, 'ANTHROPIC_BASE_URL', 'https://api.anthropic.com'),
      indexNow: base(env, 'INDEXNOW_ENDPOINT', 'https://api.indexnow.org/indexnow'),
    },
    smtpPrivateHosts: smtpPrivateHosts(env),
    /** Timeout in milliseconds of each step with a mail server: name lookup, connection, greeting and each response. */
    smtpTimeoutMs: integer(env, 'SMTP_TIMEOUT_MS', 10_000, 100, 60_000),
    /** Milliseconds before the first retry of a generated text; later retries wait longer. */
    textRetryMs: integer(env, 'TEXT_RETRY_MS', 1_000, 10, 60_000),
    /** Models used unless staff have chosen others. */
    texts: {
      openaiModel: env.OPENAI_MODEL ?? 'gpt-6-luna',
      anthropicModel: env.ANTHROPIC_MODEL ?? 'claude-haiku-5-5',
    },
  })
}

function refuseUnpatched(): void {
  const [unpatched] = unpatchedPackages()
  if (unpatched)
    throw new ConfigError(
      `${unpatched} lacks its patch: run \`npm ci\` without --ignore-scripts, or \`npx patch-package\``,
    )
}

/** Returns the database URLs for a process that does not start PostgreSQL itself. Throws if DATABASE_URL is missing. */
export function databaseUrlsOf({ databaseUrl, databaseDirectUrl, databaseReadUrl }: Config) {
  if (!databaseUrl) throw new ConfigError('DATABASE_URL is required; `npm start` brings its own database')
  return { url: databaseUrl, directUrl: databaseDirectUrl, readUrl: databaseReadUrl }
}

/** Drops empty variables, because Compose, systemd and CI pass an unset variable as an empty variable. */
export function withoutBlanks(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, text]) => text?.trim()))
}

function list(env: Env, name: string): string[] {
  const elements = env[name]?.split(',') ?? []
  return elements.map((one) => one.trim()).filter((one) => one !== '')
}

/** The current key encrypts and signs; the earlier keys still decrypt and verify. */
function secretKeys(env: Env, isProduction: boolean, dataDir: string) {
  const previous = list(env, 'SECRET_KEY_PREVIOUS').map((text) => keyOf('SECRET_KEY_PREVIOUS', text))
  if (env.SECRET_KEY !== undefined)
    return {
      secretKey: keyOf('SECRET_KEY', env.SECRET_KEY),
      previousSecretKeys: previous,
      /** File with one generated key per line, the current key first; null if SECRET_KEY is set. */
      secretKeyFile: null,
    }
  if (isProduction) throw new ConfigError('SECRET_KEY is required in production (32 bytes in base64)')
  const file = path.join(dataDir, 'secret.key')
  const [present, ...older] = storedKeys(file)
  return {
    secretKey: keyOf(file, present),
    previousSecretKeys: [...older.map((text) => keyOf(file, text)), ...previous],
    secretKeyFile: file,
  }
}

function keyOf(name: string, text = ''): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) throw new ConfigError(`${name} must be 32 bytes in base64`)
  return key
}

function storedKeys(file: string): string[] {
  const dataDir = path.dirname(file)
  try {
    mkdirSync(dataDir, { recursive: true })
    // With `wx` only one of two simultaneous starts writes the file, and both read the same key.
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'EEXIST') throw new ConfigError(`DATA_DIR cannot be written: ${dataDir} (${code})`)
  }
  return readFileSync(file, 'utf8').trim().split(/\s+/)
}

/** Derives a key of 32 bytes with HKDF (RFC 5869). */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]
  if (text === undefined) return fallback
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  return value
}

function oneOf<T extends string>(env: Env, name: string, values: T[], fallback: T): T {
  const text = env[name]
  if (text === undefined) return fallback
  const value = values.find((one) => one === text)
  if (!value) throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${text}"`)
  return value
}

function databaseUrlOf(env: Env, name: string): string | null {
  const url = env[name] ?? null
  try {
    if (url !== null) readDatabaseUrl(url)
    return url
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}`)
  }
}

function webUrl(text: string): URL | null {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url : null
}

function origin(env: Env, name: string, fallback: string): string {
  const text = env[name] ?? fallback
  const url = webUrl(text)
  if (url?.pathname !== '/' || url.search || url.hash)
    throw new ConfigError(`${name} must be an origin such as https://www.example.it, not "${text}"`)
  return url.origin
}

/** Returns a URL without a final slash. */
function base(env: Env, name: string, fallback: string): string {
  const text = env[name] ?? fallback
  const url = webUrl(text)
  if (!url || url.search || url.hash)
    throw new ConfigError(`${name} must be an address such as ${fallback}, not "${text}"`)
  return url.href.replace(/\/+$/, '')
}

/** The URL's password is the token of the service, so the error message does not repeat the URL. */
function edgePurgeUrl(env: Env): URL | null {
  const text = env.EDGE_PURGE_URL
  if (text === undefined) return null
  const url = webUrl(text)
  if (!url)
    throw new ConfigError('EDGE_PURGE_URL must be an address such as https://:token@api.example.net/purge')
  return url
}

/** Parses the private mail servers that staff may enter in production: names, IP addresses or ranges. */
function smtpPrivateHosts(env: Env) {
  const names = new Set<string>()
  const ranges = new BlockList()
  for (const one of list(env, 'SMTP_PRIVATE_HOSTS'))
    if (/^(?=.*[a-z])[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(one)) names.add(one.toLowerCase())
    else addRange(ranges, 'SMTP_PRIVATE_HOSTS', 'host names, addresses or ranges', one)
  return { names, ranges }
}

function addRange(ranges: BlockList, name: string, kind: string, text: string): void {
  const [address = '', bits] = text.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  try {
    if (bits === undefined) ranges.addAddress(address, family)
    else ranges.addSubnet(address, /^[1-9]\d*$/.test(bits) ? Number(bits) : -1, family)
  } catch {
    throw new ConfigError(`${name} must be ${kind} separated by commas, not "${text}"`)
  }
}

/** IP ranges by the names that Fastify's `trustProxy` accepts. */
const namedRanges: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Uses Node's BlockList, because Fastify's own check takes ten times as long for each HTTP request. */
function trustProxy(env: Env): false | ((address: string | undefined) => boolean) {
  const proxies = list(env, 'TRUST_PROXY')
  if (proxies.length === 0) return false
  const trusted = new BlockList()
  for (const one of proxies)
    for (const range of namedRanges[one.toLowerCase()] ?? [one])
      addRange(trusted, 'TRUST_PROXY', 'addresses or ranges', range)
  // Nearly every HTTP request comes from the same proxy.
  let lastTrusted: string | undefined
  return (address = '') => {
    if (address === lastTrusted) return true
    // `address` may be any text, because it may come from the header X-Forwarded-For, which visitors can send too.
    const family = isIP(address)
    if (family === 0 || !trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')) return false
    lastTrusted = address
    return true
  }
}
