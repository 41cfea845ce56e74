import type { FastifyPluginAsync } from 'fastify'
import type { Runtime } from '../kernel/run.ts'
import { mountCalendarFeed } from './calendarFeed.ts'
import { mountLlmsText } from './llmsText.ts'
import { mountUploads } from './uploads.ts'

interface Options {
  siteUrl: string
  runtime: Runtime
}

/** Serves files from the database, which count as reads. Other programs than browsers fetch them, so refusals are no pages. */
export const files: FastifyPluginAsync<Options> = async (app, { siteUrl, runtime }) => {
  app.addHook('onRequest', app.limits.countRead)
  mountUploads(app, runtime)
  mountCalendarFeed(app, runtime)
  mountLlmsText(app, { siteUrl, runtime })
}
