import postcss, { type ChildNode } from 'postcss'
import selectorParser from 'postcss-selector-parser'

// A page contains only the rules that its own elements need, about half of the stylesheet: its document is 4 to 5 KB
// smaller (docs/lighthouse.md). The app loads the whole stylesheet.

interface Part {
  /** The whole rule, or the head of a group of rules. */
  text: string
  /** The classes of each selector of a rule. A rule without this list is in every page. */
  selectors?: string[][]
  /** The rules of a group. */
  inside?: Part[]
}

const groups = new Set(['media', 'supports', 'layer', 'container'])

/** Returns a function from a page's HTML to the rules that can apply to the page, in the order of `styles`. */
export function stylesOf(styles: string): (html: string) => string {
  const parts = postcss.parse(styles).nodes.map(partOf)
  return (html) => textOf(parts, classesIn(html))
}

function partOf(node: ChildNode): Part {
  if (node.type === 'rule') return { text: node.toString(), selectors: classesOf(node.selector) }
  if (node.type === 'atrule' && node.nodes && groups.has(node.name))
    return { text: `@${node.name} ${node.params}`, inside: node.nodes.map(partOf) }
  const isStatement = node.type === 'atrule' && !node.nodes
  return { text: isStatement ? `${node.toString()};` : node.toString() }
}

/** Ignores classes inside parentheses, because `:not(.open)` applies to elements without the class. */
function classesOf(selector: string): string[][] {
  return selectorParser()
    .astSync(selector)
    .nodes.map(({ nodes }) => nodes.flatMap((node) => (node.type === 'class' ? [node.value] : [])))
}

function classesIn(html: string): Set<string> {
  const found = new Set<string>()
  for (const [, list = ''] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of list.split(/\s+/)) found.add(name.includes('&') ? decoded(name) : name)
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

function textOf(parts: Part[], names: Set<string>): string {
  let all = ''
  for (const { text, selectors, inside } of parts) {
    const rules = inside && textOf(inside, names)
    if (rules) all += `${text}{${rules}}`
    if (inside) continue
    if (!selectors || selectors.some((classes) => classes.every((name) => names.has(name)))) all += text
  }
  return all
}
