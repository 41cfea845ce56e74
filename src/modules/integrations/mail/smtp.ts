import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { type Context, perContext } from '../../../kernel/context.ts'
import { isPrivateAddress } from '../../../platform/privateAddress.ts'

/** What sending needs of the active configuration, with the password in the clear: never stored, never logged. */
export interface SmtpConfiguration {
  id: number
  /** Changes with every save, and so does the connection. */
  version: string
  host: string
  port: number
  username: string | null
  password: string | null
}

/** The configuration cannot work as it stands: trying again soon is useless, staff have to act. */
export class ConfigurationProblem extends Error {}

export const privateHostMessage = 'Il server SMTP configurato ha un indirizzo di rete privata: non è ammesso.'

const timeoutMs = 10_000

/** What mail servers listen on; anything else in production would be a look around the network. */
const mailPorts = new Set([25, 465, 587, 2525])

type Transport = ReturnType<typeof connect>

interface Transports {
  current: { key: string; address: string; transport: Transport } | null
  retired: Set<Transport>
}

const transportsOf = perContext((): Transports => ({ current: null, retired: new Set() }))
const retireMs = 120_000

/**
 * The pooled connection of this version of the configuration. In production the host is resolved here and the
 * address pinned, so that a name cannot lead into the private network.
 */
export async function transportOf(context: Context, configuration: SmtpConfiguration): Promise<Transport> {
  const { id, version, host } = configuration
  const addresses = await addressesOf(context, host)
  const transports = transportsOf(context)
  const { current } = transports
  const key = `${id}:${version}`
  if (current?.key === key && addresses.includes(current.address)) return current.transport
  retireTransport(context)
  // Any of them: when one is down, the next try may take another.
  const address = addresses[Math.floor(Math.random() * addresses.length)] ?? host
  const transport = connect(context, configuration, address)
  transports.current = { key, address, transport }
  return transport
}

/** A connection of its own that really logs in, for trying a configuration out. Close it. */
export async function tryTransport(context: Context, configuration: SmtpConfiguration): Promise<Transport> {
  const { host, port } = configuration
  if (context.site.isProduction && !mailPorts.has(port) && !isDeclared(context, host, host))
    throw new ConfigurationProblem('Porta non ammessa: usa 587, 465, 2525 o 25.')
  const [address = host] = await addressesOf(context, host)
  // A server that offers no log-in would otherwise pass with any password.
  return connect(context, configuration, address, { forceAuth: configuration.username !== null })
}

/** Whether a mail server may be stored: false for one of the private network that nobody declared. */
export async function isUsableHost(context: Context, host: string): Promise<boolean> {
  try {
    await addressesOf(context, host)
    return true
  } catch (error) {
    // A name that cannot be resolved now may be resolved later.
    return !(error instanceof ConfigurationProblem)
  }
}

/** The next mail gets a new connection. Closing at once would fail the mails that wait in this one's queue. */
export function retireTransport(context: Context): void {
  const transports = transportsOf(context)
  const { current, retired } = transports
  if (!current) return
  const { transport } = current
  transports.current = null
  retired.add(transport)
  setTimeout(() => {
    transport.close()
    retired.delete(transport)
  }, retireMs).unref()
}

/** For the end of the process: idle connections close at once, busy ones after the mail they carry. */
export function closeMail(context: Context): void {
  retireTransport(context)
  const { retired } = transportsOf(context)
  for (const transport of retired) transport.close()
  retired.clear()
}

function connect(
  context: Context,
  { host, port, username, password }: SmtpConfiguration,
  address: string,
  { forceAuth = false } = {},
) {
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host)
  // The operator vouches for the way to a declared server, which often has no certificate that anybody else knows.
  const isOwn = isDeclared(context, host, address)
  return createTransport({
    pool: true,
    maxConnections: 1,
    // A mail whose connection broke comes back to us, so that its row says what happened.
    maxRequeues: 0,
    idleTimeout: 30_000,
    host: address,
    port,
    secure: port === 465,
    requireTLS: port !== 465 && !isLoopback && !isOwn,
    ...(isLoopback && port !== 465 ? { ignoreTLS: true } : {}),
    ...(isIP(host) ? {} : { servername: host }),
    tls: { ...(isIP(host) ? {} : { servername: host }), rejectUnauthorized: !isOwn },
    forceAuth,
    ...(username ? { auth: { user: username, pass: password ?? '' } } : {}),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/**
 * Where a host may be connected to. In production none of its addresses may belong to the private network, unless the
 * operator declared the host or the address.
 */
async function addressesOf(context: Context, host: string): Promise<string[]> {
  if (!context.site.isProduction) return [host]
  const found = isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address)
  if (found.some((address) => isPrivateAddress(address) && !isDeclared(context, host, address)))
    throw new ConfigurationProblem(privateHostMessage)
  const withIpv4 = found.filter((address) => isIP(address) === 4)
  return withIpv4.length > 0 ? withIpv4 : found
}

/** Whether the operator declared this server as one of their own network. */
function isDeclared({ providers }: Context, host: string, address: string): boolean {
  const { names, ranges } = providers.smtpPrivateHosts
  const family = isIP(address)
  return (
    names.has(host.toLowerCase()) || (family !== 0 && ranges.check(address, family === 6 ? 'ipv6' : 'ipv4'))
  )
}
