import { createTransport } from 'nodemailer'
import { type Context, perContext } from '../../../kernel/context.ts'
import { addressesOf, ConfigurationProblem, isDeclared, trustIn } from '../mailServer.ts'

/** The decrypted password is never stored or logged. */
export interface SmtpConfiguration {
  id: number
  /** Changes with every save of the configuration, so that the next mail opens a new connection. */
  version: string
  host: string
  port: number
  username: string | null
  password: string | null
}

/** Ports of mail servers. With other ports, staff could scan a network through the form's test. */
const mailPorts = new Set([25, 465, 587, 2525])

type Transport = ReturnType<typeof connect>

interface Transports {
  current: { key: string; address: string; transport: Transport } | null
  retired: Set<Transport>
}

const transportsOf = perContext((): Transports => ({ current: null, retired: new Set() }))
const retireMs = 120_000

/**
 * Returns the transport that all mails share; it has one connection. In production it connects to an IP address that
 * `addressesOf` has checked, so that a changed DNS record cannot lead into the private network.
 */
export async function transportOf(context: Context, configuration: SmtpConfiguration): Promise<Transport> {
  const { id, version, host } = configuration
  const addresses = await addressesOf(context, host)
  const transports = transportsOf(context)
  const { current } = transports
  const key = `${id}:${version}`
  if (current?.key === key && addresses.includes(current.address)) return current.transport
  retireTransport(context)
  // A random IP address lets a retry avoid a server that is down.
  const address = addresses[Math.floor(Math.random() * addresses.length)] ?? host
  const transport = connect(context, configuration, address)
  transports.current = { key, address, transport }
  return transport
}

/** Returns a transport for a test. The transport logs in if there is a user name. The caller closes the transport. */
export async function tryTransport(context: Context, configuration: SmtpConfiguration): Promise<Transport> {
  const { host, port } = configuration
  if (context.site.isProduction && !mailPorts.has(port) && !isDeclared(context, host, host))
    throw new ConfigurationProblem('Porta non ammessa: usa 587, 465, 2525 o 25.')
  const [address = host] = await addressesOf(context, host)
  // Without `forceAuth`, a server that requires no log-in would pass the test with any password.
  return connect(context, configuration, address, { forceAuth: configuration.username !== null })
}

/** Makes the next mail use a new connection. The old connection closes later, as mails may be queued on it. */
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

/** At shutdown closes idle connections at once, and busy connections after their mail. */
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
  const { isLoopback, needsTls, name, tls } = trustIn(context, host, address)
  return createTransport({
    pool: true,
    maxConnections: 1,
    // A mail on a broken connection must fail, so that the failure is recorded on its row.
    maxRequeues: 0,
    idleTimeout: 30_000,
    host: address,
    port,
    secure: port === 465,
    requireTLS: port !== 465 && needsTls,
    ...(isLoopback && port !== 465 ? { ignoreTLS: true } : {}),
    ...name,
    tls,
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
