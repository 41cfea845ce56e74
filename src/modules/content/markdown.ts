import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import { sitePath } from '../../kernel/sitePath.ts'
import { routeSlugIn } from '../catalog/search/search.queries.ts'

export interface Rendered {
  /** Sanitized, safe to embed. */
  html: string
  words: number
  /** Slugs of the linked routes, in order and without repetition. */
  routeSlugs: string[]
}

const markdown = new MarkdownIt({ html: false })

// Headings start one level below the page's heading (`below`). No level is skipped.
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

// Wide tables scroll in a region, also by keyboard. Screen readers need a unique name for each region.
markdown.renderer.rules.table_open = (tokens, index, _options, env) => {
  const count = tokens.slice(0, index + 1).filter(({ type }) => type === 'table_open').length
  return `<div class="table-box" role="region" aria-label="${env?.tables} ${count}" tabindex="0"><table>`
}
markdown.renderer.rules.table_close = () => '</table></div>'

// A class aligns a cell: the site's security policy blocks the inline style of markdown-it.
for (const cell of ['th_open', 'td_open'] as const)
  markdown.renderer.rules[cell] = (tokens, index, options, _env, self) => {
    const token = tokens[index]
    const style = token?.attrGet('style')
    const align = /right|center/.exec(String(style))?.[0]
    if (token) token.attrs = align ? [['class', `cell-${align}`]] : null
    return self.renderToken(tokens, index, options)
  }

// CSS draws the arrow, which the site's fonts lack. The hidden text is for screen readers and copying.
const renderText = markdown.renderer.rules.text
markdown.renderer.rules.text = (...given) =>
  (renderText?.(...given) ?? '').replaceAll(
    ' → ',
    '<span class="sr-only"> → </span><span class="arrow"></span>',
  )

interface Place {
  /** Level of the page's heading above the text. */
  below: 1 | 2
  /** Start of each table's label, followed by a number: `Tabella 1`. Texts of one page need different starts. */
  tables: string
  /** Returns the path in the page's language for a link within this site; null to keep the words without a link. */
  pathOf?: ((path: string) => string | null) | undefined
}

/** markdown-it escapes markup in the text, and sanitize-html filters the result. */
export function renderMarkdown(
  text: string,
  siteOrigin: string,
  place: Place = { below: 1, tables: 'Tabella' },
): Rendered {
  const routeSlugs = new Set<string>()
  const html = sanitizeHtml(markdown.render(text, { below: place.below, tables: place.tables }), {
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
    allowedClasses: {
      div: ['table-box'],
      span: ['sr-only', 'arrow'],
      th: ['cell-right', 'cell-center'],
      td: ['cell-right', 'cell-center'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      a: (tagName, { href = '' }) => {
        const link = linkTo(href, siteOrigin)
        const slug = routeSlugIn(link.href ?? '')
        if (slug) routeSlugs.add(slug)
        const local = place.pathOf && link.href?.startsWith('/') ? place.pathOf(link.href) : link.href
        return local ? { tagName, attribs: { ...link, href: local } } : { tagName: 'span', attribs: {} }
      },
      img: (tagName, { src = '', alt = '' }) => {
        return { tagName, attribs: { src: ownPath(src, siteOrigin) ?? '', alt, loading: 'lazy' } }
      },
    },
    // Pictures from other sites would reveal each visitor to those sites. The CSP blocks them too. Paragraphs and links
    // that contain nothing else go with them.
    exclusiveFilter: ({ tag, attribs, text, mediaChildren }) =>
      tag === 'img' ? !attribs.src : /^[ap]$/.test(tag) && !text.trim() && mediaChildren.length === 0,
  })
  const words = html
    .replaceAll(/<[^<>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
  return { html, words, routeSlugs: [...routeSlugs] }
}

/** Links within this site become paths, which work on any domain. An unusable URL gets no attributes. */
function linkTo(href: string, siteOrigin: string): Record<string, string> {
  const own = ownPath(href, siteOrigin)
  if (own) return { href: own }
  if (!URL.canParse(href)) return {}
  const { protocol } = new URL(href)
  if (protocol === 'mailto:' || protocol === 'tel:') return { href }
  return protocol === 'http:' || protocol === 'https:' ? { href, rel: 'noopener' } : {}
}

function ownPath(href: string, siteOrigin: string): string | null {
  const path = sitePath(href, siteOrigin)
  if (path === null) return null
  const { search, hash } = new URL(href, siteOrigin)
  return path + search + hash
}
