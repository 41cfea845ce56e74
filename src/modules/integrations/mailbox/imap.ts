import { ImapFlow } from 'imapflow'
import type { Context } from '../../../kernel/context.ts'
import { NoChild } from '../../../platform/apart.ts'
import { addressesOf, ConfigurationProblem, isDeclared, trustIn } from '../mailServer.ts'

/** The decrypted password is never stored or logged. */
export interface MailboxAccess {
  host: string
  port: number
  username: string
  password: string
}

const secure = 993
/** Ports of IMAP. With other ports, staff could scan a network through the form. */
const ports = new Set([143, secure])

/** Opens the inbox read-only, runs `work`, and logs out. */
export async function withInbox<Result>(
  context: Context,
  access: MailboxAccess,
  work: (inbox: ImapFlow) => Promise<Result>,
): Promise<Result> {
  const client = await clientOf(context, access)
  // Without a listener an error would end the process. The error is not lost: the running command fails as well.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.mailboxOpen('INBOX', { readOnly: true })
    return await work(client)
  } finally {
    await client.logout().catch(() => client.close())
  }
}

async function clientOf(
  context: Context,
  { host, port, username, password }: MailboxAccess,
): Promise<ImapFlow> {
  if (context.site.isProduction && !ports.has(port) && !isDeclared(context, host, host))
    throw new ConfigurationProblem('Porta non ammessa: usa 993 o 143.')
  // Connects to the IP address that `addressesOf` returned. In production, `addressesOf` has checked it.
  const [address = host] = await addressesOf(context, host)
  const { needsTls, name, tls } = trustIn(context, host, address)
  const { smtpTimeoutMs: timeout } = context.providers
  return new ImapFlow({
    host: address,
    port,
    auth: { user: username, pass: password },
    ...(port === secure ? { secure: true } : { secure: false, doSTARTTLS: needsTls }),
    ...name,
    tls,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableAutoIdle: true,
    logger: false,
  })
}

/** The server reports success, but sends nothing, as some servers do for a mail that they cannot read. */
export class NotSent extends Error {}

/** Returns why a connection or the reading of a mail failed, as a sentence for staff. */
export function mailboxProblem(error: unknown): string {
  if (error instanceof ConfigurationProblem) return error.message
  if (error instanceof NoChild) return 'Il processo che legge le email non parte: forse manca memoria.'
  if (error instanceof NotSent) return 'La casella elenca il messaggio, ma non lo consegna.'
  const { authenticationFailed, code, syscall, responseText } = error as {
    authenticationFailed?: boolean
    code?: string
    syscall?: string
    responseText?: string
  }
  if (authenticationFailed) return 'La casella non accetta nome utente o password.'
  if (syscall === 'getaddrinfo') return 'Il server della casella non si trova: controlla il nome.'
  if (responseText) return `La casella rifiuta: ${responseText.replace(/\s+/g, ' ').slice(0, 300)}`
  return `Il server della casella non risponde${code ? ` (${code})` : ''}: controlla server e porta.`
}
