import type { FastifyPluginAsync } from 'fastify'
import { anyone } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { readSnippetsTest } from '../modules/content/module.ts'
import { handlers } from '../modules/index.ts'
import type { Config } from '../platform/config.ts'
import { mountEvents } from './events.ts'
import { mountInboundFiles } from './inboundFiles.ts'
import { mountLogIn } from './logIn.ts'
import { mount } from './mount.ts'
import { unknown } from './problem.ts'
import { finished, sendKept } from './replies.ts'
import { mountRoles } from './roles.ts'
import { mountSheets } from './sheets.ts'
import { fileCalls, receivesFile } from './uploads.ts'
import { mountWebhooks } from './webhooks.ts'

interface Options {
  config: Config
  runtime: Runtime
}

/** Serves everything below `/api`. */
export const calls: FastifyPluginAsync<Options> = async (api, { config, runtime }) => {
  const { limits, replies } = api
  await mountLogIn(api, { config, runtime })
  mountSheets(api, runtime)
  mountInboundFiles(api, runtime)
  mountEvents(api)
  mountRoles(api)
  mount(api, { runtime, handlers: handlers.filter((handler) => !receivesFile(handler)) })
  mountWebhooks(api, runtime)
  await api.register(fileCalls, { runtime })

  const html = { 'content-type': 'text/html; charset=utf-8', ...api.sharedHeaders(0) }
  const counted = { onRequest: limits.countRead }
  api.get('/api/rich-snippets/test', counted, async (request, reply) => {
    const kept = await replies.answer({ request, rank: 'known' }, '/api/rich-snippets/test', async () =>
      finished(200, html, await run(runtime, readSnippetsTest, {}, anyone)),
    )
    return sendKept(request, reply, kept)
  })
  // Without this route, the pages would answer an unknown call with a page.
  api.get('/api/*', counted, async () => {
    throw unknown()
  })
}
