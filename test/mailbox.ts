import { afterAll } from 'vitest'
import type { Caller } from '../src/kernel/message.ts'
import { run } from '../src/kernel/run.ts'
import { handlers } from '../src/modules/index.ts'
import { type App, eventually } from './app.ts'
import { openMailbox } from './providers/smtp.ts'

export { openMailbox }

export const superAdmin: Caller = {
  name: 'titolare',
  address: null,
  admin: { id: 1, role: 'superAdmin' },
  idempotencyKey: null,
}

/** Runs a call as a super admin, within this process. */
// biome-ignore lint/suspicious/noExplicitAny: the assertions of a test state the type of a reply
export async function asStaff(app: App, http: string, input: object = {}): Promise<any> {
  const handler = handlers.find(({ message }) => message.http === http)
  if (!handler) throw new Error(`no handler for ${http}`)
  return run(app.runtime, handler, input, superAdmin)
}

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
  // `app.drain` reads the company from the memory of the API process, unlike a worker process.
  await eventually(async () => {
    const { phone } = (await app.get('/api/company-settings')).body
    if (phone !== '+39 0832 123456') throw new Error(`the company still has the phone ${phone}`)
  })
}

/** Opens a mailbox that gets all mails of the app, for the tests of the calling file. The office has two addresses. */
export async function openOfficeMailbox(app: App) {
  const mailbox = await openMailbox()
  afterAll(() => mailbox[Symbol.asyncDispose]())
  await configureOffice(app)
  await configureMail(app, mailbox)
  return mailbox
}

/** Removes the mails of earlier tests with all that leads to mails, for tests that count all mails. */
export async function forgetMails(app: App): Promise<void> {
  await app.sql`
    truncate leads, lead_codes, customers, outbox, effects, email_messages, email_configurations, idempotency_keys, rate_limits, workers, audit_log
    restart identity cascade`
  await app.sql`
    select setval('lead_ids_availability_request', 1, false), setval('lead_ids_booking', 1, false),
      setval('lead_ids_contact', 1, false)`
  await app.sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`
}

export async function makeJobsDue(app: App): Promise<void> {
  await app.sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) from graphile_worker.jobs
    where run_at > now() and locked_at is null`
}

/** Runs all jobs, also those that wait for their time. */
export async function drainAll(app: App): Promise<void> {
  await app.drain()
  await makeJobsDue(app)
  await app.drain()
}

/** Returns the seconds by which the next waiting job was put off. */
export async function secondsPutOff(app: App): Promise<number | undefined> {
  const [job] = await app.sql<[{ seconds: number }?]>`
    select extract(epoch from run_at - updated_at)::int as seconds from graphile_worker.jobs order by run_at limit 1`
  return job?.seconds
}
