import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type OpenBrowser, openBrowser } from '../test/browser.ts'
import { newAddress } from '../test/newAddress.ts'
import { openMailbox } from '../test/providers/smtp.ts'
import { onCore } from './cores.ts'
import { panelPage } from './panel.ts'
import { ratioOf } from './ratio.ts'
import type { Row } from './row.ts'
import { ended, median, openSite, type Site } from './site.ts'

// Sends requests of visitors, with their mails, while three tabs of one session open the panel, and again without tabs.
// Meanwhile another visitor asks for Home. `REQUESTS=1000 PER_SECOND=20` sends more.

const rounds = 3
const requests = Number(process.env.REQUESTS ?? 200)
const perSecond = Number(process.env.PER_SECOND ?? 8)
const homeEveryMs = 100
const sections = ['', 'richieste/', 'calendario/']
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

interface Tab {
  page: Page
  /** Number of reads by path, such as `/today`. */
  asked: Map<string, number>
  aborted: number
  refused: number
}

interface Storm {
  seconds: number
  homeMs: number[]
  refused: number
  mails: number
}

interface Round {
  busiest: { call: string; rate: number }
  aborted: number
  refused: number
  mails: number
  homeMs: number
  homeAloneMs: number
  greyMs: number
  firstMs: number
}

export async function measure(): Promise<Row[]> {
  // The provider on this machine stands for one in a private network.
  Object.assign(process.env, { SMTP_PRIVATE_HOSTS: '127.0.0.1' })
  await using mailbox = await openMailbox()
  await using site = await openSite()
  await using browser = await openBrowser()
  await configure(site, mailbox.port)
  const worker = onCore(undefined, [process.execPath, 'src/worker/main.ts'], site.env)
  await once(worker, 'message')
  try {
    // The first run compiles the code and prepares the statements.
    await storm(site, () => mailbox.mails.length, 20)
    const all: Round[] = []
    for (let round = 0; round < rounds; round++)
      all.push(await measureRound(site, browser, () => mailbox.mails.length))
    return rowsOf(all)
  } finally {
    await ended(worker)
  }
}

async function configure(site: Site, smtpPort: number): Promise<void> {
  await site.db.write`update admin_users set role = 'superAdmin' where username = 'bench'`
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', ...site.staff }
    const reply = await fetch(site.origin + path, { method, headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  }
  await send('PUT', '/api/admin/company-settings', {
    companyName: 'Salento Transfer',
    vatNumber: '01234567890',
    phone: '+39 0832 123456',
    email: 'info@salento.example',
    leadsEmail: 'ufficio@salento.example',
  })
  await send('POST', '/api/admin/email-configurations', {
    isActive: true,
    smtpHost: '127.0.0.1',
    smtpPort,
    fromEmail: 'sito@salento.example',
    fromName: 'Salento Transfer',
  })
}

async function measureRound(site: Site, browser: OpenBrowser, mails: () => number): Promise<Round> {
  const alone = await storm(site, mails)
  const running = storm(site, mails)
  // One after the other, as a person opens them.
  const tabs: Tab[] = []
  for (const section of sections) tabs.push(await openTab(site, browser, section))
  const beside = await running
  const rates = tabs.flatMap(({ asked }, index) =>
    [...asked].map(([call, times]) => ({
      call: `${call} in /admin/${sections[index]}`,
      rate: times / beside.seconds,
    })),
  )
  rates.sort((one, other) => other.rate - one.rate)
  for (const { call, rate } of rates) console.log(`${rate.toFixed(2)} a second: ${call}`)
  const grey = await Promise.all(tabs.map(({ page }) => page.evaluate(greyTimes)))
  for (const { page } of tabs) await page.close()
  return {
    busiest: rates[0] ?? { call: '', rate: 0 },
    aborted: sumOf(tabs.map(({ aborted }) => aborted)),
    refused: sumOf([alone.refused, beside.refused, ...tabs.map(({ refused }) => refused)]),
    mails: beside.mails,
    homeMs: median(beside.homeMs),
    homeAloneMs: median(alone.homeMs),
    greyMs: Math.max(...grey.map(({ longestMs }) => longestMs)),
    firstMs: Math.max(...grey.map(({ firstMs }) => firstMs)),
  }
}

/** Opens a section of the panel and counts its reads from then on. */
async function openTab(site: Site, browser: OpenBrowser, section: string): Promise<Tab> {
  const page = await panelPage(site, browser)
  const tab: Tab = { page, asked: new Map(), aborted: 0, refused: 0 }
  const callOf = (url: string) => {
    const { pathname, search } = new URL(url)
    return pathname.startsWith('/api/') && !pathname.endsWith('/events') ? pathname + search : null
  }
  page.on('request', (request) => {
    const call = callOf(request.url())
    if (call) tab.asked.set(call, (tab.asked.get(call) ?? 0) + 1)
  })
  page.on('requestfailed', (request) => {
    if (callOf(request.url())) tab.aborted += 1
  })
  page.on('response', (response) => {
    if (response.status() === 503) tab.refused += 1
  })
  await page.addInitScript(watchGrey)
  await page.goto(`/admin/${section}`)
  return tab
}

interface GreyTimes {
  /** Milliseconds for which the list was grey when the page was opened. */
  firstMs: number
  /** Longest time after that. */
  longestMs: number
}

/** Runs in the page. Notes every 20 ms whether a list shows grey bars or says that it is busy. */
function watchGrey(): void {
  let since: number | null = null
  let isOpen = false
  const watched: GreyTimes = { firstMs: 0, longestMs: 0 }
  Object.assign(window, { watched })
  setInterval(() => {
    const isGrey = document.querySelector('main :is([aria-label="Caricamento in corso"], [aria-busy=true])')
    if (!isGrey) {
      isOpen ||= since !== null
      since = null
      return
    }
    since ??= performance.now()
    const name = isOpen ? 'longestMs' : 'firstMs'
    watched[name] = Math.max(watched[name], performance.now() - since)
  }, 20)
}

const greyTimes = () => (window as unknown as { watched: GreyTimes }).watched

/** Sends the requests evenly, and asks for Home meanwhile. Ends when all mails have been sent. */
async function storm(site: Site, mails: () => number, times = requests): Promise<Storm> {
  const started = performance.now()
  const mailsBefore = mails()
  const homeMs: number[] = []
  const statuses: number[] = []
  let isOver = false
  const visitor = (async () => {
    while (!isOver) {
      const from = performance.now()
      const reply = await fetch(`${site.origin}/`, { headers: { 'x-forwarded-for': newAddress() } })
      await reply.arrayBuffer()
      homeMs.push(performance.now() - from)
      statuses.push(reply.status)
      await sleep(homeEveryMs)
    }
  })()
  const sent: Promise<number>[] = []
  for (let n = 0; n < times; n++) {
    await sleep(Math.max(0, started + (n * 1_000) / perSecond - performance.now()))
    sent.push(sendRequest(site, `${Math.round(started)} ${n}`))
  }
  statuses.push(...(await Promise.all(sent)))
  // Each request causes two mails: one to the customer and one to the office.
  for (
    const until = performance.now() + 60_000;
    mails() - mailsBefore < 2 * times && performance.now() < until;
  )
    await sleep(50)
  isOver = true
  await visitor
  return {
    seconds: (performance.now() - started) / 1_000,
    homeMs,
    refused: statuses.filter((status) => status === 503).length,
    mails: mails() - mailsBefore,
  }
}

async function sendRequest({ origin }: Site, name: string): Promise<number> {
  const reply = await fetch(`${origin}/api/availability-requests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
    body: JSON.stringify({
      name: `Prova ${name}`,
      phone: `+39 347 ${1_000_000 + Math.floor(Math.random() * 8_999_999)}`,
      email: `prova-${name.replace(/\W+/g, '-')}@example.com`,
      departure: 'Aeroporto Brindisi',
      destination: 'Gallipoli',
      passengers: '2',
      date: day,
      time: '10:00',
      formSource: 'bench',
    }),
  })
  await reply.arrayBuffer()
  return reply.status
}

const sumOf = (values: number[]) => values.reduce((sum, one) => sum + one, 0)

function rowsOf(all: Round[]): Row[] {
  const of = (figure: (round: Round) => number) => median(all.map(figure))
  const rate = of(({ busiest }) => busiest.rate)
  const grey = of(({ greyMs }) => greyMs)
  const first = of(({ firstMs }) => firstMs)
  const [busiest] = all.toSorted((one, other) => other.busiest.rate - one.busiest.rate)
  return [
    {
      work: `${requests} requests, three tabs: the call that is asked most (${busiest?.busiest.call})`,
      ours: `${rate.toFixed(2)} a second and tab, ${of(({ mails }) => mails)} mails`,
      goal: '≤ 1.2 a second',
      met: rate <= 1.2,
    },
    countRow(
      'reads that the tabs aborted',
      of(({ aborted }) => aborted),
    ),
    ratioOf({
      work: 'Home, with the tabs compared with without',
      goal: '≤ 1.5',
      ours: all.map(({ homeMs }) => homeMs),
      theirs: all.map(({ homeAloneMs }) => homeAloneMs),
      unit: ' ms',
      isMet: (ratio) => ratio <= 1.5,
    }),
    countRow(
      '503 for visitors and tabs',
      of(({ refused }) => refused),
    ),
    {
      work: 'longest time for which a list of an open tab is grey or busy',
      ours: `${Math.round(grey)} ms`,
      goal: '≤ 1,000 ms',
      met: grey <= 1_000,
    },
    {
      work: 'the same while a tab is opened, with an empty cache of scripts',
      ours: `${Math.round(first)} ms`,
      goal: '≤ 2,000 ms',
      met: first <= 2_000,
    },
  ]
}

const countRow = (work: string, count: number): Row => ({
  work,
  ours: String(count),
  goal: '0',
  met: count === 0,
})
