import type { FastifyInstance } from 'fastify'
import { whole } from '../kernel/list.ts'
import { messages } from '../modules/index.ts'
import { ReadRoles, roleCallsOf } from '../modules/settings/module.ts'

/** Answers `GET /api/admin/roles`. The API does this because no single module knows the contracts of all modules. */
export function mountRoles(api: FastifyInstance): void {
  const calls = whole(roleCallsOf(messages))
  api.get('/api/admin/roles', { config: { message: ReadRoles } }, async (request, reply) => {
    await api.sessions.caller(ReadRoles.access, request)
    return reply.header('cache-control', 'no-store').send(calls)
  })
}
