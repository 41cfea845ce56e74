import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { languageWith } from '../languages/catalogs.ts'
import { languages } from '../languages/messages.ts'
import { mountFormPages } from './formPages.ts'
import { mountNewsletterPages } from './newsletterPages.ts'
import type { OwnPageParts } from './ownPage.ts'
import { mountReviewPages } from './reviewPages.ts'
import { mountStatusPages } from './statusPages.ts'

/** Serves the pages of one visitor, and receives the forms of pages, which browsers send without JavaScript. */
export const pageForms: FastifyPluginAsync<OwnPageParts> = async (forms, parts) => {
  forms.removeAllContentTypeParsers()
  forms.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )
  forms.addHook('preHandler', async (request) => {
    // A form without fields has no body.
    if (request.method === 'POST') request.body ??= {}
  })
  mountFormPages(forms, parts)
  for (const { t } of languages.map(languageWith)) {
    mountStatusPages(forms, parts, t)
    mountReviewPages(forms, parts, t)
    mountNewsletterPages(forms, parts, t)
  }
}
