import type { FastifyInstance } from 'fastify'
import type { Runtime } from '../kernel/run.ts'
import { languages } from '../languages/messages.ts'
import { findSocialPicture, socialPath } from '../modules/content/module.ts'
import { unknown } from './problem.ts'
import { finished, sendKept } from './replies.ts'

/** Serves pictures for social networks: `/condivisione.png`, `/en/condivisione/transfer-….png`, `…/blog-….png`. */
export function mountSocialPictures(site: FastifyInstance, { db, context }: Runtime): void {
  const png = {
    'content-type': 'image/png',
    ...site.sharedHeaders(3600),
    'cross-origin-resource-policy': 'cross-origin',
  }
  const urls = languages.flatMap((lang) => {
    const path = socialPath({ language: lang })
    return [path, path.replace('.png', '/:name')].map((url) => ({ lang, url }))
  })
  for (const { lang, url } of urls)
    site.get(url, async (request, reply) => {
      const { pathname: path } = new URL(request.url, 'http://localhost')
      const picture = await site.limits.makeResponse(request, 'other', () =>
        findSocialPicture(db.read, { path, lang }, context),
      )
      if (!picture) throw unknown()
      return sendKept(request, reply, finished(200, png, picture))
    })
}
