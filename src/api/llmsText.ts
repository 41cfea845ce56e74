import type { FastifyInstance } from 'fastify'
import { anyone } from '../kernel/message.ts'
import { type Runtime, run } from '../kernel/run.ts'
import { languageWith } from '../languages/catalogs.ts'
import { languages } from '../languages/messages.ts'
import { localPath } from '../languages/paths.ts'
import { readCompany, readMcpAccess } from '../modules/settings/module.ts'
import { mcpPath } from './mcp.ts'
import { finished, sendKept } from './replies.ts'

const path = '/llms.txt'

const pages = {
  '/': 'Search with the price of a ride',
  '/tratte/': 'All routes with their prices',
  '/prezzi/': 'Price list',
  '/richiesta/': 'Form to request a ride',
  '/contatti/': 'Contacts and questions',
  '/termini-condizioni/': 'Rules of the service',
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

interface Parts {
  siteUrl: string
  runtime: Runtime
}

/** Serves a description of the site for assistants, in the Markdown form of llmstxt.org. */
export function mountLlmsText(app: FastifyInstance, { siteUrl, runtime }: Parts): void {
  const text = { 'content-type': 'text/plain; charset=utf-8', ...app.sharedHeaders(0) }
  app.get(path, async (request, reply) => {
    return sendKept(
      request,
      reply,
      await app.replies.answer({ request, rank: 'known' }, path, async () =>
        finished(200, text, await file()),
      ),
    )
  })

  async function file(): Promise<string> {
    const [{ companyName }, { isMcpOn }] = await Promise.all([
      run(runtime, readCompany, {}, anyone),
      run(runtime, readMcpAccess, {}, anyone),
    ])
    const link = (name: string, url: string) => `- [${name}](${siteUrl}${url})`
    const sections = languages.flatMap((code) => {
      const { t } = languageWith(code)
      const links = Object.entries(pages).map(([page, name]) => link(name, localPath(t, page)))
      return [`## Pages in ${languageNames.of(code)}`, ...links, '']
    })
    return [
      `# ${companyName}`,
      '',
      '> Private and shared transfers with driver in Salento, southern Italy. Prices depend on the day, the party and',
      '> the vehicle. A ride is requested with a form that a person sends; the operator confirms it.',
      '',
      ...sections,
      '## For programs',
      link('OpenAPI description of the public calls', '/api/openapi.json'),
      ...(isMcpOn ? [link('MCP endpoint with places, fares and rules, which only reads', mcpPath)] : []),
      '',
    ].join('\n')
  }
}
