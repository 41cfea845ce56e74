import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import { sitePath } from '../../kernel/sitePath.ts'

export interface Rendered {
  /** Safe to embed: no scripts or handlers; only http, mail and phone links. */
  html: string
  words: number
  /** Slugs of the linked routes, in order, each once. */
  routeSlugs: string[]
}

const markdown = new MarkdownIt({ html: false })

// The page's title is its h1: headings start below the one above the text and skip no level downwards.
markdown.core.ruler.push('heading_levels', ({ tokens, env }) => {
  const below = Number(env.below)
  let last = below
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      const level = Math.max(Number(token.tag.slice(1)), 2) + below - 1
      last = Math.min(level, last + 1, 4)
    }
    if (token.type.startsWith('heading_')) token.tag = `h${last}`
  }
})

// A table wider than a phone scrolls in its own region, also by keyboard; regions need unique names.
markdown.renderer.rules.table_open = (tokens, index, _options, env) => {
  const count = tokens.slice(0, index + 1).filter(({ type }) => type === 'table_open').length
  return `<div class="table-box" role="region" aria-label="${env?.tables} ${count}" tabindex="0"><table>`
}
markdown.renderer.rules.table_close = () => '</table></div>'

// The site's fonts lack an arrow: it is drawn, and the text stays for screen readers and copying.
const renderText = markdown.renderer.rules.text
markdown.renderer.rules.text = (...given) =>
  (renderText?.(...given) ?? '').replaceAll(
    ' → ',
    '<span class="sr-only"> → </span><span class="arrow"></span>',
  )

/** The text's context within the page. */
interface Place {
  /** Level of the heading above it. */
  below: 1 | 2
  /** Name of its tables, each with a number; must be unique within the page. */
  tables: string
}

/** Renders staff text as HTML. markdown-it passes no markup through, and sanitize-html checks its output. */
export function renderMarkdown(
  text: string,
  siteOrigin: string,
  place: Place = { below: 1, tables: 'Tabella' },
): Rendered {
  const routeSlugs = new Set<string>()
  const html = sanitizeHtml(markdown.render(text, { ...place }), {
    allowedTags:
      'h2 h3 h4 p a ul ol li strong em s code pre blockquote hr br table thead tbody tr th td div img span'.split(
        ' ',
      ),
    allowedAttributes: {
      a: ['href', 'rel'],
      ol: ['start'],
      div: ['class', 'role', 'aria-label', 'tabindex'],
      img: ['src', 'alt', 'loading'],
    },
    allowedClasses: { div: ['table-box'], span: ['sr-only', 'arrow'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href = '' }) => {
        const link = linkTo(href, siteOrigin)
        const slug = link.href?.match(/^\/tratte\/transfer-([a-z0-9-]+)\/$/)?.[1]
        if (slug) routeSlugs.add(slug)
        return { tagName, attribs: link }
      },
      img: (tagName, { src = '', alt = '' }) => {
        return { tagName, attribs: { src: ownPath(src, siteOrigin) ?? '', alt, loading: 'lazy' } }
      },
    },
    // External pictures would send requests to other sites; the CSP forbids them anyway.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
  const words = html
    .replaceAll(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
  return { html, words, routeSlugs: [...routeSlugs] }
}

/** Own pages by path, so that links work on any host; others without access to this window (`noopener`). */
function linkTo(href: string, siteOrigin: string): Record<string, string> {
  const own = ownPath(href, siteOrigin)
  if (own) return { href: own }
  if (!URL.canParse(href)) return {}
  const { protocol } = new URL(href)
  if (protocol === 'mailto:' || protocol === 'tel:') return { href }
  return protocol === 'http:' || protocol === 'https:' ? { href, rel: 'noopener' } : {}
}

/** Returns the path, query and fragment of a URL of this site, otherwise null. */
function ownPath(href: string, siteOrigin: string): string | null {
  const path = sitePath(href, siteOrigin)
  if (path === null) return null
  const { search, hash } = new URL(href, siteOrigin)
  return path + search + hash
}
