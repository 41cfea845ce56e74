import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually, startApp } from './app.ts'
import { asStaff, configureMail, openMailbox } from './mailbox.ts'
import { killed, startWorkerProcess } from './workerProcess.ts'

const leads = 200
const kills = 3
test('no lead and no mail is lost when the worker is killed three times, and a mail sent twice says so', async () => {
  await using app = await startApp()
  await using mailbox = await openMailbox()
  await asStaff(app, 'PUT /api/admin/company-settings', {
    companyName: 'Salento Transfer',
    vatNumber: '01234567890',
    phone: '+39 0832 123456',
    email: 'info@salento.example',
    leadsEmail: 'office@salento.example',
  })
  await configureMail(app, mailbox)
  mailbox.switches.slowMs = 10

  let worker = startWorkerProcess(app)
  try {
    const posting = (async () => {
      for (let first = 0; first < leads; first += 10)
        await Promise.all(
          Array.from({ length: 10 }, async (_, offset) => {
            const index = first + offset
            const reply = await app.post(
              '/api/availability-requests',
              {
                name: 'Anna Rossi',
                phone: '347 1234567',
                email: `anna${index}@example.com`,
                departure: 'Aeroporto Brindisi',
                destination: 'Otranto',
                passengers: '2',
                formSource: 'crash',
              },
              { 'x-forwarded-for': `198.51.100.${index}` },
            )
            expect(reply.status).toBe(201)
          }),
        )
    })()
    for (let kill = 1; kill <= kills; kill++) {
      // In the middle of its work: some of this life's mails are out, others are not.
      const before = mailbox.mails.length
      await eventually(() => expect(mailbox.mails.length).toBeGreaterThan(before + 20), 15_000)
      await killed(worker, 'SIGKILL')
      worker = startWorkerProcess(app)
    }
    await posting
    await eventually(async () => {
      const [row] = await app.sql`select count(*) as sent from email_messages where state = 'inviata'`
      expect(row?.sent).toBe(2 * leads)
    }, 30_000)
    // A mail that would be sent a second time by mistake would be sent about now.
    await sleep(300)
    expect(await killed(worker, 'SIGTERM')).toBe(0)
  } finally {
    worker.kill('SIGKILL')
  }

  const [stored] = await app.sql`
    select (select count(*) from availability_requests) as requests,
      (select count(*) from effects where state <> 'done') as open_effects,
      (select count(*) from graphile_worker.jobs where task_identifier <> 'sweep') as jobs,
      (select count(*) from graphile_worker.jobs where locked_by is not null) as locked,
      (select count(*) from workers) as workers`
  expect(stored).toEqual({ requests: leads, openEffects: 0, jobs: 0, locked: 0, workers: 0 })

  const rows = await app.sql<{ messageId: string; isUncertain: boolean }[]>`
    select message_id, is_uncertain from email_messages`
  const received = Map.groupBy(mailbox.mails, ({ messageId }) => messageId)
  let doubled = 0
  for (const { messageId, isUncertain } of rows) {
    const times = received.get(messageId)?.length ?? 0
    expect(times).toBeGreaterThanOrEqual(1)
    if (times > 1) {
      doubled++
      expect(isUncertain).toBe(true)
    }
  }
  const uncertain = rows.filter((row) => row.isUncertain).length
  expect(doubled).toBeLessThanOrEqual(kills)
  console.log(`${rows.length} mails, ${uncertain} marked uncertain, ${doubled} of them received twice`)
  expect(mailbox.to('office@salento.example').length).toBeGreaterThanOrEqual(leads)
}, 60_000)
