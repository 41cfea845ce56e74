import { readFileSync } from 'node:fs'

/** Parts of a database URL, for postgres.js and for pg, which the queue uses. */
export interface Server {
  /** Hosts in the order of the attempts. If a host is a folder, the port names the socket in this folder. */
  hosts: { host: string; port: number }[]
  user: string | undefined
  password: string | undefined
  database: string | undefined
  ssl: false | { rejectUnauthorized: boolean; ca?: string }
  /** Required kind of server, to choose among the hosts; null if any server suits. */
  role: 'primary' | 'standby' | null
  /** `options` of libpq, such as `-c search_path=site`. */
  options: string | undefined
}

const known = ['host', 'options', 'sslmode', 'sslrootcert', 'target_session_attrs']
const roles: Record<string, Server['role']> = {
  'read-write': 'primary',
  primary: 'primary',
  'read-only': 'standby',
  standby: 'standby',
}

/** Throws an error whose message continues the sentence "<variable> …" and never repeats a part of the password. */
export function readDatabaseUrl(text: string): Server {
  const found =
    /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^@/?#]*)(?:\/([^/?#]*))?(?:\?([^#]*))?$/.exec(text)?.slice(1) ??
    null
  if (!found) throw new Error('must be postgres://user:password@host:port/database')
  const [access = '', hostList = '', database = '', query = ''] = found
  const settings = new URLSearchParams(query)
  for (const name of settings.keys())
    if (!known.includes(name))
      throw new Error(`has the unknown parameter ${name}; known are ${known.join(', ')}`)
  const hosts = (hostList || settings.get('host') || 'localhost').split(',').map(hostOf)
  const colon = access.indexOf(':')
  return {
    hosts,
    user: decoded(colon < 0 ? access : access.slice(0, colon)),
    password: colon < 0 ? undefined : decoded(access.slice(colon + 1)),
    database: decoded(database),
    ssl: sslOf(settings),
    role: roleOf(settings.get('target_session_attrs'), hosts.length),
    options: settings.get('options') ?? undefined,
  }
}

function hostOf(text: string): Server['hosts'][number] {
  const [, name = '', port = '5432'] = /^(\[[\da-f:.]+\]|[^:[\]]*)(?::(\d+))?$/i.exec(text) ?? []
  if (!name) throw new Error('has an invalid host: write host or host:port')
  if (Number(port) < 1 || Number(port) > 65_535) throw new Error('has a port that does not exist')
  return { host: decoded(name.replace(/^\[|\]$/g, '')) ?? name, port: Number(port) }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text) || undefined
  } catch {
    throw new Error('has a % that encodes no character: write %25')
  }
}

/** As in libpq, `require` without `sslrootcert` encrypts the connection but does not check the certificate. */
function sslOf(settings: URLSearchParams): Server['ssl'] {
  const mode = settings.get('sslmode') ?? 'disable'
  if (!['disable', 'require', 'verify-full'].includes(mode))
    throw new Error(`has sslmode=${mode}; known are disable, require and verify-full`)
  const file = settings.get('sslrootcert')
  if (mode === 'disable') {
    if (file) throw new Error('has sslrootcert without sslmode=verify-full')
    return false
  }
  const isChecked = mode === 'verify-full' || file !== null
  if (!file || file === 'system') return { rejectUnauthorized: isChecked }
  try {
    return { rejectUnauthorized: isChecked, ca: readFileSync(file, 'utf8') }
  } catch {
    throw new Error(`has sslrootcert=${file}, which cannot be read`)
  }
}

function roleOf(wanted: string | null, hosts: number): Server['role'] {
  const role = wanted === null ? null : roles[wanted]
  if (role === undefined)
    throw new Error(`has target_session_attrs=${wanted}; known are read-write and read-only`)
  if (role === null && hosts > 1)
    throw new Error('has several hosts: add ?target_session_attrs=read-write, so that the primary is found')
  return role
}
