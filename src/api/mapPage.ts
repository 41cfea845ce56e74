import type { FastifyInstance } from 'fastify'
import { anyone } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { languageAsked } from '../languages/catalogs.ts'
import { drawMapOf } from '../modules/content/module.ts'
import { builtAssets } from './assets.ts'
import type { FindMaintenance } from './ownPage.ts'
import { finished, sendKept } from './replies.ts'

interface Parts {
  runtime: Runtime
  findMaintenance: FindMaintenance
}

/** Serves a map for frames in this site's pages. `?lang=` states the language of the names. */
export function mountMapPage(site: FastifyInstance, { runtime, findMaintenance }: Parts): void {
  const { fontsCss, css } = builtAssets()
  const links = [fontsCss, css].map((path) => `<link rel="stylesheet" href="${path}">`).join('')
  site.get<{ Params: { departure: string; destination: string }; Querystring: { lang?: string } }>(
    '/mappa/:departure/:destination/',
    async (request, reply) => {
      const { departure, destination } = request.params
      const path = `/mappa/${departure}/${destination}/`
      const instead = await findMaintenance(request, path)
      if (instead) return sendKept(request, reply, instead)
      const { t } = languageAsked(request.query.lang)
      const kept = await site.replies.answer(
        { request, rank: 'other' },
        `${path}?lang=${t.language}`,
        async () => {
          const map = await run(runtime, drawMapOf, { path, lang: t.language }, anyone)
          return finished(
            200,
            { 'content-type': 'text/html; charset=utf-8', ...site.sharedHeaders(0) },
            `<!doctype html><html lang="${t.language}"><head><meta charset="utf-8"><title>${t('map.page')}</title>` +
              `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
              `${links}</head>` +
              `<body class="server-map">${map}<p class="p-2 text-ink-soft text-xs">${t('map.licences')}</p></body></html>`,
            (policy) => policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
          )
        },
      )
      return sendKept(request, reply, kept)
    },
  )
}
