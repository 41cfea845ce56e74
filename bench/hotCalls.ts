import { fork } from 'node:child_process'
import { once } from 'node:events'
import autocannon from 'autocannon'
import { ended, machine, median, openSite } from './site.ts'

// `npm run bench`: requests a second of hot calls, beside a bare Fastify route that answers the same bytes. Both
// servers run at the same time and are measured in turn, so that a noisy machine is noisy to both.

const rounds = 5
const seconds = 3
const calls = [
  '/api/routes/search?departure=Aeroporto%20Brindisi&destination=Gallipoli',
  '/api/locations/search?q=gallip',
  '/api/routes/pricing-table',
  '/tratte/transfer-aeroporto-brindisi-gallipoli/',
]

await using site = await openSite()
console.log(`${machine}; ${rounds} rounds of ${seconds} s each, 10 connections`)
for (const call of calls) {
  const url = `${site.origin}${call}`
  const reply = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const body = Buffer.from(await reply.arrayBuffer())
  const bare = fork('bench/bare.ts')
  bare.send({ port: 3412, body: body.toString('base64'), type: reply.headers.get('content-type') })
  await once(bare, 'message')
  const ratios: number[] = []
  const rates: number[] = []
  for (let round = 0; round < rounds; round++) {
    const ours = await rate(url)
    ratios.push(ours / (await rate('http://127.0.0.1:3412/')))
    rates.push(ours)
  }
  await ended(bare)
  console.log(
    `${call.padEnd(72)} ${body.length} bytes  ${Math.round(median(rates))}/s  ratio to bare Fastify ` +
      `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  )
}
async function rate(url: string): Promise<number> {
  let visitor = 0
  const result = await autocannon({
    url,
    connections: 10,
    duration: seconds,
    setupClient(client) {
      client.setHeaders({ 'x-forwarded-for': `198.51.${Math.floor(visitor / 250)}.${visitor++ % 250}` })
      client.on('response', () =>
        client.setHeaders({
          'x-forwarded-for': `198.51.${Math.floor(visitor / 250) % 250}.${visitor++ % 250}`,
        }),
      )
    },
  })
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} replies were refused`)
  return result.requests.average
}
