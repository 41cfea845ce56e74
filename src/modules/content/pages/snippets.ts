import type { Context } from '../../../kernel/context.ts'
import type { Caller } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import { listPopularRoutes, routePathOf } from '../../catalog/search/search.queries.ts'
import { pageAt } from './page.queries.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const text = (value: string) => value.replace(/[&<>"]/g, (char) => entities[char] ?? char)

/** Returns an HTML page with the structured data of the home, price and contact pages and of one route. */
export async function snippetsPage(read: Sql, caller: Caller, context: Context): Promise<string> {
  const [popular] = await listPopularRoutes.answer(read, {}, caller, context)
  const paths = ['/', '/prezzi/', '/contatti/', ...(popular ? [routePathOf(popular.slug)] : [])]
  const pages = await Promise.all(paths.map((path) => pageAt(read, { path }, caller, { context })))
  const scripts = new Set(
    pages.flatMap(({ head }) =>
      head.jsonLd.map((item) => JSON.stringify(item, null, 2).replace(/</g, '\\u003c')),
    ),
  )
  const title = 'Dati strutturati del sito'
  return [
    '<!doctype html>',
    '<html lang="it">',
    '<head>',
    '<meta charset="utf-8">',
    `<title>${title}</title>`,
    '<meta name="robots" content="noindex">',
    ...[...scripts].map((json) => `<script type="application/ld+json">\n${json}\n</script>`),
    '</head>',
    '<body>',
    `<h1>${title}</h1>`,
    '<ul>',
    ...pages.map(({ head }) => `<li>${text(head.title)}: ${text(head.canonical)}</li>`),
    '</ul>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}
