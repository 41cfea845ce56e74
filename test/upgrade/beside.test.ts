import { readdirSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { typesOf } from '../../src/kernel/jobTask.ts'
import { reactions } from '../../src/modules/index.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { eventually, staffPassword, staffPasswordHash } from '../app.ts'
import { createDatabase } from '../emptyDatabase.ts'
import { long } from '../length.ts'
import { openIndexNow } from '../providers/indexNow.ts'
import { openMailbox } from '../providers/smtp.ts'
import { testEnv } from '../testEnv.ts'
import { BesideCalls } from './besideCalls.ts'
import { checkOut, type ReleaseProcess, runFile, startProcess, thisRelease } from './releaseProcess.ts'

/**
 * The first commit with rides. Earlier ones cannot run beside this release, because the migrations that move requests and
 * trips end their work (movedRequests.test.ts).
 */
const formerRelease = 'c761af3289d70637222d3b77e0ac7c27b099eea8'

/** Mixed calls in all. */
const calls = Number(process.env.BESIDE_CALLS) || 2_000

const officeAddress = 'ufficio@office.example'

/** Settings that staff of the former release have made before the update. */
async function configure(traffic: BesideCalls, mailPort: number): Promise<void> {
  await traffic.send(
    'PUT',
    '/api/admin/company-settings',
    {
      companyName: 'Salento Transfer',
      vatNumber: '01234567890',
      phone: '+39 0832 123456',
      email: 'info@salento.example',
      leadsEmail: officeAddress,
    },
    200,
  )
  await traffic.send(
    'POST',
    '/api/admin/email-configurations',
    {
      isActive: true,
      smtpHost: '127.0.0.1',
      smtpPort: mailPort,
      fromEmail: 'sito@salento.example',
      fromName: 'Salento Transfer',
    },
    201,
  )
  await traffic.send('POST', '/api/admin/indexnow/key', {}, 200)
}

const waitForQuiet = (sql: postgres.Sql) =>
  eventually(async () => {
    const [open] = await sql`
      select (select count(*)::int from outbox where dispatched_at is null) as events,
        (select count(*)::int from effects where state = 'planned') as effects,
        (select count(*)::int from email_messages where state in ('planned', 'sending')) as mails,
        (select count(*)::int from indexnow_changes where state = 'planned') as addresses`
    expect(open).toEqual({ events: 0, effects: 0, mails: 0, addresses: 0 })
  })

/** Expects the effects of this release for each event; those of the former release are the same (events.test.ts). */
async function expectEffects(sql: postgres.Sql): Promise<void> {
  const known = reactions.flatMap(({ name, to }) => typesOf(to).map((type) => ({ type, name })))
  const missing = await sql`
    select type, name, count(*)::int from outbox
    join unnest(${known.map(({ type }) => type)}::text[], ${known.map(({ name }) => name)}::text[]) as known (type, name)
      using (type)
    where not exists (select from effects where outbox_id = outbox.id and reaction = name) group by 1, 2`
  expect([...missing]).toEqual([])
  const failed = await sql`select reaction, last_error, state from effects where state <> 'done'`
  expect([...failed]).toEqual([])
}

async function expectRows(sql: postgres.Sql, traffic: BesideCalls): Promise<void> {
  const names = await sql<{ name: string }[]>`
    select name from leads where name like 'Ospite-%' order by name`
  expect(names.map(({ name }) => name)).toEqual(traffic.leads.map(({ mark }) => mark).sort())
  const [{ messages }] = await sql<[{ messages: number }]>`
    select count(*)::int as messages from lead_messages where text like '%risposta-%'`
  expect(messages).toBe(traffic.replies.length)
  const prices = await sql<{ id: string; price: string }[]>`
    select id, price1to3_pax as price from route_prices where id = any(${[...traffic.prices.keys()]}::bigint[])`
  expect(Object.fromEntries(prices.map(({ id, price }) => [id, String(Number(price))]))).toEqual(
    Object.fromEntries(traffic.prices),
  )
  const texts = await sql<{ id: string; text: string }[]>`
    select id, tourist_info as text from route_prices where id = any(${[...traffic.texts.keys()]}::bigint[])`
  expect(Object.fromEntries(texts.map(({ id, text }) => [id, text]))).toEqual(
    Object.fromEntries(traffic.texts),
  )
}

/** Expects every article in the sitemap of the process. */
const expectSitemap = (origin: string, { articles }: BesideCalls) =>
  eventually(async () => {
    const read = async (path: string) => (await fetch(origin + path)).text()
    const index = await read('/sitemap.xml')
    const files = [...index.matchAll(/<loc>([^<]+\.xml)<\/loc>/g)].map(
      ([, url = '']) => new URL(url).pathname,
    )
    const text = index + (await Promise.all(files.map(read))).join('')
    expect(articles.filter(({ slug }) => !text.includes(`${slug}/`)).map(({ slug }) => slug)).toEqual([])
  })

/**
 * Expects an address for the page of each saved route and article. The former release may have skipped it, because it judges an address
 * that is stored while it submits others by the pages of before.
 */
async function expectAddresses(sql: postgres.Sql, traffic: BesideCalls): Promise<void> {
  const routes = await sql<{ slug: string }[]>`
    select slug from route_prices
    where id = any(${[...traffic.texts.keys(), ...traffic.prices.keys()]}::bigint[]) and indexing = 'allowed'`
  const wanted = [
    ...routes.map(({ slug }) => `${testEnv.SITE_URL}/tratte/transfer-${slug}/`),
    ...traffic.articles.map(({ slug }) => `${testEnv.SITE_URL}/blog/${slug}/`),
  ]
  const rows = await sql<{ url: string; isSent: boolean }[]>`
    select url, bool_or(state = 'sent') as is_sent from indexnow_changes
    where state in ('sent', 'skipped') group by url`
  const found = new Map(rows.map(({ url, isSent }) => [url, isSent]))
  expect(wanted.filter((url) => !found.has(url))).toEqual([])
  expect(wanted.filter((url) => !found.get(url)).length).toBeLessThan(wanted.length / 50)
}

type Mailbox = Awaited<ReturnType<typeof openMailbox>>

/** Expects each mail once: to the office and the customer for each request, and to the customer for each reply. */
function expectMails({ mails }: Mailbox, traffic: BesideCalls): void {
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(mails.length)
  const to = (address: string) => mails.filter((mail) => mail.to.includes(address))
  const isCancellation = ({ subject }: (typeof mails)[number]) => /annulla/i.test(subject)
  const office = to(officeAddress)
  const times = (some: typeof mails, mark: string) => some.filter(({ text }) => text.includes(mark)).length
  const wrong = [
    ...traffic.leads.map(({ mark, email }) => ({
      what: `office ${mark}`,
      sent: times(office, mark),
      due: traffic.cancelled.has(email) ? 2 : 1,
    })),
    ...traffic.replies.map(({ mark, email }) => ({ what: mark, sent: times(to(email), mark), due: 1 })),
    ...traffic.leads.map(({ email }) => {
      const receipts = to(email).filter((mail) => !mail.text.includes('risposta-') && !isCancellation(mail))
      return { what: `receipt ${email}`, sent: receipts.length, due: 1 }
    }),
  ].filter(({ sent, due }) => sent !== due)
  expect(wrong).toEqual([])
  const confirmed = [...traffic.cancelled].map((email) => to(email).filter(isCancellation).length)
  expect(confirmed.filter((count) => count > 1)).toEqual([])
  expect(confirmed.filter((count) => count === 1).length).toBeGreaterThan(0)
  // The links to call and write are for the office.
  expect(
    mails.filter(({ to, text }) => !to.includes(officeAddress) && text.includes('Chiama: tel:')),
  ).toEqual([])
}

test(
  `the former and this release run side by side through an update and back: of ${calls} calls none is refused, no event swallowed and no effect doubled`,
  long,
  async () => {
    await using database = await createDatabase()
    await using mailbox = await openMailbox()
    await using engine = await openIndexNow()
    using former = checkOut(formerRelease)
    const env = {
      ...testEnv,
      DATABASE_URL: database.url,
      INDEXNOW_ENDPOINT: engine.endpoint,
      NODE_ENV: 'test',
    }
    const files = readdirSync(path.join(former.root, 'sql')).map((file) => path.basename(file, '.sql'))
    await migrate(database.url, { only: files })
    runFile(
      former.root,
      `import { seed } from './scripts/seed.ts'; import { openDatabase } from './src/platform/db.ts'
      const db = openDatabase(process.env.DATABASE_URL, { connections: 2 }); await seed(db.write); await db.close()`,
      env,
    )
    const sql = postgres(database.url, { max: 3, onnotice: () => {}, transform: postgres.camel })
    await sql`
      insert into admin_users (username, password, role) values ('titolare', ${staffPasswordHash}, 'superAdmin')`
    const mains = await sql<{ id: string }[]>`
      select id from route_prices where is_active and follows_id is null and main_route_id is null order by id limit 400`
    const links = await sql<{ id: string; mainRouteId: string }[]>`
      select id, main_route_id from route_prices where main_route_id is not null order by id limit 40`
    const ids = mains.map(({ id }) => Number(id))
    const traffic = new BesideCalls({
      edits: ids.filter((_, at) => at % 3 === 0),
      prices: ids.filter((_, at) => at % 3 === 1),
      switches: ids.filter((_, at) => at % 3 === 2),
      links: links.map(({ id, mainRouteId }) => ({ id: Number(id), mainId: Number(mainRouteId) })),
    })
    const processes: ReleaseProcess[] = []
    const start = async (root: string, kind: 'api' | 'worker') => {
      const process = await startProcess(root, kind, env)
      processes.push(process)
      return process
    }
    const part = (share: number) => traffic.until(Math.round(calls * share))

    const oldApi = await start(former.root, 'api')
    const oldWorker = await start(former.root, 'worker')
    traffic.origins = [oldApi.url]
    await traffic.logIn('titolare', staffPassword, oldApi.url)
    await configure(traffic, mailbox.port)
    await part(0.1)
    await Promise.all([migrate(database.url), part(0.2)])

    const newApi = await start(thisRelease, 'api')
    traffic.origins = [oldApi.url, newApi.url]
    traffic.newOrigins = [newApi.url]
    await traffic.logIn('titolare', staffPassword, newApi.url)
    // Only the former worker runs, and must leave what it does not know.
    await part(0.3)
    const newWorker = await start(thisRelease, 'worker')
    await part(0.5)
    traffic.origins = [newApi.url]
    expect([await oldApi.stop(), await oldWorker.stop()]).toEqual([0, 0])
    await part(0.65)

    const api = await start(former.root, 'api')
    const worker = await start(former.root, 'worker')
    traffic.origins = [newApi.url, api.url]
    await part(0.85)
    // The way back: first the API, so that the new worker ends what only it knows.
    traffic.origins = [api.url]
    traffic.newOrigins = []
    await waitForQuiet(sql)
    await expectSitemap(newApi.url, traffic)
    expect(await newApi.stop()).toBe(0)
    await waitForQuiet(sql)
    expect(await newWorker.stop()).toBe(0)
    await part(1)
    await waitForQuiet(sql)

    console.log(
      `${traffic.count} calls, ${traffic.leads.length} requests, ${traffic.replies.length} replies, ${mailbox.mails.length} mails, ${engine.taken().length} addresses, ${traffic.erased.length} erased`,
    )
    expect(traffic.unexpected).toEqual([])
    await expectSitemap(api.url, traffic)
    await expectEffects(sql)
    await expectRows(sql, traffic)
    await expectAddresses(sql, traffic)
    expectMails(mailbox, traffic)
    expect([await api.stop(), await worker.stop()]).toEqual([0, 0])
    expect(processes.flatMap(({ said }) => said)).toEqual([])
    await sql.end()
  },
)
