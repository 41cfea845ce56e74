import { fastify } from 'fastify'

// The reference: a Fastify route that answers the same bytes from memory, and nothing else.

process.once('message', async ({ port, body, type }: { port: number; body: string; type: string }) => {
  const bytes = Buffer.from(body, 'base64')
  const app = fastify()
  app.get('/', (_request, reply) => reply.header('content-type', type).send(bytes))
  await app.listen({ host: '127.0.0.1', port })
  process.send?.('listening')
})
