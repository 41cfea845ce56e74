import type { FastifyInstance } from 'fastify'
import type { Runtime } from '../kernel/run.ts'
import { languages } from '../languages/messages.ts'
import { findSocialPicture, socialPath } from '../modules/content/module.ts'
import type { Limits } from './limits.ts'
import { unknown } from './problem.ts'
import { finished, sendKept } from './replies.ts'

/** Serves pictures for social networks: `/condivisione.png`, `/en/condivisione/transfer-….png`, `…/blog-….png`. */
export function mountSocialPictures(
  app: FastifyInstance,
  { runtime: { db, context }, limits }: { runtime: Runtime; limits: Limits },
): void {
  const png = {
    'content-type': 'image/png',
    ...app.sharedHeaders(3600),
    'cross-origin-resource-policy': 'cross-origin',
  }
  const urls = languages.flatMap((lang) => {
    const path = socialPath({ language: lang })
    return [path, path.replace('.png', '/:name')].map((url) => ({ lang, url }))
  })
  for (const { lang, url } of urls)
    app.get(url, async (request, reply) => {
      const { pathname: path } = new URL(request.url, 'http://localhost')
      const picture = await limits.makeResponse(request, 'other', () =>
        findSocialPicture(db.read, { path, lang }, context),
      )
      if (!picture) throw unknown()
      return sendKept(request, reply, finished(200, png, picture))
    })
}
