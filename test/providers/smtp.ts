import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

// Simulates a mail server, which can refuse recipients and messages, be slow, or break the connection.

export interface Received {
  /** Recipients of the envelope, which decide the delivery whatever the headers say. */
  to: string[]
  messageId: string
  subject: string
  text: string
  html: string
  replyTo: string[]
  headers: { key: string; value: string }[]
  attachments: { filename: string | null; mimeType: string; content: string }[]
}

interface Options {
  port?: number
  /** Password of the server; if omitted, no log-in is required. */
  password?: string
  /** True if the server offers no log-in. */
  withoutLogIn?: boolean
  /** `starttls` accepts no mail before the connection is encrypted; `implicit` encrypts from the first byte. */
  tls?: 'none' | 'starttls' | 'implicit'
}

interface Refusal {
  code: number
  text: string
}

const tlsOptions: Record<NonNullable<Options['tls']>, SMTPServerOptions> = {
  none: { disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
  starttls: { allowInsecureAuth: false },
  implicit: { secure: true },
}

/** Starts a real SMTP server: `await using mailbox = await openMailbox()`. */
export async function openMailbox({ port = 0, password, tls = 'none', withoutLogIn = false }: Options = {}) {
  const mails: Received[] = []
  const switches = {
    /** Recipients refused with 550. */
    refused: new Set<string>(),
    /** Recipients refused with 451. */
    deferred: new Set<string>(),
    /** Recipients without any response. */
    hanging: new Set<string>(),
    atConnect: [] as Refusal[],
    atSender: [] as Refusal[],
    /** Returns the refusal of a recipient; null to accept. */
    atRecipient: (_address: string): Refusal | null => null,
    atData: [] as Refusal[],
    /** If true, the server accepts each mail but breaks the connection before confirming it. */
    isDropping: false,
    slowMs: 0,
  }
  const refuse = (refusal: Refusal | undefined) =>
    refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null
  const server = new SMTPServer({
    ...tlsOptions[tls],
    authOptional: password === undefined,
    ...(withoutLogIn ? { disabledCommands: ['STARTTLS', 'AUTH'] } : {}),
    logger: false,
    onAuth({ password: given }, _, done) {
      if (given === password || password === undefined) done(null, { user: 'salento' })
      else done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
    onConnect(_, done) {
      done(refuse(switches.atConnect.shift()))
    },
    onMailFrom(_, session, done) {
      if (tls === 'starttls' && !session.secure)
        return done(refuse({ code: 530, text: '5.7.0 Must issue a STARTTLS command first' }))
      done(refuse(switches.atSender.shift()))
    },
    onRcptTo({ address }, _, done) {
      if (switches.hanging.has(address)) return
      if (switches.refused.has(address)) return done(refuse({ code: 550, text: '5.1.1 No such user' }))
      if (switches.deferred.has(address)) return done(refuse({ code: 451, text: '4.2.1 Try later' }))
      done(refuse(switches.atRecipient(address) ?? undefined))
    },
    onData(stream, session, done) {
      const receive = async () => {
        const raw = await text(stream)
        const refusal = refuse(switches.atData.shift())
        if (refusal) return done(refusal)
        const mail = await PostalMime.parse(raw)
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          messageId: mail.messageId ?? '',
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          html: mail.html ?? '',
          replyTo: mail.replyTo?.map(({ address }) => address ?? '') ?? [],
          headers: mail.headers,
          attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
            filename,
            mimeType,
            content:
              typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8'),
          })),
        })
        if (switches.isDropping) {
          breakConnections()
          return
        }
        await sleep(switches.slowMs)
        done()
      }
      // `receive` throws if a client is killed in the middle of a mail. Such a mail was not sent and is not recorded.
      receive().catch(() => {})
    },
  })
  server.on('error', () => {})
  function breakConnections(): void {
    for (const connection of server.connections as Set<{ close(): void }>) connection.close()
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    mails,
    port: (server.server.address() as AddressInfo).port,
    switches,
    to: (address: string) => mails.filter(({ to }) => to.includes(address)),
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      // Open connections would keep the server running.
      breakConnections()
      await closed
    },
  }
}
