import { expect, test } from 'vitest'
import { type App, openApp } from '../app.ts'
import { newAddress } from '../newAddress.ts'

const results = (n: number) => `/risultati-ricerca/?departure=posto${n}&destination=Lecce`

/** Sends the requests without waiting. `answered` lists the URLs in the order of the responses. */
function sendAll(app: App, urls: string[]) {
  const answered: string[] = []
  const gone = new AbortController()
  const all = urls.map((url) =>
    fetch(app.origin + url, { headers: { 'x-forwarded-for': newAddress() }, signal: gone.signal })
      .then((reply) => reply.text())
      .then(() => void answered.push(url))
      .catch(() => {}),
  )
  return {
    answered,
    all: Promise.all(all),
    leave: () => gone.abort(),
  }
}

/** Takes all places of such work until `release`: those of visitors, or that of exports. */
async function hold(app: App, kind: 'made' | 'export') {
  const held = Promise.withResolvers<void>()
  const gate = app.runtime.context.gates[kind]
  const turns = kind === 'made' ? Array(16).fill('other') : Array(2).fill('session')
  const all = turns.map((rank) => gate.run({ rank }, () => held.promise))
  await expect.poll(() => gate.figures.running).toBe(turns.length)
  return {
    gate,
    async release() {
      held.resolve()
      await Promise.all(all)
    },
  }
}

const app = await openApp({ data: 'demo' })

test('while search results wait, cached pages, first visits to pages, and staff are served', async () => {
  const staff = await app.logIn()
  await app.get('/contatti/')
  const { gate, release } = await hold(app, 'made')
  const waiting = sendAll(app, [
    results(100),
    '/api/fares?from=posto&to=Lecce',
    '/api/locations/search?q=qua',
  ])
  await expect.poll(() => gate.figures.waiting).toBe(3)
  expect((await app.get('/contatti/')).status).toBe(200)
  expect((await app.get('/en/contact/')).status).toBe(200)
  expect((await app.get('/api/routes/popular')).status).toBe(200)
  expect((await app.get(results(101), staff)).status).toBe(200)
  expect(waiting.answered).toEqual([])
  await release()
  await waiting.all
  expect(waiting.answered).toHaveLength(3)
})

test.each([
  [
    'it',
    '/risultati-ricerca/?departure=a&destination=b',
    'Riprova tra poco',
    'troppe richieste tutte insieme',
  ],
  ['en', '/en/search/?departure=a&destination=b', 'Please try again shortly', 'too many requests at once'],
  ['de', '/de/suche/?departure=a&destination=b', 'gleich noch einmal', 'zu viele Anfragen auf einmal'],
  [
    'fr',
    '/fr/recherche/?departure=a&destination=b',
    'Réessayez dans un instant',
    'trop de demandes à la fois',
  ],
])('a full queue is a 503 in the language %s, with the phone number', async (lang, url, title, sentence) => {
  const { gate, release } = await hold(app, 'made')
  const waiting = sendAll(
    app,
    Array.from({ length: 100 }, (_, n) => results(n + 200)),
  )
  await expect.poll(() => gate.figures.waiting).toBe(100)
  const page = await app.get(url)
  expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.text).toContain(title)
  expect(page.text).toMatch(/href="tel:\+39/)
  expect(page.text).toMatch(/href="https:\/\/wa\.me\//)
  const call = await app.get(`/api/locations/search?q=nuovo&lang=${lang}`)
  expect([call.status, Number(call.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(call.body.detail).toContain(sentence)
  waiting.leave()
  await waiting.all
  await expect.poll(() => gate.figures.waiting).toBe(0)
  await release()
})

test('two exports run at a time; beyond five that wait, staff read why and when to try again', async () => {
  const staff = await app.logIn()
  const { gate, release } = await hold(app, 'export')
  const exported = () => app.get('/api/admin/newsletter-subscriptions/export.csv', staff)
  const waiting = Array.from({ length: 5 }, exported)
  await expect.poll(() => gate.figures.waiting).toBe(5)
  const refused = await app.get('/api/admin/leads/export.csv', staff)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(refused.body.detail).toBe('Sono già in corso altre esportazioni. Riprova tra qualche secondo.')
  // Other calls of the session pass no gate.
  expect((await app.get('/api/admin/leads', staff)).status).toBe(200)
  await release()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('metrics count running, waiting and refused work', async () => {
  const { gate, release } = await hold(app, 'made')
  const waiting = sendAll(app, [results(300)])
  await expect.poll(() => gate.figures.waiting).toBe(1)
  const { text } = await app.get('/metrics')
  expect(text).toMatch(/^gate_running\{kind="made"\} 16$/m)
  expect(text).toMatch(/^gate_waiting\{kind="made"\} 1$/m)
  expect(text).toMatch(/^gate_refused_total\{kind="made"\} \d+$/m)
  await release()
  await waiting.all
})
