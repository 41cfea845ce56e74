import type { App } from './app.ts'
import { given } from './given.ts'
import { drainAll } from './mailbox.ts'

/** Creates a request that staff have answered by mail. `sentId` and `providerId` are the ids of this mail. */
export async function answeredLead(app: App, staff: Record<string, string>, email: string) {
  const { id, code } = await given.lead(app, 'contact', { email })
  const path = `/api/admin/leads/contact/${id}`
  const mail = { via: 'email', subject: 'La tua richiesta', text: 'Costa 40 euro.' }
  const { status, body } = await app.post(`${path}/answer`, mail, staff)
  if (status !== 200) throw new Error(`the answer is answered ${status}`)
  await app.sql`update lead_messages set send_at = now() - interval '1 second' where id = ${body.messageId}`
  await drainAll(app)
  const [sent] = await app.sql<[{ sentId: string; providerId: string }]>`
    select message_id as sent_id, provider_id from email_messages where lead_message_id = ${body.messageId}`
  const replies = async () =>
    (await app.get(`/api/admin/inbound-mails?leadKind=contact&leadId=${id}&sort=createdAt`, staff)).body.items
  return {
    id,
    code,
    email,
    ...sent,
    replies,
    read: async () => (await app.get(path, staff)).body,
    texts: async (): Promise<string[]> => (await replies()).map(({ text }: { text: string }) => text),
    notes: async (): Promise<string[][]> => (await replies()).map(({ notes }: { notes: string[] }) => notes),
  }
}

let count = 0

/** Returns the source of a mail with a new Message-ID and a new date. A header whose value is null is left out. */
export function mailSource(headers: Record<string, string | null>, body: string): string {
  count += 1
  const all: Record<string, string | null> = {
    'Message-ID': `<${count}@mail.example>`,
    From: 'Ugo Bianchi <ugo@mail.example>',
    To: 'ufficio@salento.example',
    Date: `Sun, 29 Nov 2026 16:00:${String(count % 60).padStart(2, '0')} +0100`,
    Subject: 'Re: La tua richiesta',
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return `${lines.join('\n')}\n\n${body}\n`
}
