import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { type Context, perContext } from '../../../kernel/context.ts'
import { addressesOf, ConfigurationProblem, isDeclared } from '../mailServer.ts'

/** The decrypted password is never stored or logged. */
export interface SmtpConfiguration {
  id: number
  /** Version of the configuration. It changes with every save, so that the next mail uses a new connection. */
  version: string
  host: string
  port: number
  username: string | null
  password: string | null
}

/** Ports of mail servers. Production refuses others, because the form could be used to scan ports. */
const mailPorts = new Set([25, 465, 587, 2525])

type Transport = ReturnType<typeof connect>

interface Transports {
  current: { key: string; address: string; transport: Transport } | null
  retired: Set<Transport>
}

const transportsOf = perContext((): Transports => ({ current: null, retired: new Set() }))
const retireMs = 120_000

/**
 * Pools one connection per version of the configuration. Production connects to the IP address that was checked, so
 * that a changed DNS record cannot lead into the private network.
 */
export async function transportOf(context: Context, configuration: SmtpConfiguration): Promise<Transport> {
  const { id, version, host } = configuration
  const addresses = await addressesOf(context, host)
  const transports = transportsOf(context)
  const { current } = transports
  const key = `${id}:${version}`
  if (current?.key === key && addresses.includes(current.address)) return current.transport
  retireTransport(context)
  // The IP address is random, so that a retry may avoid a server that is down.
  const address = addresses[Math.floor(Math.random() * addresses.length)] ?? host
  const transport = connect(context, configuration, address)
  transports.current = { key, address, transport }
  return transport
}

/** Opens a separate connection for a test, which logs in if there is a user name. The caller closes it. */
export async function tryTransport(context: Context, configuration: SmtpConfiguration): Promise<Transport> {
  const { host, port } = configuration
  if (context.site.isProduction && !mailPorts.has(port) && !isDeclared(context, host, host))
    throw new ConfigurationProblem('Porta non ammessa: usa 587, 465, 2525 o 25.')
  const [address = host] = await addressesOf(context, host)
  // A server that requires no log-in would otherwise pass the test with any password.
  return connect(context, configuration, address, { forceAuth: configuration.username !== null })
}

/** Makes the next mail open a new connection. Closing the old connection now would fail the mails queued on it. */
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

/** Closes idle connections immediately at shutdown, and the others after their mail. */
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
  const { smtpTimeoutMs } = context.providers
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host)
  // The operator vouches for a declared server, whose certificate is often not publicly trusted.
  const isOwn = isDeclared(context, host, address)
  return createTransport({
    pool: true,
    maxConnections: 1,
    // A mail on a broken connection must fail, so that its row records the failure.
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
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
    dnsTimeout: smtpTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
