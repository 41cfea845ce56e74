import { setTimeout as sleep } from 'node:timers/promises'
import { openImap } from '../providers/imap.ts'
import { leadToMail } from './load.ts'
import { sendContact } from './outages.ts'
import type { System } from './system.ts'
import { addressOf, call, counts, percentile } from './traffic.ts'

const password = 'libeccio-77'
const endless = '<b>'.repeat(300_000)

/** Bodies that took minutes or all memory of a process, and honest ones between them. */
const bodies: [name: string, headers: string, body: string][] = [
  ['tags without an end', 'Content-Type: text/html', '<br'.repeat(130_000)],
  ['open tags', 'Content-Type: text/html', endless],
  ['tables in tables', 'Content-Type: text/html', '<table><tr><td>'.repeat(60_000)],
  ['parts in parts', 'Content-Type: multipart/mixed; boundary=5000', partsIn(5_000)],
  ['many parts', 'Content-Type: multipart/mixed; boundary=x', '--x\n\n\n'.repeat(300_000)],
  ['a long header', `X-Long: ${'a '.repeat(400_000)}`, 'Ciao'],
  ['a long encoded subject', `Subject: ${'=?utf-8?q?=20?= '.repeat(60_000)}`, 'Ciao'],
  ['many addresses', `Cc: ${'a <a@b.example>, '.repeat(60_000)}`, 'Ciao'],
]

function partsIn(depth: number): string {
  const starts = Array.from({ length: depth }, (_, index) => {
    const boundary = depth - index
    return `--${boundary}\nContent-Type: multipart/mixed; boundary=${boundary - 1}\n\n`
  })
  return starts.join('')
}

/**
 * Mails with hostile bodies arrive in the mailbox and by Brevo, while visitors send leads. Returns how fast the mails of
 * the leads and the responses were, which honest mails were stored and which hostile ones staff can see.
 */
export async function mailBomb(
  system: System,
  cookie: string,
  { rounds, rate, leads }: { rounds: number; rate: number; leads: number },
) {
  const [origin = ''] = system.origins
  const admin = (method: string, path: string, body: object = {}) =>
    call(origin, method, `/api/admin/${path}`, method === 'GET' ? undefined : body, { cookie })
  const imap = await openImap({ password })
  const form = { host: '127.0.0.1', port: imap.port, username: 'ufficio', password, isActive: true }
  const saved = await admin('PUT', 'reply-mailbox', { ...form, updatedAt: null })
  if (saved.status !== 200) throw new Error(`the mailbox is answered ${saved.status}`)
  // Only mails of people who wrote before are stored.
  await sendContact(origin, 'Anna')
  let isOver = false
  const waits: number[] = []
  const statuses: number[] = []
  const looking = (async () => {
    while (!isOver) {
      // Each read represents one of many visitors.
      const from = { 'x-forwarded-for': addressOf(1_000_000 + waits.length) }
      const { ms, status } = await call(origin, 'GET', '/api/company-settings', undefined, from)
      waits.push(ms)
      statuses.push(status)
      await sleep(50)
    }
  })()
  const mailing = leadToMail(system, cookie, { rate, leads })
  for (let round = 0; round < rounds; round += 1)
    for (const [index, [name, headers, body]] of bodies.entries()) {
      const id = `${round}-${index}`
      imap.deliver(
        `Message-ID: <${id}@bomb.example>\nFrom: Bruno <anna@example.com>\nSubject: ${name}\n${headers}\n\n${body}`,
      )
      imap.deliver(
        `Message-ID: <${id}@good.example>\nFrom: Anna <anna@example.com>\nSubject: onesta ${id}\n\nVa bene`,
      )
    }
  const delivered = await deliverByBrevo(system, cookie, rounds)
  // Two by Brevo in each round.
  const good = rounds * (bodies.length + 2)
  const count = async () => {
    const [row] = await system.sql<[{ stored: number; waiting: number; named: number }]>`
      select (select count(*)::int from inbound_mails where subject like 'onesta %') as stored,
        (select count(*)::int from mailbox_tries) as waiting,
        (select count(*)::int from unreadable_mails) as named`
    return row
  }
  // The worker reads the mailbox every minute; staff may start it at once.
  for (let tries = 0; tries < 90; tries += 1) {
    await admin('POST', 'periodic-tasks/readReplies/run')
    const { stored, waiting } = await count()
    if (stored === good && waiting === 0) break
    await sleep(2_000)
  }
  const mails = await mailing
  isOver = true
  await looking
  await imap[Symbol.asyncDispose]()
  const deaths = [...system.api, ...system.worker].flatMap((one) => one.deaths())
  return {
    delivered,
    good,
    ...(await count()),
    mails,
    deaths,
    responses: {
      count: waits.length,
      medianMs: percentile(waits, 0.5),
      p95Ms: percentile(waits, 0.95),
      slowestMs: Math.max(...waits),
      statuses: counts(statuses),
    },
  }
}

/** Returns the statuses of Brevo's deliveries. */
async function deliverByBrevo(system: System, cookie: string, rounds: number): Promise<number[]> {
  const [origin = ''] = system.origins
  const listed = async () => {
    const { body } = await call(origin, 'GET', '/api/admin/email-configurations', undefined, { cookie })
    const { items } = body as { items?: { inboundAddress: string }[] }
    return items?.[0]?.inboundAddress
  }
  let address = await listed()
  for (; !address; address = await listed()) await sleep(100)
  const path = new URL(address).pathname
  const item = (id: string, RawHtmlBody: string) => ({
    MessageId: `<${id}@brevo.example>`,
    Subject: `onesta Brevo ${id}`,
    RawHtmlBody,
    From: { Name: 'Anna', Address: 'anna@example.com' },
    Headers: { References: ['a'.repeat(100_000)] },
  })
  const statuses: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const items = [item(`${round}a`, endless), item(`${round}b`, '<p>Va bene</p>')]
    statuses.push((await call(origin, 'POST', path, { items })).status)
  }
  return statuses
}
