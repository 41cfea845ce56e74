import postcss, { type ChildNode } from 'postcss'
import selectorParser, { type Selector as ParsedSelector } from 'postcss-selector-parser'

// A page contains only the styles that its own elements need, about half of the stylesheet: its document is 5 to
// 7 KB smaller (docs/lighthouse.md). The app loads the whole stylesheet.

/** Needs of a selector in the page: all `names`, and one of each `choices`. */
interface Need {
  names: string[]
  choices: Need[][]
}

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'group'; head: string; inside: Part[] }
  | { kind: 'rule'; selectors: { text: string; need: Need }[]; body: Piece[] }
  /** Declares the type of a custom property. */
  | { kind: 'property'; piece: Piece }

/** A declaration. Custom properties that a kept piece reads are in `reads`. */
interface Piece {
  text: string
  defines: string | null
  reads: string[]
}

const groups = new Set(['media', 'supports', 'layer', 'container'])

/** Returns a function from a page's HTML to the styles that can apply to the page, in the order of `styles`. */
export function stylesOf(styles: string): (html: string) => string {
  const parts = postcss.parse(styles).nodes.map(partOf)
  return (html) => {
    const kept = keptOf(parts, namesIn(html))
    const read = new Set([...readsIn(html), ...kept.flatMap(readsOf)])
    return kept.map((part) => textOf(part, read)).join('')
  }
}

function partOf(node: ChildNode): Part {
  if (node.type === 'rule') {
    const selectors = selectorParser().astSync(node.selector).nodes
    return {
      kind: 'rule',
      selectors: selectors.map((one) => ({ text: one.toString(), need: needOf(one) })),
      body: node.nodes.map(pieceOf),
    }
  }
  if (node.type !== 'atrule') return { kind: 'text', text: node.toString() }
  if (node.name === 'property')
    return { kind: 'property', piece: { text: node.toString(), defines: node.params, reads: [] } }
  if (node.nodes && groups.has(node.name))
    return { kind: 'group', head: `@${node.name} ${node.params}`, inside: node.nodes.map(partOf) }
  return { kind: 'text', text: node.nodes ? node.toString() : `${node.toString()};` }
}

function pieceOf(node: ChildNode): Piece {
  const text = node.toString()
  const own = node.type === 'decl' && node.prop.startsWith('--') ? node.prop : null
  return { text, defines: own, reads: readsIn(text) }
}

const readsIn = (text: string) => Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name)

/** Ignores what is inside `:not()`, because `:not(.open)` applies to elements without the class. */
function needOf({ nodes }: ParsedSelector): Need {
  const need: Need = { names: [], choices: [] }
  for (const node of nodes) {
    if (node.type === 'class') need.names.push(`.${node.value}`)
    else if (node.type === 'tag') need.names.push(node.value.toLowerCase())
    else if (node.type === 'attribute' && node.attribute.startsWith('aria-')) need.names.push(node.attribute)
    else if (node.type === 'pseudo' && /^:(is|where|has)$/.test(node.value))
      need.choices.push(node.nodes.map(needOf))
  }
  return need
}

/** Returns the page's elements, the `aria-` attributes of the elements and, after a full stop, their classes. */
function namesIn(html: string): Set<string> {
  const found = new Set(['html', 'body'])
  for (const [, tag = ''] of html.matchAll(/<([a-z][a-z0-9]*)/gi)) found.add(tag.toLowerCase())
  for (const [, name = ''] of html.matchAll(/ (aria-[a-z]+)=/g)) found.add(name)
  for (const [, list = ''] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of list.split(/\s+/)) found.add(`.${name.includes('&') ? decoded(name) : name}`)
  return found
}

/** Decodes the entities that React writes in attributes. */
const decoded = (name: string) =>
  name
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

const fits = ({ names, choices }: Need, present: Set<string>): boolean =>
  names.every((name) => present.has(name)) &&
  choices.every((options) => options.some((one) => fits(one, present)))

function keptOf(parts: Part[], present: Set<string>): Part[] {
  return parts.flatMap((part): Part[] => {
    if (part.kind === 'group') return [{ ...part, inside: keptOf(part.inside, present) }]
    if (part.kind !== 'rule') return [part]
    const selectors = part.selectors.filter(({ need }) => fits(need, present))
    return selectors.length > 0 ? [{ ...part, selectors }] : []
  })
}

function readsOf(part: Part): string[] {
  if (part.kind === 'group') return part.inside.flatMap(readsOf)
  return part.kind === 'rule' ? part.body.flatMap(({ reads }) => reads) : []
}

/** Leaves out custom properties that nothing reads. */
function textOf(part: Part, read: Set<string>): string {
  const isNeeded = ({ defines }: Piece) => defines === null || read.has(defines)
  if (part.kind === 'text') return part.text
  if (part.kind === 'property') return isNeeded(part.piece) ? part.piece.text : ''
  if (part.kind === 'group') {
    const inside = part.inside.map((one) => textOf(one, read)).join('')
    // An empty layer stays: the order in which a document names its layers is their order of precedence.
    return inside || part.head.startsWith('@layer') ? `${part.head}{${inside}}` : ''
  }
  const body = part.body.filter(isNeeded).map(({ text }) => text)
  return body.length > 0 ? `${part.selectors.map(({ text }) => text).join(',')}{${body.join(';')}}` : ''
}
