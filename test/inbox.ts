import { readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, expect } from 'vitest'
import type { InboundMail } from '../src/modules/integrations/mail/inbound.contract.ts'
import type { App } from './app.ts'
import { given } from './given.ts'
import { configureMail, makeJobsDue, openMailbox } from './mailbox.ts'
import { openImap } from './providers/imap.ts'

const password = 'libeccio-77'
export const customer = 'cliente@cliente.example'

/** Opens a mailbox from which the app reads replies, for the tests of the calling file. The app sends mails by SMTP. */
export async function openInbox(app: App, { ownServer = '' } = {}) {
  const [smtp, imap] = [await openMailbox(), await openImap({ password })]
  afterAll(() => Promise.all([smtp[Symbol.asyncDispose](), imap[Symbol.asyncDispose]()]))
  const { inboundAddress } = await configureMail(app, smtp)
  const boss = await app.logIn({ isSuperAdmin: true })
  const staff = await app.logIn({ role: 'operatore' })
  const form = { host: '127.0.0.1', port: imap.port, username: 'ufficio', password, isActive: true }
  const saved = await app.send(
    'PUT',
    '/api/admin/reply-mailbox',
    { ...form, ownServer, updatedAt: null },
    boss,
  )
  expect(saved.status).toBe(200)

  async function drained(): Promise<void> {
    await app.drain()
    await makeJobsDue(app)
    await app.drain()
  }

  const list = async (filter: string): Promise<InboundMail[]> =>
    (await app.get(`/api/admin/inbound-mails?sort=createdAt&limit=100&${filter}`, staff)).body.items

  /** Sends a lead from `email` and answers it by a mail. */
  async function answeredLead(email = customer) {
    // The same form twice would be one lead.
    const { id, code } = await given.lead(app, 'contact', { email, message: `Domanda ${++count}` })
    const address = `/api/admin/leads/contact/${id}`
    const answer = { via: 'email', subject: 'La tua richiesta', text: 'Costa 40 euro.' }
    const { messageId } = (await app.post(`${address}/answer`, answer, staff)).body
    await app.sql`update lead_messages set send_at = now() - interval '1 second' where id = ${messageId}`
    await drained()
    const [sent] = await app.sql<[{ id: number; messageId: string }]>`
      select id, message_id from email_messages where lead_message_id = ${messageId}`
    return {
      id,
      code,
      sentId: sent.messageId,
      mailId: sent.id,
      read: async () => (await app.get(address, staff)).body,
      received: () => list(`leadKind=contact&leadId=${id}`),
      answer: async () => {
        const mails = `/api/admin/email-messages?leadKind=contact&leadId=${id}&limit=100`
        const { items } = (await app.get(mails, staff)).body
        return items.find(({ id }: { id: number }) => id === sent.id)
      },
    }
  }

  return {
    imap,
    smtp,
    boss,
    staff,
    drained,
    answeredLead,
    list,
    webhook: new URL(inboundAddress).pathname,
    /** Delivers mails into the mailbox and reads them. */
    async deliver(...mails: (string | Buffer)[]): Promise<void> {
      for (const mail of mails) imap.deliver(mail)
      await app.sweep('readReplies')
      await drained()
    },
    /** Delivers mails by Brevo. */
    async deliverByBrevo(...mails: (string | Buffer)[]): Promise<void> {
      const items = await Promise.all(mails.map(brevoItem))
      expect((await app.post(new URL(inboundAddress).pathname, { items })).status).toBe(200)
      await drained()
    },
  }
}

let count = 0

/** Returns a mail of the customer with a new Message-ID. A header whose value is null is left out. */
export function mailOf(headers: Record<string, string | null>, body = 'Va bene, grazie.'): string {
  count += 1
  const all: Record<string, string | null> = {
    'Message-ID': `<${count}.${process.pid}@cliente.example>`,
    From: `Cliente Prova <${customer}>`,
    To: 'info@prova.example',
    Date: 'Sun, 29 Nov 2026 16:00:00 +0100',
    Subject: 'Re: La tua richiesta',
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return `${lines.join('\n')}\n\n${body}\n`
}

/** Returns a mail of `test/fixtures/received` that answers the lead, with a new Message-ID. */
export function storedMail(name: string, { code, sentId }: { code: string; sentId: string }): string {
  count += 1
  return readFileSync(path.join(import.meta.dirname, 'fixtures', 'received', `${name}.eml`), 'utf8')
    .replace(/^Message-ID: <.*@/m, `Message-ID: <${name}.${count}@`)
    .replaceAll('{{CODE}}', code)
    .replaceAll('{{SENT_MESSAGE_ID}}', sentId)
}

/** Returns a mail as Brevo's inbound webhook describes it. */
async function brevoItem(source: string | Buffer) {
  const mail = await PostalMime.parse(source)
  const addressOf = (one: typeof mail.from) => one && { Name: one.name, Address: one.address ?? '' }
  const headers = Map.groupBy(mail.headers, ({ originalKey }) => originalKey)
  return {
    MessageId: mail.messageId,
    InReplyTo: mail.inReplyTo ?? null,
    From: addressOf(mail.from),
    ReplyTo: addressOf(mail.replyTo?.[0]) ?? null,
    SentAtDate: mail.date,
    Subject: mail.subject,
    RawTextBody: mail.text ?? '',
    RawHtmlBody: mail.html ?? '',
    Attachments: mail.attachments.map(({ filename, mimeType, method, contentId, content }, place) => ({
      Name: filename,
      ContentType: method ? `${mimeType}; method=${method}` : mimeType,
      ContentLength: (content as ArrayBuffer).byteLength,
      ContentID: contentId ?? null,
      DownloadToken: `${mail.messageId} ${place}`,
    })),
    Headers: Object.fromEntries(
      [...headers].map(([name, values]) => [
        name,
        values.length > 1 ? values.map(({ value }) => value) : values[0]?.value,
      ]),
    ),
  }
}
