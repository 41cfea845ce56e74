// Reads PostgreSQL's text of an analysed statement (pg_node_tree), such as `{VAR :varno 1 :varattno 2}`.

export interface TreeNode {
  type: string
  fields: Map<string, Tree>
}

/** Null is `<>`. A list may begin with its type: `(b 3 4)` is a set, `(i 1 2)` numbers, `(o 23)` oids. */
export type Tree = string | null | TreeNode | Tree[]

export function readTree(text: string): Tree {
  const tokens = text.match(/[{}()]|(?:\\.|[^\s{}()\\])+/gs) ?? []
  let at = 0
  const next = (): Tree => {
    const token = tokens[at++] ?? ''
    if (token === '{') return node()
    if (token === '(') return until(')')
    return token === '<>' ? null : token.replace(/\\(.)/gs, '$1')
  }
  const until = (end: string): Tree[] => {
    const items: Tree[] = []
    while (at < tokens.length && tokens[at] !== end) items.push(next())
    at += 1
    return items
  }
  const node = (): TreeNode => {
    const type = tokens[at++] ?? ''
    const fields = new Map<string, Tree>()
    while (at < tokens.length && tokens[at] !== '}') {
      const name = (tokens[at++] ?? '').slice(1)
      const values: Tree[] = []
      while (at < tokens.length && tokens[at] !== '}' && !tokens[at]?.startsWith(':')) values.push(next())
      fields.set(name, values.length === 1 ? (values[0] ?? null) : values)
    }
    at += 1
    return { type, fields }
  }
  return next()
}

export const isNode = (tree: Tree | undefined): tree is TreeNode =>
  tree !== null && tree !== undefined && typeof tree !== 'string' && !Array.isArray(tree)

export const nodeIn = (node: TreeNode, name: string): TreeNode | null => {
  const value = node.fields.get(name)
  return isNode(value) ? value : null
}

export const nodesIn = (node: TreeNode, name: string): TreeNode[] => {
  const value = node.fields.get(name)
  return Array.isArray(value) ? value.filter(isNode) : []
}

export const numberIn = (node: TreeNode, name: string): number => Number(node.fields.get(name) ?? 0)

/** The members of a set such as `(b 3 4)`. */
export const setIn = (node: TreeNode, name: string): number[] => {
  const value = node.fields.get(name)
  return Array.isArray(value) ? value.slice(1).map(Number) : []
}
