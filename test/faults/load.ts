import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMailbox } from '../providers/smtp.ts'
import { sendContact } from './outages.ts'
import type { System } from './system.ts'
import { configure, percentile, saveCompany, saveMailServer } from './traffic.ts'

/** Sends leads. Returns the ms until the mail to the office arrives, and the statuses of refused leads. */
export async function leadToMail(
  system: System,
  cookie: string,
  { rate, leads }: { rate: number; leads: number },
) {
  await using mailbox = await openMailbox()
  await configure(system, cookie, mailbox.port)
  const askedAt = new Map<string, number>()
  const took: number[] = []
  const look = () => {
    for (const { text, to } of mailbox.mails.splice(0)) {
      const [mark = ''] = /Lia \d+ lead/.exec(text) ?? []
      const asked = askedAt.get(mark)
      // Only the mail to the office counts, not the customer's.
      if (asked && to.includes('ufficio@salento.example')) took.push(performance.now() - asked)
    }
  }
  const looking = setInterval(look, 5)
  const refused: number[] = []
  const asking: Promise<unknown>[] = []
  for (let index = 0; index < leads; index++) {
    const mark = `Lia ${index} lead`
    askedAt.set(mark, performance.now())
    asking.push(
      sendContact(system.origins[index % system.origins.length] ?? '', mark).then(({ status }) => {
        if (status !== 201) refused.push(status)
      }),
    )
    await sleep(1000 / rate)
  }
  await Promise.all(asking)
  for (let tries = 0; took.length < leads && tries < 1_200; tries++) await sleep(50)
  clearInterval(looking)
  const at = (share: number) => Math.round(percentile(took, share))
  return { leads, rate, refused, mailed: took.length, medianMs: at(0.5), p95Ms: at(0.95), slowestMs: at(1) }
}

/** Returns how many waiting events the workers handle per second. */
export async function drainEvents({ sql, worker }: System, events: number) {
  await Promise.all(worker.map((one) => one.stop()))
  await sql`
    with told as (
      insert into outbox (type, payload)
      select 'leads:contactReceived', jsonb_build_object('leadId', 1000000000) from generate_series(1, ${events}) returning id)
    select count(*) from graphile_worker.add_jobs(array(
      select row('dispatch', json_build_object('eventId', id), null, null, null, null, null, null)::graphile_worker.job_spec
      from told))`
  const startedAt = performance.now()
  for (const one of worker) one.start()
  for (;;) {
    const [open] = await sql<[{ waiting: number }]>`
      select (select count(*) from outbox where dispatched_at is null)
        + (select count(*) from effects where state = 'planned') as waiting`
    if (open.waiting === 0) break
    await sleep(250)
  }
  const seconds = (performance.now() - startedAt) / 1000
  return { events, seconds: Math.round(seconds), perSecond: Math.round(events / seconds) }
}

/**
 * Stores leads while no mail server is configured. Returns how fast the workers then send the owed mails, and the
 * milliseconds of processor time a mail took: of all programs of the machine, and of the test with its mail server.
 */
export async function sendOwedMails(system: System, cookie: string, mails: number) {
  const { sql, origins } = system
  const count = async (state: string) => {
    const [row] = await sql<[{ count: number }]>`select count(*) from email_messages where state = ${state}`
    return row.count
  }
  await using mailbox = await openMailbox()
  await saveCompany(system, cookie)
  // Each lead owes a mail to the office and one to the customer.
  let leads = 0
  const sender = async () => {
    while (leads < mails / 2) {
      const mark = `Lia ${leads++} lead`
      while ((await sendContact(origins[0] ?? '', mark)).status !== 201) await sleep(100)
    }
  }
  await Promise.all(Array.from({ length: 12 }, sender))
  while ((await count('notConfigured')) < mails) await sleep(250)
  const startedAt = performance.now()
  const busyBefore = busyMs()
  const own = process.cpuUsage()
  await saveMailServer(system, cookie, mailbox.port)
  while ((await count('sent')) < mails) await sleep(250)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system: kernel } = process.cpuUsage(own)
  const arrived = new Set(mailbox.mails.map(({ messageId }) => messageId)).size
  const aMail = (ms: number) => Number((ms / mails).toFixed(1))
  return {
    mails,
    arrived,
    doubled: mailbox.mails.length - arrived,
    seconds: Math.round(seconds),
    perSecond: Math.round(mails / seconds),
    busyMs: aMail(busyMs() - busyBefore),
    ownMs: aMail((user + kernel) / 1000),
  }
}

/** Returns the processor time that all programs of the machine have used, in milliseconds. */
const busyMs = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)
