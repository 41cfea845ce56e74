import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Caller } from '../src/message.ts'
import { handlers } from '../src/modules/index.ts'
import { run } from '../src/run.ts'
import type { App } from './app.ts'

export interface Received {
  /** The envelope: where the mail really goes, whatever its headers say. */
  to: string[]
  messageId: string
  subject: string
  text: string
  html: string
  replyTo: string[]
  headers: { key: string; value: string }[]
  attachments: { filename: string | null; mimeType: string; content: string }[]
}

/** A real SMTP server on loopback: `await using mailbox = await openMailbox()`. */
export async function openMailbox({ password }: { password?: string } = {}) {
  const mails: Received[] = []
  const switches = {
    /** Recipients answered with 550. */
    refused: new Set<string>(),
    /** Recipients answered with 451. */
    deferred: new Set<string>(),
    /** Takes the mail and breaks the connection before it says so. */
    isDropping: false,
    slowMs: 0,
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: password === undefined,
    allowInsecureAuth: true,
    logger: false,
    onAuth({ password: given }, _, done) {
      if (given === password || password === undefined) done(null, { user: 'salento' })
      else done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
    onRcptTo({ address }, _, done) {
      if (switches.refused.has(address))
        return done(Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }))
      if (switches.deferred.has(address))
        return done(Object.assign(new Error('4.2.1 Try later'), { responseCode: 451 }))
      done()
    },
    onData(stream, session, done) {
      const receive = async () => {
        const raw = await text(stream)
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
        setTimeout(done, switches.slowMs)
      }
      // A client that was killed in the middle of a mail has not sent it.
      receive().catch(() => {})
    },
  })
  server.on('error', () => {})
  function breakConnections(): void {
    for (const connection of server.connections as Set<{ close(): void }>) connection.close()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    mails,
    port: (server.server.address() as AddressInfo).port,
    switches,
    /** The mails that went to one address. */
    to: (address: string) => mails.filter(({ to }) => to.includes(address)),
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      // Kept connections would hold it open for as long as the client likes.
      breakConnections()
      await closed
    },
  }
}

export const superAdmin: Caller = {
  name: 'titolare',
  address: null,
  admin: { id: 1, isSuperAdmin: true },
  idempotencyKey: null,
}

/** Sends a message through the one door, as staff. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a reply by its assertions
export async function asStaff(app: App, http: string, input: object = {}): Promise<any> {
  const handler = handlers.find(({ message }) => message.http === http)
  if (!handler) throw new Error(`no handler for ${http}`)
  return run(app.power, handler, input, superAdmin)
}

/** Where the office's mails go in these tests, and what sends them. */
export async function configureMail(app: App, { port }: { port: number }, form: object = {}) {
  return asStaff(app, 'POST /api/admin/email-configurations', {
    isActive: true,
    smtpHost: '127.0.0.1',
    smtpPort: port,
    fromEmail: 'sito@salento.example',
    fromName: 'Salento Transfer',
    ...form,
  })
}

export const office = ['uno@office.example', 'due@office.example']

export async function configureOffice(app: App): Promise<void> {
  await asStaff(app, 'PUT /api/admin/company-settings', {
    companyName: 'Salento Transfer',
    vatNumber: '01234567890',
    phone: '+39 0832 123456',
    email: 'info@salento.example',
    leadsEmail: office.join(', '),
  })
}

/** As if the time of every waiting job had come. */
export async function makeJobsDue(app: App): Promise<void> {
  await app.sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs
    where run_at > now() and locked_at is null`
}
