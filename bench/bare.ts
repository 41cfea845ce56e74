import { fastify } from 'fastify'

// The reference for the product's speed: a Fastify route that only sends given bytes from memory.

export interface Bare {
  port: number
  /** Path without the query. The load generator also sends the product's query, so that the bare Fastify parses it. */
  path: string
  /** Base64. */
  body: string
  headers: Record<string, string>
}

process.on('message', async ({ port, path, body, headers }: Bare) => {
  const bytes = Buffer.from(body, 'base64')
  const app = fastify()
  app.get(path, (_request, reply) => reply.headers(headers).send(bytes))
  await app.listen({ host: '127.0.0.1', port })
  process.send?.('listening')
})
process.on('disconnect', () => process.exit())
